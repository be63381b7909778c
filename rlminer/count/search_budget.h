#pragma once

#include <cstdint>

#include "rlminer/base/deadline.h"

namespace rlminer {

// What one search may still spend: partial matches until it gives up, and time.
class SearchBudget {
 public:
  void begin(const Deadline& deadline, std::uint64_t give_up) {
    deadline_ = deadline;
    steps_left_ = give_up;
    until_poll_ = kWorkPerPoll;
    stopped_ = false;
  }

  // One more partial match; false: stop.
  bool step() {
    if (steps_left_-- == 0) {
      steps_left_ = 0;
      stopped_ = true;
    }
    return work(1);
  }

  // Some work of about a few nanoseconds per unit, so that the clock is read often enough; false:
  // stop.
  bool work(std::uint64_t units) {
    if (units < until_poll_) {
      until_poll_ -= units;
    } else {
      until_poll_ = kWorkPerPoll;
      if (deadline_.expired()) stopped_ = true;
    }
    return !stopped_;
  }

  bool stopped() const { return stopped_; }

 private:
  static constexpr std::uint64_t kWorkPerPoll = 1 << 14;

  Deadline deadline_;
  std::uint64_t steps_left_ = 0;
  std::uint64_t until_poll_ = kWorkPerPoll;
  bool stopped_ = false;
};

}  // namespace rlminer
