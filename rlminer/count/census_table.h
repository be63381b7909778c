#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rlminer/base/count.h"
#include "rlminer/enumerate/classify.h"
#include "rlminer/enumerate/pattern_key.h"

namespace rlminer::count {

// The frequencies of all patterns of one size, by the keys of the canonical patterns: open
// addressing, keys and counts in two arrays, 25 bytes per pattern.
class CensusTable {
 public:
  // None when a count does not fit into 32 bits: that is no case for a table.
  static std::optional<CensusTable> of(const enumerate::PatternCounts& patterns);

  Count frequency(const enumerate::PatternKey& key) const { return counts_[slot_of(key)]; }
  // The highest frequency; 0 when there is no pattern.
  Count best() const { return best_; }

 private:
  // Index of the slot that holds the key, or of the empty slot where it would go.
  std::size_t slot_of(const enumerate::PatternKey& key) const;

  std::uint32_t best_ = 0;
  std::vector<enumerate::PatternKey> keys_;
  std::vector<std::uint32_t> counts_;  // 0: the slot is empty
};

}  // namespace rlminer::count
