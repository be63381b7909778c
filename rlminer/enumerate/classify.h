#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "rlminer/base/count.h"
#include "rlminer/enumerate/monitor.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/sketch.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer {

// Canonical pattern -> exact frequency.
using PatternCounts = std::unordered_map<Pattern, Count, PatternHash>;

// Slots of the sketch of one size, to be looked into.
class SlotSet {
 public:
  SlotSet() = default;  // nothing
  SlotSet(const SizeSketch& sketch, const std::vector<std::uint32_t>& slots);

  bool empty() const { return count_ == 0; }
  std::size_t count() const { return count_; }
  bool contains(std::uint32_t hash) const {
    if (words_.empty()) return false;
    const std::size_t slot = SizeSketch::slot_of(hash, bits_);
    return (words_[slot / 64] >> (slot % 64) & 1u) != 0;
  }
  void remove(std::uint32_t hash);

 private:
  int bits_ = 1;
  std::size_t count_ = 0;
  std::vector<std::uint64_t> words_;
};

// Entry n belongs to the sketch of size n; the last entry to the largest size walked.
using SlotSelection = std::vector<SlotSet>;

struct Classification {
  std::vector<PatternCounts> sizes;  // entry n: patterns of n vertices in the selected slots
  std::vector<Count> sets;  // entry n: number of sets of n vertices, those that were reached
  WalkEnd end = WalkEnd::Complete;  // unless complete, the counts are lower bounds
};

// Walks all sets again and counts the patterns in the selected slots exactly, telling colliding
// ones apart.
Classification classify_slots(const RankedGraph& graph, const SlotSelection& selected,
                              const WalkBudget& budget);

// Walks until one pattern that is not in `known` has been met in every selected slot, or to the
// end; the patterns met, in canonical form (entry n: of n vertices).
struct Located {
  std::vector<std::vector<Pattern>> sizes;
  WalkEnd end = WalkEnd::Complete;
};
Located locate_patterns(const RankedGraph& graph, const SlotSelection& selected,
                        const std::vector<PatternCounts>& known, const WalkBudget& budget);

}  // namespace rlminer
