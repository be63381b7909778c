#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>

#include "rlminer/base/count.h"

namespace rlminer {

// A count of any size. Exact, never negative. What fits into 128 bits is kept in place and adds as
// quickly as a Count does; only the few numbers beyond are slow and behind a pointer, which also
// keeps the library of large integers out of this header.
class BigCount {
 public:
  BigCount() noexcept = default;
  BigCount(Count count) noexcept : low_(count) {}  // NOLINT: a count is a large count
  // The whole part of a floating-point number that is not negative; of infinity, that of the
  // greatest finite one.
  static BigCount whole_part(double value);

  BigCount& operator+=(Count count) {
    Count sum;
    if (!fits() || __builtin_add_overflow(low_, count, &sum)) [[unlikely]]
      return add_large(count);
    low_ = sum;
    return *this;
  }
  BigCount& operator+=(const BigCount& other) {
    return other.fits() ? *this += other.low_ : add_large(other);
  }
  BigCount& operator*=(const BigCount& other);
  friend BigCount operator+(BigCount a, const BigCount& b) { return a += b; }
  friend BigCount operator*(BigCount a, const BigCount& b) { return a *= b; }
  // The quotient without the remainder. The divisor is not 0.
  BigCount divided_by(std::uint64_t divisor) const;

  friend bool operator==(const BigCount& a, const BigCount& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const BigCount& a, const BigCount& b) {
    if (a.low_ != b.low_)
      return a.low_ < b.low_ ? std::strong_ordering::less : std::strong_ordering::greater;
    return a.fits() && b.fits() ? std::strong_ordering::equal : compare_large(a, b);
  }

  bool fits() const { return number_ == nullptr; }
  // The same number, or kMaxCount when it does not fit.
  Count saturated() const { return low_; }
  // To within the last place of a double; infinity beyond about 1.8e308.
  double to_double() const;

  friend std::string to_string(const BigCount& count);

 private:
  struct Number;

  explicit BigCount(Number&& number);
  Number number() const;  // whether it fits or not
  BigCount& add_large(const BigCount& other);
  static std::strong_ordering compare_large(const BigCount& a, const BigCount& b);

  Count low_ = 0;  // the number, or kMaxCount when it is beyond
  // The number when it is beyond. It never changes, so copies share it.
  std::shared_ptr<const Number> number_;
};

std::string to_string(const BigCount& count);

// Decimal digits with a comma between groups of three, for people.
std::string with_separators(const BigCount& count);

// n choose r.
BigCount big_binomial(std::uint64_t n, int r);

}  // namespace rlminer
