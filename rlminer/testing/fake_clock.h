#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "rlminer/base/deadline.h"

namespace rlminer::testing {

// A clock that moves by a fixed step with every look at it, and by hand: how much work fits into a
// limit then depends on how often the work polls, not on the machine.
class FakeClock final : public Clock {
 public:
  explicit FakeClock(double seconds_per_look = 0.0) : step_(seconds_per_look) {}

  double seconds() const override {
    const std::uint64_t look = looks_.fetch_add(1) + 1;
    if (look == event_look_) event_();
    return by_hand_.load() + step_ * static_cast<double>(look);
  }

  void advance(double seconds) { by_hand_.fetch_add(seconds); }

  // What happens when somebody looks for the n-th time, e.g. an interrupt. Set before the first.
  void at_look(std::uint64_t look, std::function<void()> event) {
    event_look_ = look;
    event_ = std::move(event);
  }

  std::uint64_t looks() const { return looks_.load(); }

 private:
  const double step_;
  std::atomic<double> by_hand_{0.0};
  mutable std::atomic<std::uint64_t> looks_{0};
  std::uint64_t event_look_ = 0;
  std::function<void()> event_;
};

}  // namespace rlminer::testing
