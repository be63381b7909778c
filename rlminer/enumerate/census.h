#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "rlminer/base/frequency.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/sketch.h"
#include "rlminer/enumerate/walk.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// Canonical pattern -> exact frequency.
using PatternCounts = std::unordered_map<Pattern, Count, pattern::PatternHash>;
// Canonical pattern -> one occurrence, in the order of its vertices.
using PatternExamples = std::unordered_map<Pattern, std::vector<Vertex>, pattern::PatternHash>;

// Keys of the sketch of one size, to be looked into.
class KeySet {
 public:
  KeySet() = default;  // nothing
  KeySet(const SizeSketch& sketch, const std::vector<SizeSketch::Key>& keys);
  static KeySet everything();

  std::size_t count() const { return keys_.size(); }
  bool contains(std::uint32_t hash) const {
    return everything_ || (may_contain(hash) && surely_contains(hash));
  }
  void remove(std::uint32_t hash) {
    keys_.erase(key_of(hash));
    everything_ = false;
  }

 private:
  bool may_contain(std::uint32_t hash) const {
    const std::size_t bit = filter_bit(key_of(hash));
    return (filter_[bit / 64] >> (bit % 64) & 1u) != 0;
  }
  bool surely_contains(std::uint32_t hash) const;  // a call, so that the rest is inlined

  static constexpr int kFilterBits = 12;
  static std::size_t filter_bit(SizeSketch::Key key) {
    return (key * 0x9e3779b1u) >> (32 - kFilterBits);
  }
  SizeSketch::Key key_of(std::uint32_t hash) const {
    const SizeSketch::Key key = hash >> dropped_bits_;
    return key == 0 ? 1 : key;
  }

  int dropped_bits_ = 0;
  bool everything_ = false;
  // Nearly all sets of a walk are not selected: one look at a table that stays in the cache says
  // so.
  std::array<std::uint64_t, (std::size_t{1} << kFilterBits) / 64> filter_{};
  std::unordered_set<SizeSketch::Key> keys_;
};

// Entry n belongs to the sketch of size n; the last entry to the largest size walked.
using KeySelection = std::vector<KeySet>;

struct Classification {
  std::vector<PatternCounts> sizes;  // entry n: patterns of n vertices with a selected key
  std::vector<Count> sets;  // entry n: number of sets of n vertices, those that were reached
  WalkEnd end = WalkEnd::Complete;             // unless complete, the counts are lower bounds
  std::vector<PatternExamples> examples = {};  // where asked for: of each pattern in `sizes`
};

// Walks all sets again and counts the patterns with a selected key exactly, telling colliding
// ones apart.
Classification classify_keys(const RankedGraph& graph, const KeySelection& selected,
                             const WalkBudget& budget, bool keep_examples = false);

// Walks until one pattern that is not in `known` has been met in every selected key, or to the
// end; the patterns met and where (entry n: of n vertices).
struct Located {
  std::vector<PatternExamples> sizes;
  WalkEnd end = WalkEnd::Complete;
};
Located locate_patterns(const RankedGraph& graph, const KeySelection& selected,
                        const std::vector<PatternCounts>& known, const WalkBudget& budget,
                        WalkOrder order = WalkOrder::LowDegreeFirst);

// The frequency of every pattern of the given sizes, from one pass over all connected sets. Entry n
// of the result belongs to size n and is filled for the sizes asked for.
Classification take_census(const Graph& graph, const std::vector<int>& sizes,
                           const WalkBudget& budget = {});

}  // namespace rlminer::enumerate
