#pragma once

#include <cstdint>

#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// 128 bits that stand for a pattern as written (260 bytes): multilinear hashing with random
// constants, so that two given patterns have equal keys with a probability of 2^-128.
struct PatternKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const PatternKey&, const PatternKey&) = default;
};

PatternKey pattern_key(const Pattern& pattern);

}  // namespace rlminer::enumerate
