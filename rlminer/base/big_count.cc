#include "rlminer/base/big_count.h"

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <utility>

namespace rlminer {

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

}  // namespace rlminer
