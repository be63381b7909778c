#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace rlminer {

// How often something occurs. Stars around a hub pass 2^64 at modest sizes, so frequencies are 128
// bits wide.
using Count = unsigned __int128;

std::string to_string(Count count);

// Decimal digits with a comma between groups of three, for people.
std::string with_separators(Count count);
std::string with_separators(std::string digits);

constexpr Count kMaxCount = ~Count{0};

// Sum and product that stay at kMaxCount instead of wrapping around.
constexpr Count saturating_add(Count a, Count b) {
  return a > kMaxCount - b ? kMaxCount : a + b;
}
constexpr Count saturating_mul(Count a, Count b) {
  return b != 0 && a > kMaxCount / b ? kMaxCount : a * b;
}

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
