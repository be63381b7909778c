#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/engine/engine.h"

namespace rlminer::cli {

// One line on standard error that shows how far a run over one or many graphs has come; cleared at
// the end. Graphs are solved in lanes (one per graph solved at the same time). All members may be
// called from any thread.
class ProgressLine {
 public:
  // Shown only when asked for and standard error is a terminal.
  ProgressLine(bool wanted, std::size_t graphs, int lanes);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool shown() const { return shown_; }
  void update(int lane, const Progress& progress);
  void graph_done(int lane, double sets);

  // Runs `action` while the line is cleared, so that what it prints does not mix with the line.
  void aside(const std::function<void()>& action);

 private:
  void redraw();  // at most a few times per second
  void clear();
  std::string line() const;

  const bool shown_;
  const std::size_t graphs_;
  Stopwatch since_start_;
  std::mutex mutex_;
  std::vector<Progress> lanes_;
  std::size_t graphs_done_ = 0;
  double sets_done_ = 0.0;
  double last_drawn_ = -1.0;
  bool on_screen_ = false;
};

}  // namespace rlminer::cli
