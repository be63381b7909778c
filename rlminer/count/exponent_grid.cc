#include "rlminer/count/exponent_grid.h"

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

}  // namespace rlminer::count
