#pragma once

#include <vector>

#include "rlminer/policy/policy.h"
#include "rlminer/train/rewarded_graph.h"
#include "rlminer/train/trainer.h"

namespace rlminer::train {

// Average ratio of greedy rollouts to the best frequency, by size, over the graphs whose best
// frequency is known and not zero.
model::Ratios examine(policy::Policy& policy, const RewardedGraphs& graphs,
                      const std::vector<int>& sizes);

}  // namespace rlminer::train
