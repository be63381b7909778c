#include "rlminer/enumerate/walk.h"

#include <algorithm>

namespace rlminer {

std::vector<WalkUnit> make_walk_units(const RankedGraph& graph, int size, int threads) {
  // Splitting repeats the work on the root, so only roots with enough branches to keep all threads
  // busy are split; a set of one vertex cannot be split at all.
  constexpr std::uint32_t kWorthSplitting = 8;
  std::vector<WalkUnit> units;
  for (Vertex root = 0; root < graph.num_vertices(); ++root) {
    const auto branches = static_cast<std::uint32_t>(graph.later_degree(root));
    if (threads == 1 || size < 4 || branches < kWorthSplitting) {
      units.push_back({root, 0, branches});
      continue;
    }
    for (std::uint32_t branch = 0; branch < branches; ++branch)
      units.push_back({root, branch, branch + 1});
  }
  return units;
}

}  // namespace rlminer
