#include "rlminer/base/frequency.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rlminer {

Frequency Frequency::exactly(BigCount number) {
  Frequency result = at_least(std::move(number));
  result.exact_ = true;
  return result;
}

Frequency Frequency::at_least(BigCount number) {
  Frequency result;
  result.value_ = std::move(number);
  return result;
}

Frequency Frequency::estimated(double value, const Interval& interval) {
  Frequency result = at_least(BigCount::whole_part(std::round(value)));
  result.interval_ = interval;
  return result;
}

double Frequency::high() const {
  if (interval_) return interval_->high;
  return exact_ ? to_double() : std::numeric_limits<double>::infinity();
}

void Frequency::learn(const Frequency& other) {
  if (exact_) return;
  if (!other.exact_ && !other.interval_) return lift(other.value_);
  const BigCount least = interval_ ? BigCount() : value_;
  *this = other;
  if (!exact_) lift(least);
}

void Frequency::lift(const BigCount& least) {
  value_ = std::max(value_, least);
  if (!interval_) return;
  double end = least.to_double();
  if (end > 0x1p53) end = std::nextafter(end, 0.0);  // it may have been rounded up
  interval_->low = std::max(interval_->low, end);
  interval_->high = std::max(interval_->high, end);
}

Frequency Frequency::times(Count factor) const {
  Frequency result = *this;
  result.value_ *= factor;
  if (!interval_) return result;
  result.interval_->low *= static_cast<double>(factor);
  result.interval_->high *= static_cast<double>(factor);
  return result;
}

}  // namespace rlminer
