#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>

#include "rlminer/base/count.h"

namespace rlminer {

// A count of any size, for the few that 128 bits cannot hold. Exact, never negative, slow compared
// with Count: the number itself is behind a pointer (none for zero), which also keeps the library
// of large integers out of this header.
class BigCount {
 public:
  BigCount() noexcept;
  BigCount(Count count);  // NOLINT: a count is a large count
  BigCount(const BigCount& other);
  BigCount(BigCount&& other) noexcept;
  BigCount& operator=(const BigCount& other);
  BigCount& operator=(BigCount&& other) noexcept;
  ~BigCount();

  BigCount& operator+=(const BigCount& other);
  BigCount& operator*=(const BigCount& other);
  friend BigCount operator+(BigCount a, const BigCount& b) { return a += b; }
  friend BigCount operator*(BigCount a, const BigCount& b) { return a *= b; }
  // The quotient without the remainder. The divisor is not 0.
  BigCount divided_by(std::uint64_t divisor) const;

  friend bool operator==(const BigCount& a, const BigCount& b);
  friend std::strong_ordering operator<=>(const BigCount& a, const BigCount& b);

  bool fits() const { return *this <= BigCount(kMaxCount); }
  // The same number, or kMaxCount when it does not fit.
  Count saturated() const;
  // To within the last place of a double; infinity beyond about 1.8e308.
  double to_double() const;

  friend std::string to_string(const BigCount& count);

 private:
  struct Number;
  Number& number();  // made when there is none

  std::unique_ptr<Number> number_;
};

std::string to_string(const BigCount& count);

// Decimal digits with a comma between groups of three, for people.
std::string with_separators(const BigCount& count);

// n choose r.
BigCount big_binomial(std::uint64_t n, int r);

}  // namespace rlminer
