#include "rlminer/policy/uniform.h"

namespace rlminer::policy {

void UniformPolicy::score(std::span<const env::Observation> observations,
                          std::vector<std::vector<float>>& scores) {
  scores.resize(observations.size());
  for (std::size_t i = 0; i < observations.size(); ++i)
    scores[i].assign(observations[i].actions.size(), 0.0f);
}

}  // namespace rlminer::policy
