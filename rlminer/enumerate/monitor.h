#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "rlminer/base/deadline.h"

namespace rlminer::enumerate {

// What an enumeration may cost, and whom to tell how far it is.
struct WalkBudget {
  Deadline deadline;
  int threads = 1;
  std::size_t memory = ~std::size_t{0};  // bytes of resident memory of the process
  double expected_steps = 0;             // estimate, for the progress fraction
  std::function<void(double fraction)>
      on_progress;  // called a few times per second, from any thread
};

enum class WalkEnd { Complete, OutOfTime, OutOfMemory };

// Shared by the threads of one enumeration: counts steps, reports progress, says when to stop.
class WalkMonitor {
 public:
  explicit WalkMonitor(const WalkBudget& budget);

  // To be called every kStepsPerPoll steps; false: stop.
  bool poll();
  // To be called whenever much memory may have been taken; false: stop.
  bool check_memory();
  WalkEnd end() const { return end_.load(); }

  static constexpr std::uint32_t kStepsPerPoll = 1024;

 private:
  void report(std::uint64_t polls);

  const WalkBudget& budget_;
  std::atomic<std::uint64_t> polls_{0};
  std::atomic<WalkEnd> end_{WalkEnd::Complete};
  std::atomic<double> next_report_{0.0};
  const Stopwatch watch_{budget_.deadline.clock()};
};

}  // namespace rlminer::enumerate
