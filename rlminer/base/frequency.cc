#include "rlminer/base/frequency.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace rlminer {

std::string to_string(Count count) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(count % 10)));
    count /= 10;
  } while (count != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string with_separators(Count count) {
  return with_separators(to_string(count));
}

std::string with_separators(std::string digits) {
  for (std::size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, 1, ',');
  return digits;
}

using boost::multiprecision::cpp_int;

struct BigCount::Number {
  cpp_int value;
};

BigCount::BigCount(Number&& number) : low_(kMaxCount) {
  if (number.value <= BigCount(kMaxCount).number().value) {
    const cpp_int low = number.value & ~std::uint64_t{0};
    const cpp_int high = number.value >> 64;
    low_ = Count{static_cast<std::uint64_t>(high)} << 64 | static_cast<std::uint64_t>(low);
  } else {
    number_ = std::make_shared<const Number>(std::move(number));
  }
}

BigCount::Number BigCount::number() const {
  if (number_) return *number_;
  Number number{static_cast<std::uint64_t>(low_ >> 64)};
  number.value <<= 64;
  number.value += static_cast<std::uint64_t>(low_);
  return number;
}

BigCount BigCount::whole_part(double value) {
  if (value < 0x1p127) return static_cast<Count>(value);
  return BigCount(Number{cpp_int(std::min(value, std::numeric_limits<double>::max()))});
}

BigCount& BigCount::add_large(const BigCount& other) {
  return *this = BigCount(Number{number().value + other.number().value});
}

BigCount& BigCount::operator*=(const BigCount& other) {
  Count product;
  if (fits() && other.fits() && !__builtin_mul_overflow(low_, other.low_, &product)) {
    low_ = product;
    return *this;
  }
  return *this = BigCount(Number{number().value * other.number().value});
}

BigCount BigCount::divided_by(std::uint64_t divisor) const {
  return fits() ? BigCount(low_ / divisor) : BigCount(Number{number_->value / divisor});
}

std::strong_ordering BigCount::compare_large(const BigCount& a, const BigCount& b) {
  return a.number().value.compare(b.number().value) <=> 0;
}

double BigCount::to_double() const {
  return fits() ? static_cast<double>(low_) : number_->value.convert_to<double>();
}

std::string to_string(const BigCount& count) {
  return count.fits() ? to_string(count.low_) : count.number_->value.str();
}

std::string with_separators(const BigCount& count) {
  return with_separators(to_string(count));
}

BigCount big_binomial(std::uint64_t n, int r) {
  if (r < 0 || static_cast<std::uint64_t>(r) > n) return BigCount();
  BigCount result = Count{1};
  for (std::uint64_t i = 1; i <= static_cast<std::uint64_t>(r); ++i) {
    result *= BigCount(n - static_cast<std::uint64_t>(r) + i);
    result = result.divided_by(i);
  }
  return result;
}

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
