#include "rlminer/policy/decode.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/policy/policy.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::policy {
namespace {

using Set = std::vector<Vertex>;

// A set of vertices as a number, whatever their order.
std::uint64_t set_key(std::span<const Vertex> set) {
  std::uint64_t sum = 0;
  for (const Vertex v : set)
    sum += mix64(v + 1);
  return mix64(sum);
}

// Scores drawn from the state and the action alone, and how many states it was asked about.
class NoisePolicy : public Policy {
 public:
  std::size_t states = 0;
  std::size_t batches = 0;
  std::size_t repeated = 0;  // states that were asked about twice in a batch

  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override {
    states += observations.size();
    ++batches;
    std::set<std::tuple<const env::Target*, int, std::uint64_t>> seen;
    scores.resize(observations.size());
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const env::Observation& state = observations[i];
      repeated += seen.emplace(state.target, state.size, set_key(state.chosen)).second ? 0 : 1;
      scores[i].clear();
      for (const Vertex action : state.actions)
        scores[i].push_back(score_of(state.chosen, state.size, action));
    }
  }

  static float score_of(std::span<const Vertex> chosen, int size, Vertex action) {
    Rng rng(set_key(chosen) + static_cast<std::uint64_t>(size) * 977 + action * 31);
    return static_cast<float>(3.0 * rng.uniform());
  }
};

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

Set sorted(Set set) {
  std::sort(set.begin(), set.end());
  return set;
}

// What a greedy rollout of each task chooses, played one by one; empty where it cannot begin.
std::vector<Set> greedy_sets(Policy& policy, std::span<const env::Task> tasks) {
  std::vector<Set> sets;
  std::vector<std::vector<float>> scores;
  for (const env::Task& task : tasks) {
    env::State state(*task.target, task.size);
    while (!state.actions().empty()) {
      const env::Observation observation = env::observe(state);
      policy.score({&observation, 1}, scores);
      state.extend(state.actions()[greedy(scores[0])]);
    }
    sets.emplace_back(state.chosen().begin(), state.chosen().end());
  }
  return sets;
}

std::vector<DecodeOptions> all_options() {
  return {{.method = Decode::Greedy},
          {.method = Decode::Sample, .samples = 7},
          {.method = Decode::Sample, .samples = 20, .temperature = 3.0},
          {.method = Decode::Beam, .beam = 1},
          {.method = Decode::Beam, .beam = 9},
          {.method = Decode::Multistart},
          {.method = Decode::Multistart, .starts = 3}};
}

// What holds for every method: connected sets of the right size, each once, the greedy one first.
TEST(Decode, SetsAreSoundAndTheFirstIsGreedy) {
  const Tasks tasks(130);
  NoisePolicy policy;
  const auto greedy = greedy_sets(policy, tasks.list);
  for (const DecodeOptions& options : all_options()) {
    const auto decoded = decode(policy, tasks.list, {.options = options, .seed = 5});
    ASSERT_EQ(decoded.size(), tasks.list.size());
    for (std::size_t i = 0; i < decoded.size(); ++i) {
      const auto& [target, size] = tasks.list[i];
      if (greedy[i].empty()) {
        EXPECT_TRUE(decoded[i].sets.empty());
        continue;
      }
      ASSERT_FALSE(decoded[i].sets.empty());
      EXPECT_EQ(decoded[i].sets[0], greedy[i]);
      EXPECT_GE(decoded[i].rollouts, decoded[i].sets.size());
      std::set<Set> distinct;
      for (const Set& set : decoded[i].sets) {
        ASSERT_EQ(set.size(), static_cast<std::size_t>(size));
        EXPECT_TRUE(distinct.insert(sorted(set)).second);
        for (std::size_t n = 1; n <= set.size(); ++n) {
          const std::span<const Vertex> first(set.data(), n);
          EXPECT_TRUE(testing::is_connected(testing::induced(target->graph(), first)));
        }
      }
    }
  }
  EXPECT_EQ(policy.repeated, 0u);
}

TEST(Decode, GreedyOneSampleAndBeamOfOneAreTheSame) {
  const Tasks tasks(130);
  NoisePolicy policy;
  const auto greedy = greedy_sets(policy, tasks.list);
  for (const DecodeOptions& options : {DecodeOptions{.method = Decode::Greedy},
                                       DecodeOptions{.method = Decode::Sample, .samples = 1},
                                       DecodeOptions{.method = Decode::Beam, .beam = 1},
                                       DecodeOptions{.method = Decode::Multistart, .starts = 1}}) {
    const auto decoded = decode(policy, tasks.list, {.options = options});
    for (std::size_t i = 0; i < decoded.size(); ++i) {
      EXPECT_EQ(decoded[i].sets.size(), greedy[i].empty() ? 0u : 1u);
      EXPECT_EQ(decoded[i].rollouts, decoded[i].sets.size());
      if (!decoded[i].sets.empty()) {
        EXPECT_EQ(decoded[i].sets[0], greedy[i]);
      }
    }
  }
}

TEST(Decode, DependsOnTheSeedAndNotOnTheCompany) {
  const Tasks tasks(65);
  NoisePolicy policy;
  const auto sets = [&](const DecodeOptions& options, std::uint64_t seed,
                        std::span<const env::Task> list) {
    std::vector<std::vector<Set>> result;
    for (Decoded& decoded : decode(policy, list, {.options = options, .seed = seed}))
      result.push_back(std::move(decoded.sets));
    return result;
  };
  for (const DecodeOptions& options : all_options()) {
    const auto all = sets(options, 1, tasks.list);
    EXPECT_EQ(sets(options, 1, tasks.list), all);
    if (options.method == Decode::Sample) {
      EXPECT_NE(sets(options, 2, tasks.list), all);
    }
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_EQ(sets(options, 1, std::span(tasks.list).subspan(i, 1))[0], all[i]);
  }
}

Pattern pattern_of(const Graph& graph, const Set& set) {
  return pattern::canonicalize(pattern::induce(graph, set)).pattern;
}

// The probability of every pattern: the product of the probabilities of the steps, summed over all
// orders of choice.
std::map<Pattern, double> pattern_probabilities(const env::Task& task, double temperature) {
  std::map<Pattern, double> result;
  const auto walk = [&](const auto& self, const env::State& state, double probability) -> void {
    if (state.done()) {
      const Set set(state.chosen().begin(), state.chosen().end());
      result[pattern_of(task.target->graph(), set)] += probability;
      return;
    }
    std::vector<float> scores;
    for (const Vertex action : state.actions())
      scores.push_back(NoisePolicy::score_of(state.chosen(), task.size, action));
    const auto logs = log_softmax(scores, temperature);
    for (std::size_t a = 0; a < logs.size(); ++a) {
      env::State next = state;
      next.extend(state.actions()[a]);
      self(self, next, probability * std::exp(logs[a]));
    }
  };
  walk(walk, env::State(*task.target, task.size), 1.0);
  return result;
}

// The first two patterns after the greedy one are drawn without replacement, and without the greedy
// one, with the probabilities that the scores give them.
TEST(Decode, SamplesHaveThePolicysDistribution) {
  std::uint64_t graph_seed = 0;
  while (testing::classes_of_size(testing::random_small_graph(graph_seed, 7), 3).size() < 4)
    ++graph_seed;
  const env::Target target(testing::random_small_graph(graph_seed, 7));
  const env::Task task{&target, 3};
  constexpr std::size_t kDraws = 20000;
  for (const double temperature : {1.0, 2.0}) {
    const auto probabilities = pattern_probabilities(task, temperature);
    NoisePolicy policy;
    Pattern greedy;
    std::map<Pattern, double> first, second;
    for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
      const DecodeParams params{
          {.method = Decode::Sample, .samples = 300, .temperature = temperature}, seed};
      const auto sets = decode(policy, std::span(&task, 1), params)[0].sets;
      ASSERT_EQ(sets.size(), probabilities.size());
      greedy = pattern_of(target.graph(), sets[0]);
      first[pattern_of(target.graph(), sets[1])] += 1.0 / kDraws;
      second[pattern_of(target.graph(), sets[2])] += 1.0 / kDraws;
    }
    const double rest = 1.0 - probabilities.at(greedy);
    for (const auto& [pattern, probability] : probabilities) {
      if (pattern == greedy) continue;
      double after_another = 0.0;
      for (const auto& [other, before] : probabilities) {
        if (other != greedy && other != pattern)
          after_another += before / rest * probability / (rest - before);
      }
      const auto deviation = [&](double p) { return std::sqrt(p * (1 - p) / kDraws); };
      const double at_once = probability / rest;
      EXPECT_NEAR(first[pattern], at_once, 5 * deviation(at_once));
      EXPECT_NEAR(second[pattern], after_another, 5 * deviation(after_another));
    }
  }
}

TEST(Decode, MultistartStartsEverywhereOrAtTheFavourites) {
  const Tasks tasks(65);
  NoisePolicy policy;
  const auto all = decode(policy, tasks.list, {.options = {.method = Decode::Multistart}});
  const auto three =
      decode(policy, tasks.list, {.options = {.method = Decode::Multistart, .starts = 3}});
  for (std::size_t i = 0; i < tasks.list.size(); ++i) {
    const auto& [target, size] = tasks.list[i];
    const auto starts = target->starts(size);
    EXPECT_EQ(all[i].rollouts, starts.size());
    EXPECT_EQ(three[i].rollouts, std::min<std::size_t>(3, starts.size()));
    // Every start's own greedy continuation is there.
    std::set<Set> found;
    for (const Set& set : all[i].sets)
      found.insert(sorted(set));
    for (const Vertex start : starts) {
      env::State state(*target, size);
      state.extend(start);
      while (!state.done()) {
        std::vector<float> scores;
        for (const Vertex action : state.actions())
          scores.push_back(NoisePolicy::score_of(state.chosen(), size, action));
        state.extend(state.actions()[greedy(scores)]);
      }
      EXPECT_TRUE(found.contains(sorted({state.chosen().begin(), state.chosen().end()})));
    }
    for (const Set& set : three[i].sets)
      EXPECT_TRUE(found.contains(sorted(set)));
  }
}

TEST(Decode, SearchEndsInDifferentPatterns) {
  const Tasks tasks(130);
  NoisePolicy policy;
  for (const DecodeOptions& options : {DecodeOptions{.method = Decode::Beam, .beam = 6},
                                       DecodeOptions{.method = Decode::Sample, .samples = 6}}) {
    const auto decoded = decode(policy, tasks.list, {.options = options, .seed = 3});
    for (std::size_t i = 0; i < decoded.size(); ++i) {
      std::set<Pattern> patterns;
      for (const Set& set : decoded[i].sets)
        EXPECT_TRUE(patterns.insert(pattern_of(tasks.list[i].target->graph(), set)).second);
      EXPECT_LE(decoded[i].sets.size(), 6u);
    }
  }
}

TEST(Decode, ASearchWideEnoughHasEveryPattern) {
  NoisePolicy policy;
  for (std::uint64_t seed = 0; seed < 65; ++seed) {
    const env::Target target(testing::random_small_graph(seed, 8));
    const env::Task task{&target, 4};
    const std::size_t all = testing::classes_of_size(target.graph(), 4).size();
    for (const DecodeOptions& options :
         {DecodeOptions{.method = Decode::Beam, .beam = 2000},
          DecodeOptions{.method = Decode::Sample, .samples = 6000}}) {
      const auto decoded = decode(policy, std::span(&task, 1), {.options = options, .seed = seed});
      EXPECT_EQ(decoded[0].sets.size(), all);
    }
  }
}

// Rollouts that agree are scored once: one batch per step, and of its first step one state per
// task.
TEST(Decode, OneBatchPerStepAndSharedStates) {
  const env::Target target(testing::random_small_graph(1, 9));
  const std::vector<env::Task> tasks{{&target, 4}, {&target, 3}};
  NoisePolicy policy;
  decode(policy, tasks, {.options = {.method = Decode::Sample, .samples = 1000}});
  EXPECT_EQ(policy.batches, 4u);
  EXPECT_EQ(policy.repeated, 0u);
  EXPECT_LT(policy.states, 2u * 2000u);
  NoisePolicy greedy;
  decode(greedy, tasks, {});
  EXPECT_EQ(greedy.states, 7u);
}

TEST(Decode, ManyStatesAreScoredInBatches) {
  constexpr std::size_t kStates = 5000;
  const env::Target target(testing::random_small_graph(1, 9));
  const env::State state(target, 3);
  const std::vector<env::Observation> states(kStates, env::observe(state));
  NoisePolicy policy;
  std::vector<std::vector<float>> together, apart;
  ASSERT_TRUE(score_in_batches(policy, states, together, {}));
  EXPECT_GT(policy.batches, 1u);
  policy.score(states, apart);
  EXPECT_EQ(together, apart);
  // Cancelled: the first batch is not taken back, and no other is begun.
  const std::atomic<bool> cancelled{true};
  EXPECT_FALSE(score_in_batches(policy, states, together, Deadline(1e9, &cancelled)));
  EXPECT_LT(together.size(), kStates);
}

TEST(Decode, StopsAtTheDeadline) {
  const Tasks tasks(13);
  NoisePolicy policy;
  const std::atomic<bool> cancelled{true};
  for (const DecodeOptions& options : all_options()) {
    for (const Decoded& decoded :
         decode(policy, tasks.list,
                {.options = options, .deadline = Deadline(Deadline::kForever, &cancelled)})) {
      EXPECT_TRUE(decoded.sets.empty());
    }
  }
  EXPECT_EQ(policy.batches, 0u);
}

}  // namespace
}  // namespace rlminer::policy
