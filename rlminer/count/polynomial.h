#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/frequency.h"

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

// The monomials within the limits of a layout, numbered from 0 in mixed radix. Numbers add as
// exponents do, and their order is that of the packed monomials, so polynomials that use most
// monomials are plain arrays. The number of the exponents that may still be used up is called a
// rest.
class ExponentGrid {
 public:
  ExponentGrid() = default;
  explicit ExponentGrid(const ExponentLayout& layout, std::span<const int> limits);

  // False: too many monomials for arrays; nothing below may be called.
  bool usable() const { return usable_; }
  std::size_t size() const { return total_.size(); }
  std::size_t variables() const { return stride_.size(); }

  std::uint32_t stride(std::size_t variable) const { return stride_[variable]; }
  std::uint64_t monomial(std::size_t number) const { return monomial_[number]; }
  int total(std::size_t number) const { return total_[number]; }
  int exponent(std::size_t number, std::size_t variable) const {
    return static_cast<int>(number / stride_[variable] % radix_[variable]);
  }
  bool has(std::size_t number, std::size_t variable) const {
    return (present_[number] >> variable & 1u) != 0;
  }
  // The variables with a positive exponent, as bits.
  std::uint32_t present(std::size_t number) const { return present_[number]; }
  // The monomials that divide this one, ascending.
  std::span<const std::uint16_t> divisors(std::size_t number) const {
    return {divisors_.data() + divisors_begin_[number],
            divisors_.data() + divisors_begin_[number + 1]};
  }

 private:
  bool number_monomials(const ExponentLayout& layout);

  bool usable_ = false;
  std::vector<std::uint32_t> stride_, radix_;
  std::vector<std::uint64_t> monomial_;
  std::vector<std::uint8_t> total_;
  std::vector<std::uint32_t> present_;
  std::vector<std::uint32_t> divisors_begin_;
  std::vector<std::uint16_t> divisors_;
};

}  // namespace rlminer::count
