#include "cli/terminal_line.h"

#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace rlminer::cli {
namespace {

constexpr double kRedrawSeconds = 0.1;

// Bytes of text that fit into one line. A longer one would wrap, and could not be cleared.
std::size_t columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 1000;
}

}  // namespace

TerminalLine::TerminalLine(bool wanted) : shown_(wanted && isatty(STDERR_FILENO) == 1) {}

bool TerminalLine::due() const {
  return shown_ && (last_drawn_ < 0.0 || watch_.seconds() - last_drawn_ >= kRedrawSeconds);
}

void TerminalLine::draw(const std::string& text) {
  if (!shown_) return;
  last_drawn_ = watch_.seconds();
  on_screen_ = true;
  const std::string line = "\r" + text.substr(0, columns()) + "\x1b[K";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void TerminalLine::clear() {
  if (!on_screen_) return;
  std::fputs("\r\x1b[K", stderr);
  on_screen_ = false;
}

std::string duration(double seconds) {
  if (!std::isfinite(seconds)) return "-";
  const long whole = std::lround(seconds);
  if (whole >= 3600) {
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string short_number(double value) {
  for (const char* unit : {"", " k", " M", " G", " T"}) {
    if (value < 1000.0) return fmt::format("{:.3g}{}", value, unit);
    value /= 1000.0;
  }
  return fmt::format("{:.3g} P", value);
}

}  // namespace rlminer::cli
