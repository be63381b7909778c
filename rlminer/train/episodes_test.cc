#include "rlminer/train/episodes.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/env/state.h"
#include "rlminer/testing/learning_task.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/training_graphs.h"

namespace rlminer::train {
namespace {

constexpr std::size_t kPlaces = 3;
const std::vector<int> kSizes = {3, 4};

class Episodes : public ::testing::Test {
 protected:
  Episodes() {
    FreshPool::Options options{.perturb = {.min_vertices = 6, .max_vertices = 10},
                               .sizes = kSizes,
                               .sets = 100'000,
                               .seed = 5,
                               .ahead = 4};
    graphs_.add_fresh(std::make_unique<FreshPool>(sources_, std::move(options)), kPlaces);
  }

  const std::vector<Graph> sources_ = testing::molecules(4, 9, 3);
  PlayedGraphs graphs_{testing::rewarded(sources_, kSizes)};
};

std::uint64_t plain_best(const Graph& graph, int size) {
  return testing::classes_of_size(graph, size).front().count;
}

// The training graphs and the fresh ones alike: rewards are what the definitions say.
TEST_F(Episodes, EarnWhatTheyFind) {
  std::vector<EpisodeTask> tasks;
  for (const int size : kSizes) {
    for (std::uint32_t graph = 0; graph < sources_.size() + kPlaces; ++graph)
      tasks.push_back({graph, size});
  }
  policy::UniformPolicy uniform;
  const PlayedEpisodes played =
      play_episodes(graphs_, tasks, env::RewardKind::Exact, uniform, Rng(1));
  EXPECT_EQ(played.episodes, tasks.size());
  EXPECT_EQ(played.steps.size(), (sources_.size() + kPlaces) * (3 + 4));
  double ratios = 0.0;
  for (const Transition& step : played.steps) {
    EXPECT_TRUE(!step.done || step.outcome == step.reward);
    const Graph& graph = graphs_.target(step.target).graph();
    std::vector<Vertex> set(step.chosen_vertices().begin(), step.chosen_vertices().end());
    set.push_back(step.action);
    EXPECT_EQ(step.done, set.size() == step.size);
    if (!step.done) {
      EXPECT_EQ(step.reward, 0.0F);
      continue;
    }
    const auto found = testing::frequency(graph, testing::induced(graph, set));
    const double ratio =
        static_cast<double>(found) / static_cast<double>(plain_best(graph, step.size));
    EXPECT_NEAR(step.reward, ratio, 1e-6);
    ratios += ratio;
  }
  EXPECT_NEAR(played.ratio_sum, ratios, 1e-6);
}

TEST_F(Episodes, FreshGraphsAreDrawnAmongThoseInPlay) {
  graphs_.refresh(2, true);
  Rng rng(2);
  std::set<std::uint32_t> drawn;
  for (int i = 0; i < 100; ++i)
    drawn.insert(graphs_.draw_fresh(3, rng).value());
  const auto first = static_cast<std::uint32_t>(sources_.size()) + 2;
  EXPECT_EQ(drawn, (std::set<std::uint32_t>{first, first + 1, first + 2}));
}

// A graph that left the game stays as long as a step on it may be replayed, and no longer.
TEST_F(Episodes, FreshGraphsStayWhileTheyAreRemembered) {
  const auto first = static_cast<std::uint32_t>(sources_.size());
  graphs_.remember(first);
  graphs_.remember(first);
  const Graph kept = graphs_.target(first).graph();
  graphs_.refresh(2, true);
  EXPECT_TRUE(testing::same_graph(graphs_.target(first).graph(), kept));
  EXPECT_THROW(graphs_.target(first + 1), Error);  // nothing was remembered of it
  graphs_.forget(first);
  EXPECT_NO_THROW(graphs_.target(first));
  graphs_.forget(first);
  EXPECT_THROW(graphs_.target(first), Error);
  // One that is in play is not lost with the last step on it.
  graphs_.remember(first + 2);
  graphs_.forget(first + 2);
  EXPECT_NO_THROW(graphs_.target(first + 2));
}

// What the actions of a last step earn is what the definitions say; of a fresh graph that left the
// game it is known where it was kept.
TEST_F(Episodes, KnowWhatEveryLastStepEarns) {
  constexpr auto kReward = env::RewardKind::Exact;
  const auto fresh = static_cast<std::uint32_t>(sources_.size());
  policy::UniformPolicy uniform;
  const std::vector<EpisodeTask> tasks = {{0, 3}, {1, 4}, {fresh, 3}, {fresh, 4}};
  const PlayedEpisodes played = play_episodes(graphs_, tasks, kReward, uniform, Rng(3));
  std::size_t checked = 0;
  const auto rewards_of = [&](const Transition& step) {
    env::State state(graphs_.target(step.target), step.size);
    for (const Vertex vertex : step.chosen_vertices())
      state.extend(vertex);
    const std::vector<float> rewards = graphs_.last_rewards(step.target, state, kReward);
    const Graph& graph = state.target().graph();
    for (std::size_t i = 0; i < rewards.size(); ++i) {
      std::vector<Vertex> set(state.chosen().begin(), state.chosen().end());
      set.push_back(state.actions()[i]);
      const auto found = testing::frequency(graph, testing::induced(graph, set));
      EXPECT_NEAR(rewards[i],
                  static_cast<double>(found) / static_cast<double>(plain_best(graph, step.size)),
                  1e-6);
      ++checked;
    }
    return rewards;
  };
  for (const Transition& step : played.steps) {
    graphs_.remember(step.target);
    if (!step.done) continue;
    EXPECT_FALSE(rewards_of(step).empty());
    if (step.size == 3) graphs_.keep_last_rewards(step, kReward);
  }
  EXPECT_GT(checked, 4u);
  graphs_.refresh(kPlaces, true);  // the fresh one leaves the game
  for (const Transition& step : played.steps) {
    if (!step.done) continue;
    const bool known = step.target != fresh || step.size == 3;
    EXPECT_EQ(!rewards_of(step).empty(), known);
  }
}

// More at a time than there are places: none is lost on its way.
TEST_F(Episodes, AllPlacesMayBeRefreshedAtOnce) {
  graphs_.refresh(100, true);
  const auto first = static_cast<std::uint32_t>(sources_.size() + kPlaces);
  for (std::uint32_t i = 0; i < kPlaces; ++i)
    EXPECT_NO_THROW(graphs_.target(first + i)) << i;
  EXPECT_THROW(graphs_.target(first - 1), Error);
}

}  // namespace
}  // namespace rlminer::train
