#pragma once

#include <span>
#include <vector>

#include "rlminer/env/observation.h"

namespace rlminer::policy {

// Scores the valid actions of states; the higher, the better. Scores are unnormalised log
// probabilities (logits).
class Policy {
 public:
  virtual ~Policy() = default;

  // Fills scores[i][j] for action j of observations[i]; resizes as needed. Observations have at
  // least one action.
  virtual void score(std::span<const env::Observation> observations,
                     std::vector<std::vector<float>>& scores) = 0;

  // A graph's vertices as this policy sees them. Throws Error naming labels it does not know. By
  // default the graph's own label numbers, without features.
  virtual env::Encoding encode(const Graph& graph) const;
};

}  // namespace rlminer::policy
