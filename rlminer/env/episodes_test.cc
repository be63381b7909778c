#include "rlminer/env/episodes.h"

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::env {
namespace {

TEST(Episodes, AdvanceTogetherAndEarnWhatTheirSetsAreWorth) {
  std::deque<Target> targets;
  std::vector<Frequencies> frequencies;
  std::vector<Episodes::Task> tasks;
  const std::vector<int> sizes{1, 3, 5};
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    targets.emplace_back(testing::random_small_graph(seed, 8));
    frequencies.emplace_back(targets.back().graph(), sizes);
    for (const int size : sizes)
      tasks.push_back({&targets.back(), size});
  }
  Episodes episodes(tasks);
  ASSERT_EQ(episodes.size(), tasks.size());
  Rng rng(1);
  int steps = 0;
  for (; !episodes.unfinished().empty(); ++steps) {
    const auto observations = episodes.observations();
    ASSERT_EQ(observations.size(), episodes.unfinished().size());
    std::vector<Vertex> actions;
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const State& state = episodes.state(episodes.unfinished()[i]);
      ASSERT_EQ(observations[i].target, &state.target());
      ASSERT_EQ(observations[i].size, state.size());
      ASSERT_EQ(observations[i].chosen.size(), static_cast<std::size_t>(steps));
      ASSERT_FALSE(observations[i].actions.empty());
      actions.push_back(observations[i].actions[rng.below(observations[i].actions.size())]);
    }
    episodes.step(actions);
  }
  EXPECT_EQ(steps, 5);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    SCOPED_TRACE("task " + std::to_string(i));
    const Graph& graph = tasks[i].target->graph();
    const Frequencies& known = frequencies[i / sizes.size()];
    const auto classes = testing::classes_of_size(graph, tasks[i].size);
    const auto chosen = episodes.chosen(i);
    ASSERT_EQ(chosen.size(), classes.empty() ? 0 : static_cast<std::size_t>(tasks[i].size));
    if (classes.empty()) {
      EXPECT_EQ(episodes.reward(i, RewardKind::Exact, known), 0.0);
      continue;
    }
    const auto frequency =
        static_cast<double>(testing::frequency(graph, testing::induced(graph, chosen)));
    EXPECT_DOUBLE_EQ(episodes.reward(i, RewardKind::Raw, known), frequency);
    EXPECT_DOUBLE_EQ(episodes.reward(i, RewardKind::Exact, known),
                     frequency / static_cast<double>(classes[0].count));
  }
}

TEST(Episodes, UnfinishedOnesHaveEarnedNothing) {
  const Target target(testing::path(5));
  const std::vector<Episodes::Task> tasks{{&target, 2}};
  Episodes episodes(tasks);
  const Frequencies frequencies(target.graph(), std::vector<int>{2});
  EXPECT_EQ(episodes.reward(0, RewardKind::Raw, frequencies), 0.0);
  episodes.step(std::vector<Vertex>{2});
  EXPECT_EQ(episodes.reward(0, RewardKind::Raw, frequencies), 0.0);
  episodes.step(std::vector<Vertex>{3});
  EXPECT_EQ(episodes.reward(0, RewardKind::Raw, frequencies), 4.0);
}

}  // namespace
}  // namespace rlminer::env
