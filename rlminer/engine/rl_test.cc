#include "rlminer/engine/rl.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/count/matcher.h"
#include "rlminer/enumerate/optimal_values.h"
#include "rlminer/graph/builder.h"
#include "rlminer/policy/policy.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::engine {
namespace {

const std::vector<int> kSizes{1, 2, 3, 4, 5, 9};

// Scores every action by what can be reached after it. Solves the graph when asked to encode it.
class OptimalPolicy : public policy::Policy {
 public:
  env::Encoding encode(const Graph& graph, const Deadline& deadline) const override {
    enumerate::OptimalValues values = *enumerate::OptimalValues::solve(graph, kSizes, {});
    const std::lock_guard lock(solving_);
    solved_.insert_or_assign(signature(graph), std::move(values));
    return policy::Policy::encode(graph, deadline);
  }
  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override {
    scores.resize(observations.size());
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const env::Observation& observation = observations[i];
      scores[i].resize(observation.actions.size());
      solved_.at(signature(observation.target->graph()))
          .action_ratios(observation.chosen, observation.actions, observation.size, scores[i]);
    }
    ++batches;
  }
  std::size_t batches = 0;

 private:
  // The graph itself, as numbers.
  static std::vector<Vertex> signature(const Graph& graph) {
    std::vector<Vertex> numbers(graph.labels().begin(), graph.labels().end());
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      numbers.push_back(~Vertex{0});
      numbers.insert(numbers.end(), graph.neighbors(v).begin(), graph.neighbors(v).end());
    }
    return numbers;
  }
  mutable std::mutex solving_;
  mutable std::map<std::vector<Vertex>, enumerate::OptimalValues> solved_;
};

// Each occurrence is one, no set twice, and as many as there are or were asked for.
void expect_occurrences(const Graph& graph, const Problem& problem, const Finding& finding) {
  const auto pattern = testing::from_pattern(finding.pattern);
  std::set<std::set<Vertex>> distinct;
  for (const auto& occurrence : finding.occurrences) {
    EXPECT_TRUE(testing::identical(testing::induced(graph, occurrence), pattern));
    distinct.emplace(occurrence.begin(), occurrence.end());
  }
  EXPECT_EQ(distinct.size(), finding.occurrences.size());
  EXPECT_EQ(distinct.size(),
            std::min(problem.occurrences, static_cast<std::size_t>(finding.frequency.saturated())));
}

void expect_sound(const Graph& graph, const Problem& problem, const std::vector<Answer>& answers,
                  bool optimal) {
  ASSERT_EQ(answers.size(), problem.sizes.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Answer& answer = answers[i];
    ASSERT_EQ(answer.size, problem.sizes[i]);
    const auto classes = testing::classes_of_size(graph, answer.size);
    if (classes.empty()) {
      EXPECT_TRUE(answer.findings.empty() && answer.proven && answer.sets_exact);
      continue;
    }
    EXPECT_FALSE(answer.proven);
    EXPECT_EQ(answer.note, "best of one greedy rollout, not proven");
    ASSERT_EQ(answer.findings.size(), 1u);
    const Finding& finding = answer.findings[0];
    EXPECT_TRUE(finding.frequency.exact());
    const auto pattern = testing::from_pattern(finding.pattern);
    EXPECT_EQ(static_cast<std::uint64_t>(finding.frequency.saturated()),
              testing::frequency(graph, pattern));
    if (optimal) {
      EXPECT_EQ(static_cast<std::uint64_t>(finding.frequency.saturated()), classes[0].count);
    }
    expect_occurrences(graph, problem, finding);
  }
}

TEST(Rl, UniformPolicyGivesSoundAnswers) {
  const RlEngine engine(std::make_shared<policy::UniformPolicy>());
  for (std::uint64_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = testing::random_small_graph(seed, 9);
    const Problem problem{.sizes = kSizes, .top = 1 + seed % 2, .occurrences = seed % 4};
    Budget budget;
    budget.threads = 1 + static_cast<int>(seed % 3);
    expect_sound(graph, problem, engine.solve(graph, problem, budget), false);
  }
}

// The first occurrence is the set that was chosen: with a uniform policy, the lowest vertices.
TEST(Rl, ReportsTheChosenSetFirst) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 8; ++v)
    builder.add_vertex(std::to_string(v));
  for (Vertex v = 1; v < 8; ++v)
    builder.add_edge(v - 1, v);
  const RlEngine engine(std::make_shared<policy::UniformPolicy>());
  const Problem problem{.sizes = {3}, .occurrences = 4};
  const Answer answer = engine.solve(builder.build(), problem, {}).at(0);
  ASSERT_EQ(answer.findings.at(0).occurrences.size(), 4u);
  auto first = answer.findings[0].occurrences[0];
  std::sort(first.begin(), first.end());
  EXPECT_EQ(first, (std::vector<Vertex>{0, 1, 2}));
}

TEST(Rl, OptimalPolicyFindsTheOptimum) {
  const RlEngine engine(std::make_shared<OptimalPolicy>());
  for (std::uint64_t seed = 0; seed < 500 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = testing::random_small_graph(seed, 9);
    const Problem problem{.sizes = kSizes};
    expect_sound(graph, problem, engine.solve(graph, problem, {}), true);
  }
}

TEST(Rl, ManyGraphsAreSolvedTogether) {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 0; seed < 130; ++seed)
    graphs.push_back(testing::random_small_graph(seed, 9));
  std::vector<const Graph*> pointers;
  for (const Graph& graph : graphs)
    pointers.push_back(&graph);
  const auto policy = std::make_shared<OptimalPolicy>();
  const RlEngine engine(policy);
  const Problem problem{.sizes = kSizes};
  Budget budget;
  budget.threads = 2;
  double progress = 0.0;
  budget.on_progress = [&](const Progress& p) { progress = p.fraction; };
  const auto together = engine.solve_many(pointers, problem, budget);
  EXPECT_EQ(progress, 1.0);
  // 780 states in two batches of 9 steps each.
  EXPECT_EQ(policy->batches, 18u);
  const auto one_by_one = engine.Engine::solve_many(pointers, problem, budget);
  ASSERT_EQ(together.size(), graphs.size());
  ASSERT_EQ(one_by_one.size(), graphs.size());
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    expect_sound(graphs[g], problem, together[g], true);
    for (std::size_t s = 0; s < kSizes.size(); ++s) {
      const auto &a = together[g][s], &b = one_by_one[g][s];
      ASSERT_EQ(a.findings.size(), b.findings.size());
      if (a.findings.empty()) continue;
      EXPECT_TRUE(a.findings[0].pattern == b.findings[0].pattern);
      EXPECT_EQ(a.findings[0].occurrences, b.findings[0].occurrences);
    }
  }
  EXPECT_TRUE(engine.solve_many({}, problem, budget).empty());
}

// Small pieces, and one tree that is large enough for five vertices, with a hub.
Graph pieces_and_a_tree() {
  graph::GraphBuilder builder;
  const auto add = [&](int number) {
    return builder.add_vertex(std::to_string(number), std::string(1, "AB"[number % 2]));
  };
  for (int i = 0; i < 40; ++i)
    builder.add_edge(add(2 * i), add(2 * i + 1));
  for (int i = 0; i < 30; ++i) {
    const Vertex v = add(100 + i);
    if (i > 0) builder.add_edge(v, i < 20 ? 80 : v - 5);
  }
  return builder.build();
}

// Stops everything when it is asked for the n-th time.
class StoppingPolicy : public policy::UniformPolicy {
 public:
  explicit StoppingPolicy(std::size_t last) : last_(last) {}

  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override {
    policy::UniformPolicy::score(observations, scores);
    if (++calls == last_) stopped = true;
  }
  std::size_t states_at_once() const override { return 8; }

  std::atomic<bool> stopped{false};
  std::size_t calls = 0;

 private:
  std::size_t last_;
};

TEST(Rl, AnswersAreThereBeforeAllGraphsAreSolved) {
  std::vector<Graph> graphs(10, pieces_and_a_tree());
  std::vector<const Graph*> pointers;
  for (const Graph& graph : graphs)
    pointers.push_back(&graph);
  const auto policy = std::make_shared<StoppingPolicy>(7);  // in the second batch of 4 x 2 states
  Budget budget;
  budget.deadline = Deadline(Deadline::kForever, &policy->stopped);
  std::size_t answered = 0, before_the_end = 0;
  budget.on_answers = [&](std::size_t graph, const std::vector<Answer>& answers) {
    EXPECT_EQ(graph, answered++);
    EXPECT_EQ(answers.size(), 2u);
    before_the_end += policy->stopped ? 0 : 1;
  };
  RlEngine(policy).solve_many(pointers, {.sizes = {2, 5}}, budget);
  EXPECT_EQ(answered, 10u);
  EXPECT_EQ(before_the_end, 4u);
}

// What the first neighbourhoods showed is an answer, however many rollouts were asked for.
TEST(Rl, AnEndAmongTheNeighbourhoodsLeavesWhatWasChosen) {
  const Graph graph = pieces_and_a_tree();
  RlOptions options{.views = {.whole = 50, .neighbourhoods = 8, .vertices = 15}};
  for (const policy::Decode method : {policy::Decode::Greedy, policy::Decode::Sample}) {
    options.decode.method = method;
    const auto policy = std::make_shared<StoppingPolicy>(6);
    Budget budget;
    budget.deadline = Deadline(Deadline::kForever, &policy->stopped);
    std::vector<double> fractions;
    budget.on_progress = [&](const Progress& now) { fractions.push_back(now.fraction); };
    const Answer answer = RlEngine(policy, options).solve(graph, {.sizes = {5}}, budget).front();
    EXPECT_EQ(policy->calls, 6u);
    EXPECT_EQ(answer.note.find("random pattern"), std::string::npos) << answer.note;
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.back(), 1.0);
    EXPECT_GE(fractions.size(), 2u);
    EXPECT_LT(fractions[fractions.size() - 2], 0.7);
  }
}

// Takes a second to look at a graph.
class SlowEncoder : public policy::UniformPolicy {
 public:
  explicit SlowEncoder(testing::FakeClock& clock) : clock_(clock) {}
  env::Encoding encode(const Graph& graph, const Deadline& deadline) const override {
    clock_.advance(1.0);
    ++looks;
    return policy::Policy::encode(graph, deadline);
  }
  mutable std::atomic<int> looks = 0;

 private:
  testing::FakeClock& clock_;
};

TEST(Rl, LooksAtFewerNeighbourhoodsUnderALimit) {
  const Graph graph = pieces_and_a_tree();
  const RlOptions options{.views = {.whole = 50, .neighbourhoods = 32, .vertices = 15}};
  const auto looks = [&](double seconds) {
    testing::FakeClock clock;
    const auto policy = std::make_shared<SlowEncoder>(clock);
    Budget budget;
    budget.deadline = Deadline(seconds, nullptr, clock);
    const Answer answer = RlEngine(policy, options).solve(graph, {.sizes = {5}}, budget).front();
    EXPECT_FALSE(answer.findings.empty());
    return policy->looks.load();
  };
  EXPECT_EQ(looks(Deadline::kForever), 32);
  EXPECT_EQ(looks(20.0), 6);
  EXPECT_EQ(looks(1.5), 1);
  EXPECT_EQ(looks(0.0), 0);
}

TEST(Rl, WholeGraphAndMore) {
  const Graph graph = testing::random_small_graph(7, 9);  // a path
  const int n = static_cast<int>(graph.num_vertices());
  const RlEngine engine(std::make_shared<policy::UniformPolicy>());
  const auto answers = engine.solve(graph, {.sizes = {n, n + 1}}, {});
  ASSERT_EQ(answers[0].findings.size(), 1u);
  EXPECT_TRUE(answers[0].findings[0].frequency == 1);
  EXPECT_TRUE(answers[1].findings.empty());
  EXPECT_TRUE(answers[1].proven);
}

TEST(Rl, CancelledBeforeTheStart) {
  const std::atomic<bool> cancelled{true};
  Budget budget;
  budget.deadline = Deadline(Deadline::kForever, &cancelled);
  const RlEngine engine(std::make_shared<policy::UniformPolicy>());
  const Answer answer =
      engine.solve(testing::random_small_graph(7, 9), {.sizes = {3}}, budget).at(0);
  EXPECT_FALSE(answer.proven);
  ASSERT_EQ(answer.findings.size(), 1u);  // something, at least
  EXPECT_EQ(answer.findings[0].pattern.size(), 3);
  EXPECT_FALSE(answer.findings[0].frequency.exact());
  EXPECT_EQ(answer.note, "stopped before the rollout ended: a random pattern");
}

TEST(Rl, CannotBeMadeByNameAlone) {
  const auto names = engine_names();
  EXPECT_NE(std::find(names.begin(), names.end(), "rl"), names.end());
  try {
    make_engine("rl");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "engine rl needs a model (--model FILE)");
  }
}

TEST(Rl, LargeGraphsAreShownInNeighbourhoods) {
  const Graph graph = pieces_and_a_tree();
  const RlOptions views{.views = {.whole = 50, .neighbourhoods = 8, .vertices = 15}};
  Problem problem;
  problem.sizes = {2, 5};
  problem.occurrences = 3;
  count::Matcher matcher(graph);
  for (const bool good : {false, true}) {
    std::shared_ptr<policy::Policy> policy = std::make_shared<policy::UniformPolicy>();
    if (good) policy = std::make_shared<OptimalPolicy>();
    const RlEngine engine(policy, views);
    Budget budget;
    const auto answers = engine.solve(graph, problem, budget);
    for (const Answer& answer : answers) {
      ASSERT_FALSE(answer.findings.empty());
      const Finding& best = answer.findings[0];
      EXPECT_FALSE(answer.proven);
      EXPECT_NE(answer.note.find("in 8 neighbourhoods"), std::string::npos) << answer.note;
      // Counted in the whole graph, not in the part that was seen.
      EXPECT_TRUE(best.frequency.exact() && best.frequency == matcher.count(best.pattern));
      expect_occurrences(graph, problem, best);
    }
    // The star around the hub is in sight of every neighbourhood of the tree.
    if (good) {
      EXPECT_EQ(answers[1].findings[0].pattern.degree(0) + answers[1].findings[0].pattern.degree(4),
                5);
    }
    budget.threads = 3;
    const auto again = engine.solve(graph, problem, budget);
    for (std::size_t i = 0; i < answers.size(); ++i)
      EXPECT_TRUE(again[i].findings[0].pattern == answers[i].findings[0].pattern);
  }
  problem.sizes = {31};  // one more than the tree has
  EXPECT_TRUE(RlEngine(std::make_shared<policy::UniformPolicy>(), views)
                  .solve(graph, problem, {})
                  .front()
                  .proven);
}

}  // namespace
}  // namespace rlminer::engine
