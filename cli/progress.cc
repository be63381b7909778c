#include "cli/progress.h"

#include <algorithm>
#include <fmt/format.h>

namespace rlminer::cli {
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

}  // namespace rlminer::cli
