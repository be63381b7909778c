#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/engine/rl.h"
#include "rlminer/enumerate/optimal_values.h"
#include "rlminer/policy/policy.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::engine {
namespace {

const std::vector<int> kSizes{2, 4, 6};

// Knows what can be reached after every action, blurred by noise that depends on the state alone.
// May be made to have it all wrong about the first vertex.
class NoisyOracle : public policy::Policy {
 public:
  explicit NoisyOracle(double noise, bool false_start = false)
      : noise_(noise), false_start_(false_start) {}

  env::Encoding encode(const Graph& graph, const Deadline& deadline) const override {
    enumerate::OptimalValues values = *enumerate::OptimalValues::solve(graph, kSizes, {});
    const std::lock_guard lock(solving_);
    solved_.insert_or_assign(signature(graph), std::move(values));
    return policy::Policy::encode(graph, deadline);
  }
  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override {
    ++batches;
    scores.resize(observations.size());
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const env::Observation& state = observations[i];
      const auto key = signature(state.target->graph());
      scores[i].resize(state.actions.size());
      solved_.at(key).action_ratios(state.chosen, state.actions, state.size, scores[i]);
      std::uint64_t stream = static_cast<std::uint64_t>(state.size) * 7919 + key.size();
      for (const Vertex v : state.chosen)
        stream += mix64(v + 1);
      Rng rng(mix64(stream));
      for (float& score : scores[i]) {
        if (false_start_ && state.chosen.empty()) score = -score;
        score = static_cast<float>(5.0 * score + noise_ * rng.uniform());
      }
    }
  }
  std::size_t batches = 0;

 private:
  static std::vector<Vertex> signature(const Graph& graph) {
    std::vector<Vertex> numbers(graph.labels().begin(), graph.labels().end());
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      numbers.push_back(~Vertex{0});
      numbers.insert(numbers.end(), graph.neighbors(v).begin(), graph.neighbors(v).end());
    }
    return numbers;
  }
  double noise_;
  bool false_start_;
  mutable std::mutex solving_;
  mutable std::map<std::vector<Vertex>, enumerate::OptimalValues> solved_;
};

struct Question {
  Problem problem;
  RlOptions options;
};

Question ask(const policy::DecodeOptions& decode, double local_search = 0.0) {
  return {{.sizes = kSizes, .seed = 3}, {.decode = decode, .local_search = local_search}};
}

const policy::DecodeOptions kGreedy{.method = policy::Decode::Greedy};
const policy::DecodeOptions kSample{.method = policy::Decode::Sample, .samples = 12};
const policy::DecodeOptions kBeam{.method = policy::Decode::Beam, .beam = 6};
const policy::DecodeOptions kMultistart{.method = policy::Decode::Multistart};

std::vector<Graph> test_graphs(std::uint64_t count) {
  std::vector<Graph> graphs;
  for (std::uint64_t seed = 0; seed < count; ++seed)
    graphs.push_back(testing::random_small_graph(seed, 10));
  return graphs;
}

std::vector<std::vector<Answer>> solve_all(const std::shared_ptr<policy::Policy>& policy,
                                           const std::vector<Graph>& graphs,
                                           const Question& question, int threads = 1) {
  std::vector<const Graph*> pointers;
  for (const Graph& graph : graphs)
    pointers.push_back(&graph);
  Budget budget;
  budget.threads = threads;
  return RlEngine(policy, question.options).solve_many(pointers, question.problem, budget);
}

std::vector<Answer> solve(const std::shared_ptr<policy::Policy>& policy, const Graph& graph,
                          const Question& question, const Budget& budget = {}) {
  return RlEngine(policy, question.options).solve(graph, question.problem, budget);
}

std::uint64_t found(const Answer& answer) {
  return answer.findings.empty()
             ? 0
             : static_cast<std::uint64_t>(answer.findings[0].frequency.saturated());
}

std::uint64_t best(const Graph& graph, int size) {
  const auto classes = testing::classes_of_size(graph, size);
  return classes.empty() ? 0 : classes[0].count;
}

bool same(const std::vector<Answer>& a, const std::vector<Answer>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Answer& x, const Answer& y) {
    const auto equal = [](const Finding& f, const Finding& g) {
      return f.pattern == g.pattern && f.frequency == g.frequency && f.occurrences == g.occurrences;
    };
    return x.note == y.note && x.sets == y.sets &&
           std::equal(x.findings.begin(), x.findings.end(), y.findings.begin(), y.findings.end(),
                      equal);
  });
}

struct Wins {
  std::size_t better = 0;
  std::size_t optimal = 0;
  std::size_t total = 0;
};

// Compares two ways on every graph and size; the second may never be worse.
Wins compare(const std::vector<Graph>& graphs, const std::vector<std::vector<Answer>>& base,
             const std::vector<std::vector<Answer>>& other) {
  Wins wins;
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    for (std::size_t s = 0; s < kSizes.size(); ++s) {
      EXPECT_GE(found(other[g][s]), found(base[g][s])) << "graph " << g << " k=" << kSizes[s];
      wins.better += found(other[g][s]) > found(base[g][s]) ? 1 : 0;
      wins.optimal += found(other[g][s]) == best(graphs[g], kSizes[s]) ? 1 : 0;
      ++wins.total;
    }
  }
  return wins;
}

TEST(RlSearch, IsNeverWorseThanGreedyAndOftenBetter) {
  const auto policy = std::make_shared<NoisyOracle>(6.0);
  const auto graphs = test_graphs(400);
  const auto greedy = solve_all(policy, graphs, ask(kGreedy));
  for (const policy::DecodeOptions& decode : {kSample, kBeam, kMultistart}) {
    const Wins wins = compare(graphs, greedy, solve_all(policy, graphs, ask(decode)));
    EXPECT_GT(wins.better, 40u) << static_cast<int>(decode.method);
  }
}

// Not on every graph: with more of them, more ways lead to a state, which changes its rank.
TEST(RlSearch, MoreSamplesAreBetterOnTheWhole) {
  const auto policy = std::make_shared<NoisyOracle>(6.0);
  const auto graphs = test_graphs(200);
  const auto greedy = solve_all(policy, graphs, ask(kGreedy));
  Wins before;
  for (const std::size_t samples : {1u, 4u, 16u, 64u}) {
    const Wins now = compare(
        graphs, greedy,
        solve_all(policy, graphs, ask({.method = policy::Decode::Sample, .samples = samples})));
    EXPECT_TRUE(now.optimal > before.optimal || now.optimal == now.total) << samples;
    before = now;
  }
  EXPECT_EQ(before.optimal, before.total);
}

// Perfect but for the first vertex: greedy starts in the worst place, and from some start there is
// a way to the optimum.
TEST(RlSearch, MultistartFindsTheOptimumWhereGreedyDoesNot) {
  const auto policy = std::make_shared<NoisyOracle>(0.0, true);
  const auto graphs = test_graphs(300);
  const auto greedy = solve_all(policy, graphs, ask(kGreedy));
  const auto multistart = solve_all(policy, graphs, ask(kMultistart));
  const Wins wins = compare(graphs, greedy, multistart);
  EXPECT_EQ(wins.optimal, wins.total);
  EXPECT_GT(wins.better, 100u);
}

TEST(RlSearch, BeamOfOneAndOneSampleAreGreedy) {
  const auto policy = std::make_shared<NoisyOracle>(3.0);
  const auto graphs = test_graphs(200);
  const auto greedy = solve_all(policy, graphs, ask(kGreedy));
  for (const policy::DecodeOptions& decode :
       {policy::DecodeOptions{.method = policy::Decode::Beam, .beam = 1},
        policy::DecodeOptions{.method = policy::Decode::Sample, .samples = 1}}) {
    auto answers = solve_all(policy, graphs, ask(decode));
    for (std::size_t g = 0; g < graphs.size(); ++g) {
      for (std::size_t s = 0; s < kSizes.size(); ++s)
        answers[g][s].note = greedy[g][s].note;
      EXPECT_TRUE(same(answers[g], greedy[g]));
    }
  }
}

TEST(RlSearch, LocalSearchNeverWorsens) {
  const auto policy = std::make_shared<policy::UniformPolicy>();
  const auto graphs = test_graphs(300);
  for (const policy::DecodeOptions& decode : {kGreedy, kSample}) {
    const auto without = solve_all(policy, graphs, ask(decode));
    const auto with = solve_all(policy, graphs, ask(decode, Deadline::kForever));
    EXPECT_GT(compare(graphs, without, with).better, 5u);
  }
}

// Every finding is a different pattern with its right frequency, in order, and the note tells how
// many patterns there were.
TEST(RlSearch, AnswersAreSoundAndEveryPatternIsCountedOnce) {
  const auto policy = std::make_shared<NoisyOracle>(6.0);
  const auto graphs = test_graphs(200);
  Question question = ask(kSample);
  question.problem.top = 1000;
  question.problem.occurrences = 3;
  const auto answers = solve_all(policy, graphs, question);
  for (std::size_t g = 0; g < graphs.size() && !HasFailure(); ++g) {
    for (const Answer& answer : answers[g]) {
      if (answer.findings.empty()) {
        EXPECT_TRUE(answer.proven);
        continue;
      }
      EXPECT_FALSE(answer.proven);
      std::smatch match;
      ASSERT_TRUE(std::regex_match(
          answer.note, match,
          std::regex("best of (\\d+) samples?, \\1 patterns? counted, not proven")))
          << answer.note;
      EXPECT_EQ(std::stoul(match[1]), answer.findings.size());
      std::set<Pattern> distinct;
      for (std::size_t i = 0; i < answer.findings.size(); ++i) {
        const Finding& finding = answer.findings[i];
        const auto pattern = testing::from_pattern(finding.pattern);
        EXPECT_TRUE(distinct.insert(finding.pattern).second);
        EXPECT_TRUE(finding.frequency.exact());
        EXPECT_EQ(static_cast<std::uint64_t>(finding.frequency.saturated()),
                  testing::frequency(graphs[g], pattern));
        if (i > 0) {
          EXPECT_LE(finding.frequency, answer.findings[i - 1].frequency);
        }
        EXPECT_EQ(
            finding.occurrences.size(),
            std::min<std::size_t>(3, static_cast<std::size_t>(finding.frequency.saturated())));
        std::set<std::set<Vertex>> sets;
        for (const auto& occurrence : finding.occurrences) {
          EXPECT_TRUE(testing::identical(testing::induced(graphs[g], occurrence), pattern));
          EXPECT_TRUE(sets.emplace(occurrence.begin(), occurrence.end()).second);
        }
      }
    }
  }
  Question three = question;
  three.problem.top = 3;
  const auto fewer = solve_all(policy, graphs, three);
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    for (std::size_t s = 0; s < kSizes.size(); ++s) {
      const auto &all = answers[g][s].findings, &first = fewer[g][s].findings;
      ASSERT_EQ(first.size(), std::min<std::size_t>(3, all.size()));
      for (std::size_t i = 0; i < first.size(); ++i)
        EXPECT_TRUE(first[i].pattern == all[i].pattern);
    }
  }
}

TEST(RlSearch, DependsOnTheSeedAndNotOnThreadsOrCompany) {
  const auto policy = std::make_shared<NoisyOracle>(6.0);
  const auto graphs = test_graphs(60);
  for (const policy::DecodeOptions& decode : {kSample, kBeam, kMultistart}) {
    Question question = ask(decode, Deadline::kForever);
    question.problem.top = 3;
    const auto together = solve_all(policy, graphs, question);
    const auto threads = solve_all(policy, graphs, question, 3);
    for (std::size_t g = 0; g < graphs.size(); ++g) {
      EXPECT_TRUE(same(together[g], threads[g]));
      Budget budget;
      budget.threads = 2;
      EXPECT_TRUE(same(together[g], solve(policy, graphs[g], question, budget)));
    }
  }
  Question other = ask(kSample);
  other.problem.seed = 4;
  EXPECT_FALSE(
      std::equal(graphs.begin(), graphs.end(), graphs.begin(), [&](const Graph& a, const Graph&) {
        return same(solve(policy, a, other), solve(policy, a, ask(kSample)));
      }));
}

TEST(RlSearch, StatesAreScoredInLargeBatches) {
  const auto policy = std::make_shared<NoisyOracle>(6.0);
  const auto graphs = test_graphs(50);
  solve_all(policy, graphs, ask(kSample));
  // 50 graphs x 3 sizes x 8 states are less than one batch of states: one call per step.
  EXPECT_EQ(policy->batches, 6u);
}

TEST(RlSearch, UnderALimitThereIsAtLeastTheGreedyRollout) {
  const auto policy = std::make_shared<NoisyOracle>(6.0);
  const Graph graph = testing::random_small_graph(1, 10);
  const auto greedy = solve(policy, graph, ask(kGreedy));
  const testing::FakeClock clock(0.01);
  Budget budget;
  budget.deadline = Deadline(1000.0, nullptr, clock);
  const auto limited = solve(policy, graph, ask(kSample, 5.0), budget);
  for (std::size_t s = 0; s < kSizes.size(); ++s)
    EXPECT_GE(found(limited[s]), found(greedy[s]));
  const std::atomic<bool> cancelled{true};
  budget.deadline = Deadline(Deadline::kForever, &cancelled);
  for (const policy::DecodeOptions& decode : {kGreedy, kSample, kBeam, kMultistart}) {
    for (const Answer& answer : solve(policy, graph, ask(decode, Deadline::kForever), budget)) {
      EXPECT_FALSE(answer.proven);
      ASSERT_EQ(answer.findings.size(), 1u);  // of some random set
      EXPECT_FALSE(answer.findings[0].frequency.exact());
    }
  }
}

// Nobody says how to search: without a limit it is the greedy rollout, and with one there is time
// for every pattern of so small graphs.
TEST(RlSearch, TakesTheTimeThereIs) {
  const auto policy = std::make_shared<NoisyOracle>(6.0);
  const auto graphs = test_graphs(50);
  const RlOptions options = rl_options({});
  const auto greedy = solve_all(policy, graphs, ask(kGreedy));
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    Question question = ask(kGreedy);
    question.options = options;
    EXPECT_TRUE(same(solve(policy, graphs[g], question), greedy[g]));
    const testing::FakeClock clock(1e-3);
    Budget budget;
    budget.deadline = Deadline(1000.0, nullptr, clock);
    for (const Answer& answer : solve(policy, graphs[g], question, budget)) {
      EXPECT_EQ(found(answer), best(graphs[g], answer.size));
      if (!answer.proven) {
        EXPECT_NE(answer.note.find("by local search"), std::string::npos);
      }
    }
    budget.deadline = Deadline(0.05, nullptr, clock);
    for (const Answer& answer : solve(policy, graphs[g], question, budget))
      EXPECT_TRUE(answer.proven || !answer.findings.empty());
    EXPECT_LT(clock.seconds(), 900.0);
  }
}

}  // namespace
}  // namespace rlminer::engine
