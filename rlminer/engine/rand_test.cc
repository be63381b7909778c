#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/engine/registry.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::engine {
namespace {

// Vertices "0", "1", ... of one label.
Graph unlabelled(std::size_t vertices, const std::vector<std::pair<Vertex, Vertex>>& edges) {
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < vertices; ++v)
    builder.add_vertex(std::to_string(v));
  for (const auto& [u, v] : edges)
    builder.add_edge(u, v);
  return builder.build();
}

std::vector<Answer> solve(const Graph& graph, const Problem& problem, std::size_t samples,
                          int threads = 1) {
  Budget budget;
  budget.threads = threads;
  return make_engine("rand", {.samples = samples})->solve(graph, problem, budget);
}

void expect_sound(const Graph& graph, const Problem& problem, std::size_t samples,
                  const Answer& answer) {
  const auto classes = testing::classes_of_size(graph, answer.size);
  if (classes.empty()) {
    EXPECT_TRUE(answer.findings.empty());
    EXPECT_TRUE(answer.proven);
    return;
  }
  EXPECT_FALSE(answer.proven);
  ASSERT_FALSE(answer.findings.empty());
  ASSERT_LE(answer.findings.size(), std::min(problem.top, samples));
  for (const Finding& finding : answer.findings) {
    EXPECT_TRUE(finding.frequency.exact());
    const auto pattern = testing::from_pattern(finding.pattern);
    EXPECT_EQ(static_cast<std::uint64_t>(finding.frequency.saturated()),
              testing::frequency(graph, pattern));
    ASSERT_EQ(finding.occurrences.size(), 1u);
    EXPECT_TRUE(testing::identical(testing::induced(graph, finding.occurrences[0]), pattern));
  }
  // So many samples of so few sets meet every one of them.
  if (samples >= 2000) {
    EXPECT_EQ(static_cast<std::uint64_t>(answer.findings[0].frequency.saturated()),
              classes[0].count);
  }
}

TEST(Rand, FrequenciesAreThoseOfTheOracle) {
  for (std::uint64_t seed = 0; seed < 1500 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = testing::random_small_graph(seed, 8);
    const Problem problem{.sizes = {1, 2, 3, 4, 5, 9}, .top = 1 + seed % 3, .seed = seed};
    const std::size_t samples = seed % 20 == 0 ? 2000 : 1 + seed % 30;
    const auto answers = solve(graph, problem, samples);
    ASSERT_EQ(answers.size(), problem.sizes.size());
    for (const Answer& answer : answers)
      expect_sound(graph, problem, samples, answer);
  }
}

TEST(Rand, StartsOnlyWhereTheSizeCanBeReached) {
  // Many isolated vertices and one path of four.
  const Graph graph = unlabelled(100, {{40, 41}, {41, 42}, {42, 43}});
  const auto answers = solve(graph, {.sizes = {4, 5}}, 1);
  ASSERT_EQ(answers[0].findings.size(), 1u);
  EXPECT_TRUE(answers[0].findings[0].frequency == 1);
  EXPECT_TRUE(answers[1].findings.empty());
  EXPECT_TRUE(answers[1].proven);
}

bool same(const std::vector<Answer>& a, const std::vector<Answer>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Answer& x, const Answer& y) {
    return x.note == y.note && x.sets == y.sets && x.findings.size() == y.findings.size() &&
           std::equal(x.findings.begin(), x.findings.end(), y.findings.begin(),
                      [](const Finding& f, const Finding& g) {
                        return f.pattern == g.pattern && f.frequency == g.frequency &&
                               f.occurrences == g.occurrences;
                      });
  });
}

TEST(Rand, SeedDecidesAndThreadsAndOtherSizesDoNot) {
  const Graph graph = testing::random_small_graph(14, 30);
  const Problem problem{.sizes = {4, 5, 6}, .top = 5, .seed = 3};
  const auto first = solve(graph, problem, 10);
  EXPECT_TRUE(same(first, solve(graph, problem, 10)));
  EXPECT_TRUE(same(first, solve(graph, problem, 10, 3)));
  Problem alone = problem;
  alone.sizes = {5};
  EXPECT_TRUE(same({first[1]}, solve(graph, alone, 10)));
  int different = 0;
  for (std::uint64_t seed = 4; seed < 14; ++seed) {
    alone.seed = seed;
    different += same({first[1]}, solve(graph, alone, 10)) ? 0 : 1;
  }
  EXPECT_GT(different, 5);
}

TEST(Rand, CancelledBeforeTheStartStillAnswers) {
  const std::atomic<bool> cancelled{true};
  Budget budget;
  budget.deadline = Deadline(Deadline::kForever, &cancelled);
  const Graph graph = unlabelled(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  const Answer answer = make_engine("rand")->solve(graph, {.sizes = {3}}, budget).at(0);
  EXPECT_FALSE(answer.proven);
  ASSERT_EQ(answer.findings.size(), 1u);
  EXPECT_EQ(answer.findings[0].occurrences.size(), 1u);
  EXPECT_NE(answer.note.find("in 1 samples"), std::string::npos) << answer.note;
}

}  // namespace
}  // namespace rlminer::engine
