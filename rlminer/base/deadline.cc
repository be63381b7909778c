#include "rlminer/base/deadline.h"

#include <algorithm>

namespace rlminer {
namespace {

using Seconds = std::chrono::duration<double>;

// Longer limits than this are treated as no limit: adding them to the clock would overflow it.
constexpr double kLongest = 1e8;

Deadline::Clock::time_point end_after(double seconds) {
  if (!(seconds < kLongest)) return Deadline::Clock::time_point::max();
  return Deadline::Clock::now() +
         std::chrono::duration_cast<Deadline::Clock::duration>(Seconds(std::max(seconds, 0.0)));
}

}  // namespace

Deadline::Deadline(double seconds, const std::atomic<bool>* cancel)
    : end_(end_after(seconds)), cancel_(cancel) {}

Deadline Deadline::at_most(double seconds) const {
  Deadline result = *this;
  result.end_ = std::min(end_, end_after(seconds));
  return result;
}

bool Deadline::expired() const {
  return cancelled() || (end_ != Clock::time_point::max() && Clock::now() >= end_);
}

double Deadline::remaining() const {
  if (cancelled()) return 0.0;
  if (end_ == Clock::time_point::max()) return kForever;
  return std::max(0.0, Seconds(end_ - Clock::now()).count());
}

double Stopwatch::seconds() const {
  return Seconds(Deadline::Clock::now() - start_).count();
}

}  // namespace rlminer
