#include "rlminer/env/state.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::env {
namespace {

using testing::Set;

// The size of the component of `v`, by plain growth.
std::size_t component_size(const Graph& graph, Vertex v) {
  Set reached{v};
  for (Set more; !(more = testing::neighborhood(graph, reached)).empty();) {
    for (const Vertex u : more)
      reached = testing::with(reached, u);
  }
  return reached.size();
}

Set expected_actions(const Graph& graph, const State& state) {
  if (state.done()) return {};
  if (!state.chosen().empty()) {
    return testing::neighborhood(graph, {state.chosen().begin(), state.chosen().end()});
  }
  Set starts;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (component_size(graph, v) >= static_cast<std::size_t>(state.size())) starts.push_back(v);
  }
  return starts;
}

Set actions_of(const State& state) {
  return {state.actions().begin(), state.actions().end()};
}

TEST(State, ActionsAreThoseOfTheDefinitionAndRetractUndoes) {
  for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Target target(testing::random_small_graph(seed, 14));
    Rng rng(seed);
    const int size = 1 + static_cast<int>(rng.below(9));
    for (int episode = 0; episode < 4; ++episode) {
      State state(target, size);
      for (auto actions = state.actions(); !actions.empty(); actions = state.actions()) {
        ASSERT_EQ(actions_of(state), expected_actions(target.graph(), state));
        ASSERT_EQ(state.remaining(), size - static_cast<int>(state.chosen().size()));
        const Vertex choice = actions[rng.below(actions.size())];
        state.extend(choice);
        ASSERT_EQ(state.chosen().back(), choice);
      }
      ASSERT_EQ(actions_of(state), expected_actions(target.graph(), state));
    }
  }
}

// Whatever is chosen, an episode that can begin reaches its size.
TEST(State, NoDeadEnds) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Target target(testing::random_small_graph(seed, 20));
    Rng rng(seed);
    for (int size = 1; size <= 8; ++size) {
      State state(target, size);
      if (state.actions().empty()) continue;
      while (!state.done()) {
        ASSERT_FALSE(state.actions().empty()) << seed;
        state.extend(state.actions()[rng.below(state.actions().size())]);
      }
      EXPECT_TRUE(
          testing::is_connected(target.graph(), {state.chosen().begin(), state.chosen().end()}));
      EXPECT_TRUE(state.actions().empty());
    }
  }
}

TEST(State, CopiesAreIndependent) {
  const Target target(testing::path(6));
  State state(target, 4);
  state.extend(2);
  State copy = state;
  copy.extend(3);
  state.extend(1);
  EXPECT_EQ(actions_of(copy), (Set{1, 4}));
  EXPECT_EQ(actions_of(state), (Set{0, 3}));
}

TEST(State, ObservationIsAViewOfIt) {
  const Target target(testing::path(6));
  State state(target, 4);
  state.extend(2);
  const Observation observation = observe(state);
  EXPECT_EQ(observation.target, &target);
  EXPECT_EQ(observation.size, 4);
  EXPECT_EQ(observation.chosen.data(), state.chosen().data());
  EXPECT_EQ(observation.actions.data(), state.actions().data());
}

TEST(State, SizesOutOfRangeAreRefused) {
  const Target target(testing::path(3));
  EXPECT_THROW(State(target, 0), Error);
  EXPECT_THROW(State(target, pattern::kMaxPatternSize + 1), Error);
}

TEST(Target, StartsLeaveOutSmallComponents) {
  // Components of 1, 2 and 4 vertices.
  const Target target(testing::unlabelled(7, {{1, 5}, {0, 2}, {2, 3}, {3, 6}}));
  const auto starts = [&](int size) {
    const auto list = target.starts(size);
    return Set(list.begin(), list.end());
  };
  EXPECT_EQ(starts(1), (Set{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(starts(2), (Set{0, 1, 2, 3, 5, 6}));
  EXPECT_EQ(starts(3), (Set{0, 2, 3, 6}));
  EXPECT_EQ(starts(4), (Set{0, 2, 3, 6}));
  EXPECT_TRUE(starts(5).empty());
  EXPECT_TRUE(starts(pattern::kMaxPatternSize).empty());
  EXPECT_TRUE(Target(Graph()).starts(1).empty());
}

TEST(Target, TokensAreTheLabelsUnlessGiven) {
  const Graph graph = testing::random_small_graph(2, 8);
  const Target plain(graph);
  EXPECT_TRUE(std::equal(plain.tokens().begin(), plain.tokens().end(), graph.labels().begin(),
                         graph.labels().end()));
  std::vector<Label> tokens(graph.num_vertices(), 7);
  const Target renamed(graph, {tokens, {}});
  EXPECT_TRUE(std::equal(renamed.tokens().begin(), renamed.tokens().end(), tokens.begin()));
  tokens.push_back(7);
  EXPECT_THROW(Target(graph, {tokens, {}}), Error);
}

}  // namespace
}  // namespace rlminer::env
