#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/engine/solve_graphs.h"
#include "rlminer/report/graph_report.h"

namespace rlminer::cli {

// The drawings that standard output can show: none unless it is a terminal that shows Unicode, in
// colours as far as the terminal has them and the environment does not forbid them (NO_COLOR).
report::Drawings terminal_drawings();

// One line on standard error that is drawn over again and cleared at the end. Nothing is drawn
// unless it is wanted and standard error is a terminal. For one thread at a time.
class TerminalLine {
 public:
  explicit TerminalLine(bool wanted);
  ~TerminalLine() { clear(); }
  TerminalLine(const TerminalLine&) = delete;
  TerminalLine& operator=(const TerminalLine&) = delete;

  bool shown() const { return shown_; }
  bool due() const;  // shown, and the last drawing is some time ago
  // Replaces the line, cut to the width of the terminal.
  void draw(const std::string& text);
  void clear();

 private:
  const bool shown_;
  Stopwatch watch_;
  double last_drawn_ = -1.0;
  bool on_screen_ = false;
};

// 75 -> "1:15", 3700 -> "1:01:40".
std::string duration(double seconds);

// 1234567 -> "1.23 M".
std::string short_number(double value);

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

// What somebody who types `rlminer` and nothing else may type next.
std::string welcome();

}  // namespace rlminer::cli
