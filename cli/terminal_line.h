#pragma once

#include <string>

#include "rlminer/base/deadline.h"

namespace rlminer::cli {

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

}  // namespace rlminer::cli
