#include "rlminer/env/reward.h"

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::env {
namespace {

TEST(Reward, ByHand) {
  // 5 vertices, 4 edges: density 2 * 4 / (5 * 4) = 0.4.
  const Graph graph = testing::path(5);
  EXPECT_DOUBLE_EQ(edge_density(graph), 0.4);
  const Outcome outcome{.frequency = 3, .size = 3, .best = 4};
  EXPECT_DOUBLE_EQ(reward(RewardKind::Exact, graph, outcome), 0.75);
  EXPECT_DOUBLE_EQ(reward(RewardKind::Raw, graph, outcome), 3.0);
  EXPECT_DOUBLE_EQ(reward(RewardKind::Density, graph, outcome), 3.0 / (5 * 0.4 * 3));
}

TEST(Reward, WithoutTheBestOnlyExactFails) {
  const Graph graph = testing::path(5);
  const Outcome outcome{.frequency = 3, .size = 3, .best = std::nullopt};
  EXPECT_THROW(reward(RewardKind::Exact, graph, outcome), Error);
  EXPECT_DOUBLE_EQ(reward(RewardKind::Raw, graph, outcome), 3.0);
  EXPECT_NO_THROW(reward(RewardKind::Density, graph, outcome));
}

TEST(Reward, NothingToDivideBy) {
  EXPECT_DOUBLE_EQ(edge_density(Graph()), 0.0);
  const Outcome single{.frequency = 3, .size = 1, .best = 3};
  EXPECT_DOUBLE_EQ(reward(RewardKind::Density, testing::unlabelled(3, {}), single), 0.0);
  const Outcome none{.frequency = 0, .size = 4, .best = 0};
  EXPECT_DOUBLE_EQ(reward(RewardKind::Exact, testing::path(3), none), 0.0);
}

TEST(Reward, NamesGoThereAndBack) {
  EXPECT_EQ(reward_names(), (std::vector<std::string>{"exact", "raw", "density"}));
  for (const std::string& name : reward_names())
    EXPECT_EQ(to_string(reward_kind(name)), name);
  EXPECT_THROW(reward_kind("nonsense"), Error);
}

}  // namespace
}  // namespace rlminer::env
