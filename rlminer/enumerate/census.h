#pragma once

#include <vector>

#include "rlminer/enumerate/classify.h"
#include "rlminer/enumerate/monitor.h"
#include "rlminer/graph/graph.h"

namespace rlminer::enumerate {

// The frequency of every pattern of the given sizes, from one pass over all connected sets. Entry n
// of the result belongs to size n and is filled for the sizes asked for.
Classification take_census(const Graph& graph, const std::vector<int>& sizes,
                           const WalkBudget& budget = {});

}  // namespace rlminer::enumerate
