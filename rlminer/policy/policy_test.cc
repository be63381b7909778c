#include "rlminer/policy/policy.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/policy/decode.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::policy {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

TEST(Sampling, LogSoftmaxIsItsDefinition) {
  const std::vector<float> scores{0.5f, -1.0f, 2.0f, 2.0f, kNever};
  for (const double temperature : {0.5, 1.0, 3.0}) {
    double sum = 0.0;
    for (const float score : scores)
      sum += std::exp(score / temperature);
    const auto logs = log_softmax(scores, temperature);
    ASSERT_EQ(logs.size(), scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i)
      EXPECT_NEAR(std::exp(logs[i]), std::exp(scores[i] / temperature) / sum, 1e-12);
  }
}

TEST(Sampling, LargeScoresDoNotOverflow) {
  const auto logs = log_softmax(std::vector<float>{3e38f, -3e38f, 3e38f});
  EXPECT_NEAR(logs[0], std::log(0.5), 1e-12);
  EXPECT_LT(logs[1], -1e38);
  EXPECT_EQ(logs[2], logs[0]);
}

TEST(Sampling, GreedyTakesTheFirstOfEquals) {
  EXPECT_EQ(greedy(std::vector<float>{1.0f}), 0u);
  EXPECT_EQ(greedy(std::vector<float>{0.0f, 2.0f, 1.0f, 2.0f}), 1u);
  EXPECT_EQ(greedy(std::vector<float>{-3.0f, -3.0f}), 0u);
  EXPECT_EQ(greedy(std::vector<float>{kNever, -3.0f}), 1u);
}

TEST(Sampling, DrawsAsOftenAsTheProbabilitiesSay) {
  const std::vector<float> scores{0.5f, -1.0f, kNever, 2.0f, 1.0f};
  constexpr int kDraws = 200000;
  for (const double temperature : {0.7, 1.0, 2.0}) {
    const auto logs = log_softmax(scores, temperature);
    std::vector<int> drawn(scores.size());
    Rng rng(3);
    for (int i = 0; i < kDraws; ++i)
      ++drawn[draw(scores, rng, temperature)];
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double probability = std::exp(logs[i]);
      const double deviation = std::sqrt(probability * (1 - probability) / kDraws);
      EXPECT_NEAR(drawn[i] / double{kDraws}, probability, 5 * deviation);
    }
  }
}

TEST(Sampling, ColdDrawsAreGreedy) {
  const std::vector<float> scores{0.5f, 0.9f, 0.8f};
  Rng rng(4);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(draw(scores, rng, 1e-6), 1u);
}

// Targets of every kind and tasks of several sizes on each.
struct Tasks {
  std::deque<env::Target> targets;
  std::vector<env::Task> list;

  explicit Tasks(std::uint64_t seeds) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      targets.emplace_back(testing::random_small_graph(seed, 9));
      for (const int size : {1, 2, 4, 6})
        list.push_back({&targets.back(), size});
    }
  }
};

// The sets of greedy rollouts; empty where there is none.
std::vector<std::vector<Vertex>> roll_out(Policy& policy, std::span<const env::Task> tasks,
                                          const Deadline& deadline = {}) {
  std::vector<std::vector<Vertex>> sets;
  for (const Decoded& decoded : decode(policy, tasks, {.deadline = deadline}))
    sets.push_back(decoded.sets.empty() ? std::vector<Vertex>() : decoded.sets.front());
  return sets;
}

void expect_valid(const Tasks& tasks, const std::vector<std::vector<Vertex>>& sets) {
  ASSERT_EQ(sets.size(), tasks.list.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    SCOPED_TRACE("task " + std::to_string(i));
    const auto& [target, size] = tasks.list[i];
    if (testing::classes_of_size(target->graph(), size).empty()) {
      EXPECT_TRUE(sets[i].empty());
      continue;
    }
    ASSERT_EQ(sets[i].size(), static_cast<std::size_t>(size));
    std::vector<Vertex> distinct = sets[i];
    std::sort(distinct.begin(), distinct.end());
    EXPECT_EQ(std::adjacent_find(distinct.begin(), distinct.end()), distinct.end());
    for (std::size_t n = 1; n <= sets[i].size(); ++n) {
      const std::span<const Vertex> first(sets[i].data(), n);
      EXPECT_TRUE(testing::is_connected(testing::induced(target->graph(), first)));
    }
  }
}

TEST(Rollout, GreedyUniformTakesTheLowestVertexEachTime) {
  const Tasks tasks(52);
  UniformPolicy policy;
  const auto sets = roll_out(policy, tasks.list);
  expect_valid(tasks, sets);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    env::State state(*tasks.list[i].target, tasks.list[i].size);
    for (const Vertex chosen : sets[i]) {
      EXPECT_EQ(chosen, state.actions().front());
      state.extend(chosen);
    }
  }
}

TEST(Rollout, StopsAtTheDeadline) {
  const Tasks tasks(13);
  UniformPolicy policy;
  const std::atomic<bool> cancelled{true};
  for (const auto& set : roll_out(policy, tasks.list, Deadline(Deadline::kForever, &cancelled)))
    EXPECT_TRUE(set.empty());
}

// Prefers high vertex numbers, and says what it was shown.
class HighestFirst : public Policy {
 public:
  std::size_t most = 0;

  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override {
    most = std::max(most, observations.size());
    scores.resize(observations.size());
    for (std::size_t i = 0; i < observations.size(); ++i)
      scores[i].assign(observations[i].actions.begin(), observations[i].actions.end());
  }
};

TEST(Rollout, FollowsThePolicyInLockstep) {
  const Tasks tasks(26);
  HighestFirst policy;
  const auto sets = roll_out(policy, tasks.list);
  expect_valid(tasks, sets);
  std::size_t possible = 0;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    possible += sets[i].empty() ? 0 : 1;
    env::State state(*tasks.list[i].target, tasks.list[i].size);
    for (const Vertex chosen : sets[i]) {
      EXPECT_EQ(chosen, state.actions().back());
      state.extend(chosen);
    }
  }
  EXPECT_EQ(policy.most, possible);
}

TEST(Policy, TokensAreTheLabelsByDefault) {
  const Graph graph = testing::random_small_graph(2, 8);
  const auto tokens = UniformPolicy().encode(graph).tokens;
  EXPECT_TRUE(
      std::equal(tokens.begin(), tokens.end(), graph.labels().begin(), graph.labels().end()));
}

}  // namespace
}  // namespace rlminer::policy
