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

// Which slots of a sketch to look into. Entry n belongs to size n; an empty entry selects nothing.
using SlotSelection = std::vector<std::vector<bool>>;

struct Classification {
  std::vector<PatternCounts> sizes;  // entry n: patterns of n vertices in the selected slots
  std::vector<Count> sets;  // entry n: number of sets of n vertices, those that were reached
  WalkEnd end = WalkEnd::Complete;  // unless complete, the counts are lower bounds
};

// Walks all sets again and counts the patterns in the selected slots exactly, telling colliding
// ones apart.
Classification classify_slots(const RankedGraph& graph, const Sketch& sketch,
                              const SlotSelection& selected, const WalkBudget& budget);

// Walks until one pattern that is not in `known` has been met in every selected slot, or to the
// end; the patterns met, in canonical form (entry n: of n vertices).
struct Located {
  std::vector<std::vector<Pattern>> sizes;
  WalkEnd end = WalkEnd::Complete;
};
Located locate_patterns(const RankedGraph& graph, const Sketch& sketch,
                        const SlotSelection& selected, const std::vector<PatternCounts>& known,
                        const WalkBudget& budget);

}  // namespace rlminer
