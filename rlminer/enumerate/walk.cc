#include "rlminer/enumerate/walk.h"

#include <algorithm>

namespace rlminer::enumerate {
namespace {

// Every kSweeps-th unit, then those behind them, and so on. Few sweeps, because moving the root
// back to the start costs a pass over the graph.
std::vector<WalkUnit> spread(const std::vector<WalkUnit>& units) {
  constexpr std::size_t kSweeps = 16;
  std::vector<WalkUnit> result;
  result.reserve(units.size());
  for (std::size_t sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t i = sweep; i < units.size(); i += kSweeps)
      result.push_back(units[i]);
  }
  return result;
}

}  // namespace

std::vector<WalkUnit> make_walk_units(const RankedGraph& graph, int size, int threads,
                                      WalkOrder order) {
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
  if (order == WalkOrder::LowDegreeFirst) {
    std::reverse(units.begin(), units.end());
    return units;
  }
  // Small graphs are over before anyone could interrupt them.
  constexpr std::size_t kWorthSpreading = 500;
  return units.size() < kWorthSpreading ? units : spread(units);
}

}  // namespace rlminer::enumerate
