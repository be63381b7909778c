#include "rlminer/base/deadline.h"

#include <algorithm>
#include <chrono>

#include "rlminer/base/machine.h"
#include "rlminer/base/watchdog.h"

namespace rlminer {
namespace {

class SteadyClock final : public Clock {
 public:
  double seconds() const override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
};

// Longer limits than this (three years) are treated as no limit.
constexpr double kLongest = 1e8;

double end_after(double seconds, const Clock& clock) {
  if (!(seconds < kLongest)) return Deadline::kForever;
  return clock.seconds() + std::max(seconds, 0.0);
}

}  // namespace

const Clock& Clock::steady() {
  static const SteadyClock clock;
  return clock;
}

Deadline::Deadline(double seconds, const std::atomic<bool>* cancel, const Clock& clock)
    : end_(end_after(seconds, clock)), cancel_(cancel), clock_(&clock) {}

Deadline Deadline::at_most(double seconds) const {
  Deadline result = *this;
  result.end_ = std::min(end_, end_after(seconds, clock()));
  return result;
}

bool MemoryLimit::exceeded(double now) const {
  constexpr double kSecondsBetweenLooks = 0.01;
  if (was_exceeded() || now < next_look_.load(std::memory_order_relaxed)) return was_exceeded();
  next_look_.store(now + kSecondsBetweenLooks, std::memory_order_relaxed);
  return look();
}

bool MemoryLimit::look() const {
  if (resident_memory() > bytes_) exceeded_.store(true, std::memory_order_relaxed);
  return was_exceeded();
}

bool Deadline::expired() const {
  note_poll();
  if (cancelled()) return true;
  if (end_ == kForever && memory_ == nullptr) return false;
  const double now = clock().seconds();
  return now >= end_ || (memory_ != nullptr && memory_->exceeded(now));
}

double Deadline::remaining() const {
  note_poll();
  if (cancelled() || out_of_memory()) return 0.0;
  if (end_ == kForever) return kForever;
  return std::max(0.0, end_ - clock().seconds());
}

}  // namespace rlminer
