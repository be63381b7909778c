#pragma once

#include <vector>

#include "rlminer/enumerate/ranked_graph.h"

namespace rlminer::enumerate {

// Estimates how many connected sets of each size up to `size` the graph has (entry n: of n
// vertices), without bias, from `probes` random descents of the enumeration tree: a descent that
// had b_1, b_2, ... branches to choose from stands for b_1 * b_2 * ... sets. Always the same
// estimate for the same graph.
std::vector<double> estimate_sets(const RankedGraph& graph, int size, int probes);

}  // namespace rlminer::enumerate
