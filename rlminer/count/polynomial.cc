#include "rlminer/count/polynomial.h"

#include <bit>
#include <cassert>
#include <iterator>
#include <numeric>
#include <utility>

namespace rlminer::count {
namespace {

// Enough for 9 leaves of 9 kinds or 31 of two; beyond, polynomials are kept as lists.
constexpr std::uint64_t kMostMonomials = 512;
constexpr std::size_t kMostDivisors = std::size_t{1} << 17;

}  // namespace

ExponentGrid::ExponentGrid(const ExponentLayout& layout, std::span<const int> limits) {
  std::uint64_t size = 1;
  for (const int limit : limits) {
    stride_.push_back(static_cast<std::uint32_t>(size));
    radix_.push_back(static_cast<std::uint32_t>(limit + 1));
    size *= static_cast<std::uint64_t>(limit + 1);
    if (size > kMostMonomials) return;
  }
  total_.resize(size);
  usable_ = number_monomials(layout);
}

// False when there are too many divisors.
bool ExponentGrid::number_monomials(const ExponentLayout& layout) {
  monomial_.assign(size(), 0);
  present_.assign(size(), 0);
  divisors_begin_.assign(1, 0);
  for (std::size_t n = 0; n < size(); ++n) {
    int total = 0;
    for (std::size_t g = 0; g < variables(); ++g) {
      const int e = exponent(n, g);
      monomial_[n] += layout.variable(g) * static_cast<std::uint64_t>(e);
      present_[n] |= static_cast<std::uint32_t>(e > 0) << g;
      total += e;
    }
    total_[n] = static_cast<std::uint8_t>(total);
    for (std::size_t d = 0; d <= n; ++d) {
      if (layout.within(monomial_[d], monomial_[n]))
        divisors_.push_back(static_cast<std::uint16_t>(d));
    }
    if (divisors_.size() > kMostDivisors) return false;
    divisors_begin_.push_back(static_cast<std::uint32_t>(divisors_.size()));
  }
  return true;
}

ExponentLayout::ExponentLayout(std::span<const int> limits) {
  unsigned used = 0;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const auto limit = static_cast<unsigned>(limits[i]);
    assert(limits[i] > 0);
    const auto width = static_cast<unsigned>(std::bit_width(limit)) + 1;
    shift_[i] = static_cast<std::uint8_t>(used);
    width_[i] = static_cast<std::uint8_t>(width);
    limits_ |= std::uint64_t{limit} << used;
    tops_ |= std::uint64_t{1} << (used + width - 1);
    used += width;
  }
  assert(used <= 64);
}

template <Coefficient Number>
void Polynomial<Number>::add_multiple(const Polynomial& other, const Term& factor,
                                      const ExponentLayout& layout, std::uint64_t limits) {
  merged_.clear();
  auto mine = terms_.begin();
  for (const Term& term : other.terms_) {
    const std::uint64_t monomial = term.monomial + factor.monomial;
    if (!layout.within(monomial, limits)) continue;
    while (mine != terms_.end() && mine->monomial < monomial)
      merged_.push_back(std::move(*mine++));
    Number coefficient = term.coefficient * factor.coefficient;
    if (mine != terms_.end() && mine->monomial == monomial) coefficient += (mine++)->coefficient;
    merged_.push_back({monomial, std::move(coefficient)});
  }
  merged_.insert(merged_.end(), std::move_iterator(mine), std::move_iterator(terms_.end()));
  terms_.swap(merged_);
}

template <Coefficient Number>
void Polynomial<Number>::multiply(const Polynomial& other, const ExponentLayout& layout,
                                  std::uint64_t limits, Polynomial& scratch) {
  scratch.terms_.swap(terms_);
  terms_.clear();
  for (const Term& term : other.terms_)
    add_multiple(scratch, term, layout, limits);
}

template class Polynomial<std::uint64_t>;
template class Polynomial<Count>;
template class Polynomial<BigCount>;

Count binomial(std::uint64_t n, int r) {
  if (r < 0 || static_cast<std::uint64_t>(r) > n) return 0;
  Count result = 1;
  for (std::uint64_t i = 1; i <= static_cast<std::uint64_t>(r); ++i) {
    // result * (n - r + i) / i without leaving 128 bits before it must: i divides the product.
    std::uint64_t factor = n - static_cast<std::uint64_t>(r) + i;
    std::uint64_t divisor = i;
    const std::uint64_t common = std::gcd(factor, divisor);
    factor /= common;
    divisor /= common;
    result = fast_saturating_mul(result / divisor, factor);
    if (result == kMaxCount) return kMaxCount;
  }
  return result;
}

}  // namespace rlminer::count
