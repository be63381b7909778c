#pragma once

#include <compare>
#include <optional>

#include "rlminer/base/big_count.h"
#include "rlminer/base/count.h"

namespace rlminer {

// Where an estimated number lies, with 95 % confidence.
struct Interval {
  double low = 0.0;
  double high = 0.0;
};

// How often something occurs, as far as is known: exactly, estimated with an interval, or from
// below. The number is of any size; up to 128 bits it costs no memory of its own.
class Frequency {
 public:
  Frequency() = default;  // nothing is known: at least 0
  static Frequency exactly(BigCount number);
  static Frequency at_least(BigCount number);
  // Rounded to a whole number.
  static Frequency estimated(double value, const Interval& interval);

  bool exact() const { return exact_; }
  // Of an estimate; none when the number is exact or a lower bound.
  const std::optional<Interval>& interval() const { return interval_; }
  // The number itself, the estimate or the lower bound.
  const BigCount& value() const { return value_; }
  // The same, or kMaxCount when it does not fit into a Count.
  Count saturated() const { return value_.saturated(); }
  double to_double() const { return value_.to_double(); }
  // The ends of what is certain, or almost so for an estimate; infinity when nothing is known.
  double low() const { return interval_ ? interval_->low : to_double(); }
  double high() const;

  // Takes over what is better known elsewhere of the same number: an exact number stands, an
  // estimate replaces another one or a lower bound, and a lower bound lifts what is below it.
  void learn(const Frequency& other);
  // The frequency of what there are so many of for each occurrence.
  Frequency times(Count factor) const;

  // Frequencies rank by their values, however they are known.
  friend bool operator==(const Frequency& a, const Frequency& b) { return a.value_ == b.value_; }
  friend bool operator==(const Frequency& a, const BigCount& b) { return a.value_ == b; }
  friend std::weak_ordering operator<=>(const Frequency& a, const Frequency& b) {
    return a.value_ <=> b.value_;
  }
  friend std::weak_ordering operator<=>(const Frequency& a, const BigCount& b) {
    return a.value_ <=> b;
  }

 private:
  void lift(const BigCount& least);

  BigCount value_;
  bool exact_ = false;
  std::optional<Interval> interval_;
};

}  // namespace rlminer
