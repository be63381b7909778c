#pragma once

#include <optional>

#include "rlminer/base/big_count.h"
#include "rlminer/base/count.h"

namespace rlminer::count {

// A sum of counts that does not overflow: what no longer fits into 128 bits goes on in arbitrary
// precision.
class Tally {
 public:
  void add(Count count) {
    Count sum;
    if (__builtin_add_overflow(low_, count, &sum)) [[unlikely]] {
      add(BigCount(count));
    } else {
      low_ = sum;
    }
  }
  void add(const BigCount& count) { high_ = high_ ? *high_ + count : count; }
  void add(const Tally& other) {
    add(other.low_);
    if (other.high_) add(*other.high_);
  }

  bool positive() const { return low_ != 0 || (high_ && *high_ > BigCount()); }
  BigCount total() const { return high_ ? *high_ + low_ : BigCount(low_); }
  Count saturated() const { return high_ ? total().saturated() : low_; }
  // The sum when it is beyond 128 bits.
  std::optional<BigCount> large() const {
    if (!high_ || total().fits()) return std::nullopt;
    return total();
  }

 private:
  Count low_ = 0;
  std::optional<BigCount> high_;
};

}  // namespace rlminer::count
