#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/big_count.h"
#include "rlminer/base/count.h"

namespace rlminer::count {

// The exponents of up to 31 variables packed into one word: a field per variable, wide enough for
// the sum of two exponents that are within the limits. Monomials multiply by adding their words.
class ExponentLayout {
 public:
  ExponentLayout() = default;
  // The greatest exponent wanted of each variable, all positive, 31 in sum at most.
  explicit ExponentLayout(std::span<const int> limits);

  std::uint64_t variable(std::size_t i) const { return std::uint64_t{1} << shift_[i]; }
  int exponent(std::uint64_t monomial, std::size_t i) const {
    return static_cast<int>(monomial >> shift_[i] & ((std::uint64_t{1} << width_[i]) - 1));
  }
  std::uint64_t limits() const { return limits_; }

  // Whether no exponent is above that of `limits`. Both have all exponents within twice and once
  // the limits of the layout.
  bool within(std::uint64_t monomial, std::uint64_t limits) const {
    return (((limits | tops_) - monomial) & tops_) == tops_;
  }

 private:
  std::array<std::uint8_t, 32> shift_{};
  std::array<std::uint8_t, 32> width_{};
  std::uint64_t limits_ = 0;
  std::uint64_t tops_ = 0;  // the top bit of every field: free in monomials within the limits
};

// What coefficients are counted in. The two words wrap around: sums and products of wrapped numbers
// are right modulo 2^64 or 2^128, so that a result that is known to fit comes out exactly, whatever
// happened to the numbers it was made of.
template <typename Number>
concept Coefficient = std::same_as<Number, std::uint64_t> || std::same_as<Number, Count> ||
    std::same_as<Number, BigCount>;

template <typename Number>
Number unit() {
  return Number(Count{1});
}

// A polynomial with non-negative coefficients, without the monomials beyond some limits.
template <Coefficient Number>
class Polynomial {
 public:
  struct Term {
    std::uint64_t monomial;
    Number coefficient;
  };

  static Polynomial one() { return Polynomial(std::vector<Term>{{0, unit<Number>()}}); }
  Polynomial() = default;                                                     // zero
  explicit Polynomial(std::vector<Term> terms) : terms_(std::move(terms)) {}  // ascending

  std::span<const Term> terms() const { return terms_; }
  void reset_to_one() { terms_.assign(1, {0, unit<Number>()}); }
  void reset_to_zero() { terms_.clear(); }
  // Monomials must come in ascending order.
  void append(const Term& term) { terms_.push_back(term); }

  // Adds monomial * other, leaving out what is beyond the limits.
  void add_multiple(const Polynomial& other, const Term& factor, const ExponentLayout& layout,
                    std::uint64_t limits);
  // The scratch polynomial lends its memory.
  void multiply(const Polynomial& other, const ExponentLayout& layout, std::uint64_t limits,
                Polynomial& scratch);

 private:
  std::vector<Term> terms_;   // ascending monomials, each once
  std::vector<Term> merged_;  // scratch memory of add_multiple()
};

// n choose r, saturating.
Count binomial(std::uint64_t n, int r);

// n choose r as a coefficient; for the words only where it fits.
template <Coefficient Number>
Number binomial_as(std::uint64_t n, int r) {
  if constexpr (std::same_as<Number, BigCount>) {
    return big_binomial(n, r);
  } else {
    return static_cast<Number>(binomial(n, r));
  }
}

// Sums and products that saturate, for loops in which small numbers are the rule.
inline Count fast_saturating_mul(Count a, Count b) {
  if (((a | b) >> 64) == 0) return a * b;
  Count product;
  return __builtin_mul_overflow(a, b, &product) ? kMaxCount : product;
}
inline Count fast_saturating_add(Count a, Count b) {
  Count sum;
  return __builtin_add_overflow(a, b, &sum) ? kMaxCount : sum;
}

}  // namespace rlminer::count
