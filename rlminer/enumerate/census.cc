#include "rlminer/enumerate/census.h"

#include <algorithm>

namespace rlminer {

Classification take_census(const Graph& graph, const std::vector<int>& sizes,
                           const WalkBudget& budget) {
  const int largest = std::max(3, *std::max_element(sizes.begin(), sizes.end()));
  Sketch one_slot_each;
  one_slot_each.sizes.assign(static_cast<std::size_t>(largest) + 1, SizeSketch(1, false));
  SlotSelection all(one_slot_each.sizes.size());
  for (const int size : sizes)
    all[static_cast<std::size_t>(size)].assign(2, true);
  return classify_slots(RankedGraph(graph), one_slot_each, all, budget);
}

}  // namespace rlminer
