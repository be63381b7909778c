#include "cli/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace rlminer::cli {
namespace {

constexpr double kRedrawSeconds = 0.1;
constexpr int kBarWidth = 24;

std::string duration(double seconds) {
  const long whole = std::lround(seconds);
  if (whole >= 3600) {
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  }
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

// 1234567 -> "1.23 M".
std::string short_number(double value) {
  for (const char* unit : {"", " k", " M", " G", " T"}) {
    if (value < 1000.0) return fmt::format("{:.3g}{}", value, unit);
    value /= 1000.0;
  }
  return fmt::format("{:.3g} P", value);
}

}  // namespace

ProgressLine::ProgressLine(bool wanted, std::size_t graphs, int lanes)
    : shown_(wanted && isatty(STDERR_FILENO) == 1),
      graphs_(graphs),
      lanes_(static_cast<std::size_t>(lanes)) {}

ProgressLine::~ProgressLine() {
  const std::lock_guard lock(mutex_);
  clear();
}

void ProgressLine::update(int lane, const Progress& progress) {
  const std::lock_guard lock(mutex_);
  lanes_[static_cast<std::size_t>(lane)] = progress;
  redraw();
}

void ProgressLine::graph_done(int lane, double sets) {
  const std::lock_guard lock(mutex_);
  lanes_[static_cast<std::size_t>(lane)] = {};
  ++graphs_done_;
  sets_done_ += sets;
  redraw();
}

void ProgressLine::aside(const std::function<void()>& action) {
  const std::lock_guard lock(mutex_);
  clear();
  action();
}

void ProgressLine::redraw() {
  const double now = since_start_.seconds();
  if (!shown_ || now - last_drawn_ < kRedrawSeconds) return;
  last_drawn_ = now;
  on_screen_ = true;
  const std::string text = "\r" + line() + "\x1b[K";
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void ProgressLine::clear() {
  if (!on_screen_) return;
  std::fputs("\r\x1b[K", stderr);
  on_screen_ = false;
}

std::string ProgressLine::line() const {
  double done = static_cast<double>(graphs_done_);
  double sets = sets_done_;
  const char* phase = "";
  for (const Progress& lane : lanes_) {
    done += std::clamp(lane.fraction, 0.0, 1.0);
    sets += lane.sets;
    if (*phase == '\0') phase = lane.phase;
  }
  const double fraction =
      std::min(1.0, done / static_cast<double>(std::max<std::size_t>(graphs_, 1)));
  const double seconds = since_start_.seconds();
  const auto filled = static_cast<std::size_t>(fraction * kBarWidth);
  std::string text =
      fmt::format("[{:<{}}] {:5.1f} %", std::string(filled, '#'), kBarWidth, 100.0 * fraction);
  if (graphs_ > 1) text += fmt::format("  {}/{} graphs", graphs_done_, graphs_);
  if (*phase != '\0') text += fmt::format("  {}", phase);
  if (seconds > 0.0) text += fmt::format("  {} sets/s", short_number(sets / seconds));
  if (fraction > 0.001) text += "  ETA " + duration(seconds * (1.0 - fraction) / fraction);
  return text;
}

}  // namespace rlminer::cli
