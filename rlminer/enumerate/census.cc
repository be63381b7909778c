#include "rlminer/enumerate/census.h"

#include <algorithm>

namespace rlminer {

Classification take_census(const Graph& graph, const std::vector<int>& sizes,
                           const WalkBudget& budget) {
  const int largest = std::max(3, *std::max_element(sizes.begin(), sizes.end()));
  const SizeSketch two_slots(1, false);
  SlotSelection all(static_cast<std::size_t>(largest) + 1);
  for (const int size : sizes)
    all[static_cast<std::size_t>(size)] = SlotSet(two_slots, {0, 1});
  return classify_slots(RankedGraph(graph), all, budget);
}

}  // namespace rlminer
