#include "rlminer/train/sac.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/env/state.h"
#include "rlminer/testing/learning_task.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/train/replay.h"

namespace rlminer::train {
namespace {

// What the step earned, by the definitions.
double plain_reward(const Graph& graph, const Transition& step) {
  std::vector<Vertex> set(step.chosen_vertices().begin(), step.chosen_vertices().end());
  set.push_back(step.action);
  if (set.size() < step.size) return 0.0;
  const auto best = testing::classes_of_size(graph, step.size).front().count;
  const auto found = testing::frequency(graph, testing::induced(graph, set));
  return static_cast<double>(found) / static_cast<double>(best);
}

void expect_honest(const Graph& graph, const Transition& step) {
  const env::Target target(graph);
  env::State state(target, step.size);
  for (const Vertex vertex : step.chosen_vertices()) {
    ASSERT_TRUE(std::ranges::binary_search(state.actions(), vertex));
    state.extend(vertex);
  }
  ASSERT_TRUE(std::ranges::binary_search(state.actions(), step.action));
  EXPECT_EQ(step.done, state.remaining() == 1);
  EXPECT_NEAR(step.reward, plain_reward(graph, step), 1e-6);
}

TEST(Sac, RemembersWhatWasPlayedAndWhatItEarned) {
  model::TrainConfig config = testing::brief_config(model::Algorithm::Sac);
  config.sac.replay_capacity = 1000;
  const std::vector<Graph> graphs = testing::stars(6, 1);
  const auto learner = make_sac(config, torch::kCPU, testing::rewarded(graphs, config.sizes));
  const RoundStats stats = learner->round({}, [](const RoundStats&) {});
  model::SafetensorsFile file;
  learner->store(file);
  for (const int size : config.sizes) {
    Replay replay(size, {.capacity = 1000});
    restore_replay(file, replay);
    // An episode on every graph, once at random and once by the policy.
    ASSERT_EQ(replay.count(), 2 * graphs.size() * static_cast<std::size_t>(size));
    double earned = 0.0;
    for (std::size_t i = 0; i < replay.count(); ++i) {
      const Transition step = replay.at(i);
      ASSERT_LT(step.target, graphs.size());
      expect_honest(graphs[step.target], step);
      earned += step.reward;
    }
    EXPECT_GT(earned, 0.0);
  }
  EXPECT_EQ(stats.episodes, graphs.size() * config.sizes.size());
}

// Updates are spread evenly however many episodes advance together.
TEST(Sac, UpdatesAsOftenAsAsked) {
  model::TrainConfig config = testing::brief_config(model::Algorithm::Sac);
  config.sac.updates_per_episode = 0.75;
  for (const std::size_t together : {1u, 5u, 100u}) {
    config.sac.parallel_episodes = together;
    const auto learner =
        make_sac(config, torch::kCPU, testing::rewarded(testing::stars(6, 1), config.sizes));
    learner->round({}, [](const RoundStats&) {});
    EXPECT_EQ(learner->updates(), 9u) << together;  // 6 graphs, 2 sizes
    learner->round({}, [](const RoundStats&) {});
    EXPECT_EQ(learner->updates(), 18u) << together;
    EXPECT_DOUBLE_EQ(learner->fraction(), 0.5);
  }
}

}  // namespace
}  // namespace rlminer::train
