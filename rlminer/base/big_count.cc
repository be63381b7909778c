#include "rlminer/base/big_count.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <utility>

namespace rlminer {

using boost::multiprecision::cpp_int;

struct BigCount::Number {
  cpp_int value;
};

BigCount::BigCount() noexcept = default;
BigCount::BigCount(BigCount&& other) noexcept = default;
BigCount& BigCount::operator=(BigCount&& other) noexcept = default;
BigCount::~BigCount() = default;

BigCount::BigCount(Count count) {
  if (count == 0) return;
  number_ = std::make_unique<Number>();
  number_->value = static_cast<std::uint64_t>(count >> 64);
  number_->value <<= 64;
  number_->value += static_cast<std::uint64_t>(count);
}

BigCount::BigCount(const BigCount& other)
    : number_(other.number_ ? std::make_unique<Number>(*other.number_) : nullptr) {}

BigCount& BigCount::operator=(const BigCount& other) {
  if (this != &other) *this = BigCount(other);
  return *this;
}

BigCount::Number& BigCount::number() {
  if (!number_) number_ = std::make_unique<Number>();
  return *number_;
}

BigCount& BigCount::operator+=(const BigCount& other) {
  if (other.number_) number().value += other.number_->value;
  return *this;
}

BigCount& BigCount::operator*=(const BigCount& other) {
  if (!other.number_) {
    number_.reset();
  } else if (number_) {
    number_->value *= other.number_->value;
  }
  return *this;
}

BigCount BigCount::divided_by(std::uint64_t divisor) const {
  BigCount result = *this;
  if (!result.number_) return result;
  result.number_->value /= divisor;
  if (result.number_->value == 0) result.number_.reset();
  return result;
}

bool operator==(const BigCount& a, const BigCount& b) {
  return (a <=> b) == 0;
}

std::strong_ordering operator<=>(const BigCount& a, const BigCount& b) {
  if (!a.number_ || !b.number_)
    return static_cast<bool>(a.number_) <=> static_cast<bool>(b.number_);
  return a.number_->value.compare(b.number_->value) <=> 0;
}

Count BigCount::saturated() const {
  if (!number_) return 0;
  if (!fits()) return kMaxCount;
  const cpp_int low = number_->value & ~std::uint64_t{0};
  const cpp_int high = number_->value >> 64;
  return Count{static_cast<std::uint64_t>(high)} << 64 | static_cast<std::uint64_t>(low);
}

double BigCount::to_double() const {
  return number_ ? number_->value.convert_to<double>() : 0.0;
}

std::string to_string(const BigCount& count) {
  return count.number_ ? count.number_->value.str() : "0";
}

std::string with_separators(const BigCount& count) {
  std::string digits = to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, 1, ',');
  return digits;
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
