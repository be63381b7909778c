#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/count/polynomial.h"

namespace rlminer::count {

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
