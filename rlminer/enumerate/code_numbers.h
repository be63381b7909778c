#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/enumerate/isomorphism_classes.h"
#include "rlminer/enumerate/pattern_key.h"

namespace rlminer::enumerate {

// Numbers codes of one size in the order in which they are met: 0, 1, 2, ... A code is looked up by
// a hash of it that the caller has at hand, and then compared word by word: codes that happen to
// have the same hash get different numbers.
class CodeNumbers {
 public:
  // `words` of each code mean something.
  explicit CodeNumbers(std::size_t words) : words_(words) {}

  // The number of a code; that of a new one is the count() of those before it.
  std::uint32_t number_of(std::uint64_t hash, const GrowthCode& code) {
    std::uint32_t* number = &first_[hash];
    while (*number != KeyNumbers::kNone && !is(*number, code))
      number = &next_[*number];
    if (*number != KeyNumbers::kNone) return *number;
    const auto added = static_cast<std::uint32_t>(count());
    *number = added;
    next_.push_back(KeyNumbers::kNone);
    codes_.insert(codes_.end(), code.begin(), code.begin() + static_cast<std::ptrdiff_t>(words_));
    return added;
  }

  std::size_t count() const { return next_.size(); }

 private:
  bool is(std::uint32_t number, const GrowthCode& code) const {
    return std::equal(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(words_),
                      codes_.begin() + static_cast<std::ptrdiff_t>(number * words_));
  }

  std::size_t words_;
  KeyNumbers first_;                 // hash -> the first code that was met with it
  std::vector<std::uint32_t> next_;  // by number: the next code with the same hash
  std::vector<std::uint64_t> codes_;
};

}  // namespace rlminer::enumerate
