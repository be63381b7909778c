#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// A small labelled graph whose vertices came one by one: a word for each vertex, its label in the
// high half and in the low half a bit for each earlier vertex that it is adjacent to. Words behind
// the last vertex mean nothing. Equal codes are isomorphic graphs; a graph has a code for every
// order in which its vertices can come.
using GrowthCode = std::array<std::uint64_t, pattern::kMaxPatternSize>;

// Sorts many vertex sets of one size into isomorphism classes and counts them. Finding the class of
// a code takes a hundred nanoseconds or more, so it is done once per code and remembered under the
// hash of the code.
class IsomorphismClasses {
 public:
  explicit IsomorphismClasses(std::size_t size) : size_(size) {}

  // One more set, its code and a hash of that. Looking up the hash waits for memory, so it is
  // announced here and done some calls later.
  void add(std::uint64_t hash, const GrowthCode& code) {
    Waiting& place = waiting_[added_ % kWaiting];
    if (added_++ >= kWaiting) classify(place);
    by_code_.prefetch(hash);
    place.hash = hash;
    if (size_ <= kShort) {
      std::copy_n(code.begin(), kShort, place.code.begin());
    } else {
      place.code = code;
    }
  }
  // The same for a set whose edges are of several kinds, which a code does not tell. Such sets are
  // slower to classify, and not to be mixed with others.
  void add(const Pattern& pattern);
  // To be called after the last set.
  void finish();

  // The class of each set, in the order they were added.
  std::span<const std::uint32_t> classes() const { return classes_; }
  // How many sets each class has.
  std::span<const std::uint32_t> counts() const { return counts_; }

 private:
  static constexpr std::size_t kWaiting = 16;
  static constexpr std::size_t kShort = 16;
  struct Waiting {
    std::uint64_t hash;
    GrowthCode code;
  };

  void classify(const Waiting& waiting) {
    std::uint32_t& number = by_code_[waiting.hash];
    if (number == KeyNumbers::kNone) number = class_of(waiting.code);
    ++counts_[number];
    classes_.push_back(number);
  }
  std::uint32_t class_of(const GrowthCode& code);
  std::uint32_t number_of(std::uint64_t key);

  std::size_t size_;
  std::size_t added_ = 0;
  std::array<Waiting, kWaiting> waiting_;
  KeyNumbers by_code_;
  KeyNumbers by_key_;  // keys are equal if and only if the codes are isomorphic
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint32_t> classes_;
};

}  // namespace rlminer::enumerate
