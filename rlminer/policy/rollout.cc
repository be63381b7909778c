#include "rlminer/policy/rollout.h"

#include "rlminer/policy/sampling.h"

namespace rlminer::policy {

std::vector<std::vector<Vertex>> roll_out(Policy& policy,
                                          std::span<const env::Episodes::Task> tasks,
                                          const RolloutParams& params) {
  env::Episodes episodes(tasks);
  std::vector<Rng> rngs;
  if (params.rng != nullptr) {
    for (std::size_t i = 0; i < tasks.size(); ++i)
      rngs.push_back(params.rng->split());
  }
  std::vector<std::vector<float>> scores;
  std::vector<Vertex> actions;
  while (!episodes.unfinished().empty() && !params.deadline.expired()) {
    const auto observations = episodes.observations();
    policy.score(observations, scores);
    actions.clear();
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const std::size_t episode = episodes.unfinished()[i];
      const std::size_t choice =
          rngs.empty() ? greedy(scores[i]) : draw(scores[i], rngs[episode], params.temperature);
      actions.push_back(observations[i].actions[choice]);
    }
    episodes.step(actions);
  }
  std::vector<std::vector<Vertex>> sets(episodes.size());
  for (std::size_t i = 0; i < episodes.size(); ++i) {
    if (episodes.state(i).done())
      sets[i].assign(episodes.chosen(i).begin(), episodes.chosen(i).end());
  }
  return sets;
}

}  // namespace rlminer::policy
