#pragma once

#include <algorithm>
#include <cstdint>

#include "rlminer/base/deadline.h"

namespace rlminer::count {

// What one search may still spend: partial matches until it gives up, and time. Other work, when
// there is much of it, counts as partial matches too.
class SearchBudget {
 public:
  void begin(const Deadline& deadline, std::uint64_t give_up) {
    deadline_ = deadline;
    steps_left_ = give_up;
    until_poll_ = kWorkPerPoll;
    unpolled_ = 0;
    spent_ = 0;
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
      const std::uint64_t since = kWorkPerPoll - until_poll_ + units;
      spent_ += since;
      until_poll_ = kWorkPerPoll;
      steps_left_ -= std::min(steps_left_, since / kWorkPerStep);
      if (steps_left_ == 0 || deadline_.expired()) stopped_ = true;
    }
    return !stopped_;
  }

  // Work of the same kind that counts neither as partial matches nor as spent: only the clock is
  // read; false: stop.
  bool poll(std::uint64_t units) {
    unpolled_ += units;
    if (unpolled_ >= kWorkPerPoll) {
      unpolled_ = 0;
      if (deadline_.expired()) stopped_ = true;
    }
    return !stopped_;
  }

  bool stopped() const { return stopped_; }
  std::uint64_t spent() const { return spent_ + (kWorkPerPoll - until_poll_); }  // units of work

 private:
  static constexpr std::uint64_t kWorkPerPoll = 1 << 14;
  static constexpr std::uint64_t kWorkPerStep = 1 << 10;

  Deadline deadline_;
  std::uint64_t steps_left_ = 0;
  std::uint64_t until_poll_ = kWorkPerPoll;
  std::uint64_t unpolled_ = 0;
  std::uint64_t spent_ = 0;  // until the last look at the clock
  bool stopped_ = false;
};

}  // namespace rlminer::count
