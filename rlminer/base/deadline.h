#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <limits>

namespace rlminer {

// Where limits and stopwatches take the time from. Programs use the steady clock of the system;
// tests bring one that moves as they want.
class Clock {
 public:
  virtual ~Clock() = default;

  // Seconds since some fixed moment; never less than at an earlier call. Any thread may ask.
  virtual double seconds() const = 0;

  static const Clock& steady();
};

// The most memory that the process may use, in bytes that are resident. Shared by all who work for
// one answer.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes) : bytes_(bytes) {}

  std::size_t bytes() const { return bytes_; }
  // Whether it was ever passed. Asks the system, which takes a microsecond, only a hundred times
  // per second; `now` is the time by any clock.
  bool exceeded(double now) const;
  // The same, but asks the system at once: for those who may have taken much since.
  bool look() const;
  bool was_exceeded() const { return exceeded_.load(std::memory_order_relaxed); }

 private:
  const std::size_t bytes_;
  mutable std::atomic<double> next_look_{0.0};
  mutable std::atomic<bool> exceeded_{false};
};

// When to stop: a limit of time, a limit of memory, a cancel flag (set from a signal handler), or
// none of them. Cheap to copy; every long loop polls expired() at least twenty times per second.
class Deadline {
 public:
  Deadline() = default;  // never expires
  explicit Deadline(double seconds, const std::atomic<bool>* cancel = nullptr,
                    const Clock& clock = Clock::steady());

  // The same, expired also when the process has taken more memory than this at some time.
  Deadline within(const MemoryLimit& memory) const {
    Deadline result = *this;
    result.memory_ = &memory;
    return result;
  }

  // The same limits with another flag.
  Deadline cancelled_by(const std::atomic<bool>& flag) const {
    Deadline result = *this;
    result.cancel_ = &flag;
    return result;
  }

  // The same cancel flag with a limit of its own, never later than this one.
  Deadline at_most(double seconds) const;
  // The same with a fraction of the time that is left now.
  Deadline part(double fraction) const { return at_most(remaining() * fraction); }
  // Some time from now by the same clock, even if this deadline has expired or is cancelled: what
  // it takes not to end with nothing.
  Deadline grace(double seconds) const {
    Deadline result(seconds, nullptr, clock());
    result.is_grace_ = true;
    return result;
  }
  // This one, or a moment from now when less is left: to look for an example of what was found.
  // There is one such moment: a closing deadline is its own.
  Deadline closing() const {
    return is_grace_ || remaining() >= kClosing ? *this : grace(kClosing);
  }
  // The same, but not before so many seconds from now.
  Deadline at_least(double seconds) const {
    Deadline result = *this;
    result.end_ = std::max(end_, clock().seconds() + seconds);
    return result;
  }

  bool cancelled() const { return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed); }
  // The bytes that the process may have in memory; what there is without a limit.
  std::size_t memory() const { return memory_ != nullptr ? memory_->bytes() : ~std::size_t{0}; }
  bool out_of_memory() const { return memory_ != nullptr && memory_->was_exceeded(); }
  // The same after a look at the memory, for those who may have taken much of it.
  bool is_memory_full() const { return memory_ != nullptr && memory_->look(); }
  bool expired() const;
  double remaining() const;  // seconds, 0 when expired, infinity without a limit
  const Clock& clock() const { return clock_ != nullptr ? *clock_ : Clock::steady(); }

  static constexpr double kForever = std::numeric_limits<double>::infinity();

 private:
  static constexpr double kClosing = 0.1;
  double end_ = kForever;  // by the clock
  const std::atomic<bool>* cancel_ = nullptr;
  const Clock* clock_ = nullptr;         // null: the steady one
  const MemoryLimit* memory_ = nullptr;  // null: no limit
  bool is_grace_ = false;
};

// Seconds since it was made.
class Stopwatch {
 public:
  explicit Stopwatch(const Clock& clock = Clock::steady())
      : clock_(&clock), start_(clock.seconds()) {}

  double seconds() const { return clock_->seconds() - start_; }

 private:
  const Clock* clock_;
  double start_;
};

}  // namespace rlminer
