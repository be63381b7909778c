#pragma once

#include <span>
#include <vector>

#include "rlminer/policy/policy.h"

namespace rlminer::policy {

// Likes every action equally: the random baseline, and the stand-in for a network in tests.
class UniformPolicy : public Policy {
 public:
  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override;
};

}  // namespace rlminer::policy
