#include <atomic>
#include <map>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/enumerate/optimal_values.h"
#include "rlminer/policy/policy.h"
#include "rlminer/testing/learning_task.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/vertex_sets.h"
#include "rlminer/train/playground.h"

namespace rlminer::train {
namespace {

using testing::rewarded;
using testing::stars;

// Scores actions by the best that can be reached after them, times a factor.
class OraclePolicy : public policy::Policy {
 public:
  OraclePolicy(const RewardedGraphs& graphs, const std::vector<int>& sizes, float factor)
      : factor_(factor) {
    for (const auto& graph : graphs)
      values_.emplace(&graph->target,
                      *enumerate::OptimalValues::solve(graph->target.graph(), sizes, {}));
  }

  void score(std::span<const env::Observation> states,
             std::vector<std::vector<float>>& scores) override {
    scores.resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      scores[i].resize(states[i].actions.size());
      values_.at(states[i].target)
          .action_ratios(states[i].chosen, states[i].actions, states[i].size, scores[i]);
      for (float& score : scores[i])
        score *= factor_;
    }
  }

 private:
  std::map<const env::Target*, enumerate::OptimalValues> values_;
  float factor_;
};

TEST(Examination, ThePerfectPolicyIsPerfect) {
  const std::vector<int> sizes = {2, 3, 4, 6};
  const RewardedGraphs graphs = rewarded(stars(20, 1), sizes);
  OraclePolicy perfect(graphs, sizes, 1.0f);
  EXPECT_EQ(examine(perfect, graphs, sizes),
            (model::Ratios{{2, 1.0}, {3, 1.0}, {4, 1.0}, {6, 1.0}}));
  OraclePolicy worst(graphs, sizes, -1.0f);
  const auto ratios = examine(worst, graphs, sizes);
  for (const auto& [size, ratio] : *ratios)
    EXPECT_LT(ratio, 0.5) << size;
}

// The ratio of the subgraph that taking the first action each time gives, from the definitions.
double plain_ratio(const Graph& graph, int size) {
  const env::Target target(graph);
  env::State state(target, size);
  while (!state.done())
    state.extend(state.actions().front());
  const auto best = testing::classes_of_size(graph, size).front().count;
  const auto found = testing::frequency(graph, testing::induced(graph, state.chosen()));
  return static_cast<double>(found) / static_cast<double>(best);
}

TEST(Examination, RatiosAreMeansOverTheGraphs) {
  const std::vector<Graph> graphs = stars(5, 2);
  const std::vector<int> sizes = {3, 4};
  policy::UniformPolicy first_action;  // all actions score the same, and greed takes the first
  const model::Ratios ratios = *examine(first_action, rewarded(graphs, sizes), sizes);
  ASSERT_EQ(ratios.size(), 2u);
  for (const int size : sizes) {
    double sum = 0.0;
    for (const Graph& graph : graphs)
      sum += plain_ratio(graph, size);
    EXPECT_NEAR(ratios.at(size), sum / 5.0, 1e-12);
  }
}

TEST(Examination, LeavesOutWhatHasNoRatio) {
  const std::vector<int> sizes = {3, 6};
  policy::UniformPolicy policy;
  // A graph too small for 6 vertices counts for size 3 only.
  const RewardedGraphs small = rewarded({testing::path(4)}, sizes);
  EXPECT_EQ(examine(policy, small, sizes), (model::Ratios{{3, 1.0}}));
  // Where no census could be taken nobody knows the best.
  RewardedGraphs unknown;
  unknown.push_back(std::make_unique<const RewardedGraph>(testing::path(30), sizes,
                                                          env::Frequencies::Limits{.sets = 1}));
  EXPECT_EQ(examine(policy, unknown, sizes), model::Ratios{});
  EXPECT_EQ(examine(policy, {}, sizes), model::Ratios{});
  const std::atomic<bool> cancelled{true};
  EXPECT_EQ(examine(policy, small, sizes, Deadline(1e9, &cancelled)), std::nullopt);
}

TEST(Examination, MeanOfRatios) {
  EXPECT_EQ(model::mean_of({}), 0.0);
  EXPECT_DOUBLE_EQ(model::mean_of({{3, 0.5}, {4, 1.0}}), 0.75);
}

}  // namespace
}  // namespace rlminer::train
