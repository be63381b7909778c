#include "cli/terminal.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace rlminer::cli {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// As the C library decides it: the first of the three that says anything.
bool shows_unicode() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view locale = variable(name);
    if (locale.empty()) continue;
    for (const char* spelling : {"UTF-8", "utf-8", "UTF8", "utf8"}) {
      if (locale.find(spelling) != std::string_view::npos) return true;
    }
    return false;
  }
  return false;
}

}  // namespace

report::Drawings terminal_drawings() {
  const std::string_view terminal = variable("TERM");
  if (isatty(STDOUT_FILENO) != 1 || !shows_unicode() || terminal.empty() || terminal == "dumb")
    return report::Drawings::None;
  if (!variable("NO_COLOR").empty()) return report::Drawings::Plain;
  const bool many =
      terminal.find("256") != std::string_view::npos || !variable("COLORTERM").empty();
  return many ? report::Drawings::Colors256 : report::Drawings::Colors8;
}

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

namespace {

constexpr int kBarWidth = 24;

}  // namespace

ProgressLine::ProgressLine(bool wanted, std::size_t graphs, int lanes)
    : line_(wanted), graphs_(graphs), lanes_(static_cast<std::size_t>(lanes)) {}

void ProgressLine::update(int lane, const engine::Progress& progress, std::size_t graphs) {
  const std::lock_guard lock(mutex_);
  lanes_[static_cast<std::size_t>(lane)] = {progress, static_cast<double>(graphs)};
  redraw();
}

void ProgressLine::graphs_done(int lane, double sets, std::size_t graphs) {
  const std::lock_guard lock(mutex_);
  lanes_[static_cast<std::size_t>(lane)] = {};
  graphs_done_ += graphs;
  sets_done_ += sets;
  redraw();
}

void ProgressLine::aside(const std::function<void()>& action) {
  const std::lock_guard lock(mutex_);
  line_.clear();
  action();
}

void ProgressLine::redraw() {
  if (line_.due()) line_.draw(text());
}

std::string ProgressLine::text() const {
  double done = static_cast<double>(graphs_done_);
  double sets = sets_done_;
  const char* phase = "";
  for (const auto& [progress, graphs] : lanes_) {
    done += std::clamp(progress.fraction, 0.0, 1.0) * graphs;
    sets += progress.sets;
    if (*phase == '\0') phase = progress.phase;
  }
  const double fraction =
      std::min(1.0, done / static_cast<double>(std::max<std::size_t>(graphs_, 1)));
  const double seconds = since_start_.seconds();
  const auto filled = static_cast<std::size_t>(fraction * kBarWidth);
  std::string line =
      fmt::format("[{:<{}}] {:5.1f} %", std::string(filled, '#'), kBarWidth, 100.0 * fraction);
  if (graphs_ > 1) line += fmt::format("  {}/{} graphs", graphs_done_, graphs_);
  if (*phase != '\0') line += fmt::format("  {}", phase);
  if (seconds > 0.0 && sets > 0.0) line += fmt::format("  {} sets/s", short_number(sets / seconds));
  if (fraction > 0.001) line += "  ETA " + duration(seconds * (1.0 - fraction) / fraction);
  return line;
}

std::string welcome() {
  return "rlminer finds the connected pattern that occurs most often in a graph, and proves it.\n"
         "\n"
         "Try it:\n"
         "  rlminer mine example:caffeine -k 5    the most frequent pattern of 5 atoms in "
         "caffeine\n"
         "  rlminer draw example:caffeine         what that graph looks like\n"
         "  rlminer examples                      the other graphs that come with the program\n"
         "\n"
         "With a graph of yours (an edge list, lg, GraphML, JSON or a TU collection):\n"
         "  rlminer info FILE                     what it holds\n"
         "  rlminer mine FILE -k 3..6             its most frequent patterns of 3 to 6 vertices\n"
         "\n"
         "Help:\n"
         "  rlminer help                          all commands\n"
         "  rlminer help mine                     the options of one, with examples\n";
}

}  // namespace rlminer::cli
