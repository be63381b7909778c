#pragma once

#include <atomic>
#include <chrono>
#include <limits>

namespace rlminer {

// When to stop: a wall-clock limit, a cancel flag (set from a signal handler), or neither.
// Cheap to copy; every long loop polls expired() at least a few times per second.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;  // never expires
  explicit Deadline(double seconds, const std::atomic<bool>* cancel = nullptr);

  // The same cancel flag with a limit of its own, never later than this one.
  Deadline at_most(double seconds) const;
  // The same with a fraction of the time that is left now.
  Deadline part(double fraction) const { return at_most(remaining() * fraction); }

  bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }
  bool expired() const;
  double remaining() const;  // seconds, 0 when expired, infinity without a limit

  static constexpr double kForever = std::numeric_limits<double>::infinity();

 private:
  Clock::time_point end_ = Clock::time_point::max();
  const std::atomic<bool>* cancel_ = nullptr;
};

// Seconds since it was made.
class Stopwatch {
 public:
  double seconds() const;

 private:
  Deadline::Clock::time_point start_ = Deadline::Clock::now();
};

}  // namespace rlminer
