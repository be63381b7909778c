#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/engine/exact.h"
#include "rlminer/engine/registry.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_graphs.h"

namespace rlminer::engine {
namespace {

using testing::graph_with_hubs;

TEST(Sample, SmallGraphsAgainstTheOracle) {
  for (std::uint64_t seed = 0; seed < 8 * testing::kSmallGraphKinds; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 10);
    Problem problem;
    problem.sizes = {1, 3, 4};
    problem.top = 2;
    problem.seed = seed;
    for (const Answer& answer :
         make_engine("sample", {.samples = 2000})->solve(graph, problem, {})) {
      const auto classes = testing::classes_of_size(graph, answer.size);
      ASSERT_EQ(answer.findings.empty(), classes.empty()) << seed;
      if (classes.empty()) continue;
      ASSERT_FALSE(answer.proven) << seed;
      for (const Finding& finding : answer.findings) {
        const auto truth = testing::frequency(graph, testing::from_pattern(finding.pattern));
        ASSERT_LE(truth, classes[0].count) << seed;
        ASSERT_TRUE(finding.frequency.exact() ? finding.frequency == truth
                                              : finding.frequency <= truth)
            << seed;
        ASSERT_EQ(finding.occurrences.size(), 1u) << seed;
        ASSERT_TRUE(pattern::induce(graph, finding.occurrences[0]) == finding.pattern) << seed;
      }
    }
  }
}

TEST(Sample, FindsTheOptimumAndTheNumberOfSets) {
  int asked = 0, found = 0;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    const Graph graph = graph_with_hubs(seed, 30, seed % 3, 1 + seed % 3);
    Problem problem;
    problem.sizes = {4, 5};
    const auto best = ExactEngine().solve(graph, problem, {});
    const auto sampled = make_engine("sample", {.samples = 20000})->solve(graph, problem, {});
    for (std::size_t i = 0; i < best.size(); ++i) {
      ++asked;
      found += sampled[i].findings.at(0).frequency == best[i].findings.at(0).frequency ? 1 : 0;
      EXPECT_FALSE(sampled[i].sets_exact);
      const auto sets = static_cast<double>(best[i].sets);
      EXPECT_NEAR(static_cast<double>(sampled[i].sets), sets, 0.5 * sets) << seed;
    }
  }
  EXPECT_GE(found, asked * 95 / 100) << found << " of " << asked;
}

TEST(Sample, SameSeedSameAnswerOnAnyNumberOfThreads) {
  const Graph graph = graph_with_hubs(5, 60, 2, 4);
  Problem problem;
  problem.sizes = {5, 6};
  problem.top = 4;
  Budget budget;
  const auto first = make_engine("sample", {.samples = 20000})->solve(graph, problem, budget);
  budget.threads = 3;
  const auto second = make_engine("sample", {.samples = 20000})->solve(graph, problem, budget);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_TRUE(first[i].sets == second[i].sets);
    EXPECT_EQ(first[i].note, second[i].note);
    ASSERT_EQ(first[i].findings.size(), second[i].findings.size());
    for (std::size_t j = 0; j < first[i].findings.size(); ++j)
      EXPECT_TRUE(first[i].findings[j].pattern == second[i].findings[j].pattern);
  }
}

TEST(Sample, AnswersWithoutTimeOrMemoryOrTables) {
  const Graph graph = graph_with_hubs(5, 100, 2, 4);
  Problem problem;
  problem.sizes = {5, 20};
  Budget late;
  late.deadline = Deadline(0.0);
  Budget poor;
  const MemoryLimit one_byte(1);
  poor.deadline = Deadline().within(one_byte);
  for (const Budget& budget : {late, poor}) {
    for (const Answer& answer : make_engine("sample")->solve(graph, problem, budget)) {
      ASSERT_EQ(answer.findings.size(), 1u);
      EXPECT_EQ(answer.findings[0].pattern.size(), answer.size);
      EXPECT_FALSE(answer.proven);
      EXPECT_FALSE(answer.note.empty());
      EXPECT_TRUE(pattern::induce(graph, answer.findings[0].occurrences.at(0)) ==
                  answer.findings[0].pattern);
    }
  }
}

// Where counting is given up, the estimate stays, with what was counted as its lower end.
TEST(CountQuickly, OnlyWhatIsQuick) {
  const Graph graph = graph_with_hubs(1, 60, 2, 1);
  const auto truth = testing::most_frequent(enumerate::take_census(graph, {5}).sizes[5], 1).at(0);
  sample::Estimate estimate;
  estimate.value = truth.second * 2;
  estimate.low = 1;
  estimate.high = truth.second * 4;
  std::vector<Finding> findings{{truth.first, estimate.frequency(), {}}};
  Finding* const all[] = {&findings[0]};
  count::Counter counter(graph, 2);
  search::count_quickly(all, 1, counter, Deadline());
  EXPECT_FALSE(findings[0].frequency.exact());
  EXPECT_LE(findings[0].frequency.low(), truth.second);
  EXPECT_EQ(findings[0].frequency.to_double(), truth.second * 2);
  search::count_quickly(all, count::Counter::kAnyEffort, counter, Deadline());
  EXPECT_TRUE(findings[0].frequency.exact());
  EXPECT_EQ(findings[0].frequency.to_double(), truth.second);
  EXPECT_FALSE(findings[0].frequency.interval().has_value());
}

}  // namespace
}  // namespace rlminer::engine
