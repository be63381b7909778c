#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "cli/terminal_line.h"

#include "rlminer/base/deadline.h"
#include "rlminer/engine/solve_graphs.h"

namespace rlminer::cli {

// One line on standard error that shows how far a run over one or many graphs has come; cleared at
// the end. All members may be called from any thread.
class ProgressLine : public engine::GraphsWatcher {
 public:
  // Shown only when asked for and standard error is a terminal.
  ProgressLine(bool wanted, std::size_t graphs, int lanes);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool shown() const { return line_.shown(); }
  void update(int lane, const engine::Progress& progress, std::size_t graphs) override;
  void graphs_done(int lane, double sets, std::size_t graphs) override;

  // Runs `action` while the line is cleared, so that what it prints does not mix with the line.
  void aside(const std::function<void()>& action);

 private:
  // What is under way in a lane.
  struct Lane {
    engine::Progress progress;
    double graphs = 1.0;
  };

  void redraw();  // at most a few times per second
  std::string text() const;

  TerminalLine line_;
  const std::size_t graphs_;
  Stopwatch since_start_;
  std::mutex mutex_;
  std::vector<Lane> lanes_;
  std::size_t graphs_done_ = 0;
  double sets_done_ = 0.0;
};

}  // namespace rlminer::cli
