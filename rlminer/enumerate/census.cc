#include "rlminer/enumerate/census.h"

#include <algorithm>

namespace rlminer::enumerate {

Classification take_census(const Graph& graph, const std::vector<int>& sizes,
                           const WalkBudget& budget) {
  const int largest = std::max(3, *std::max_element(sizes.begin(), sizes.end()));
  KeySelection all(static_cast<std::size_t>(largest) + 1);
  for (const int size : sizes)
    all[static_cast<std::size_t>(size)] = KeySet::everything();
  return classify_keys(RankedGraph(graph), all, budget);
}

}  // namespace rlminer::enumerate
