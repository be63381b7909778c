// The exact engine against the brute-force oracle, on seeded graphs of every kind.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/engine/registry.h"
#include "rlminer/graph/builder.h"
#include "rlminer/report/graph_report.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::tests {
namespace {

constexpr std::size_t kAll = 1'000'000;
constexpr std::uint64_t kSeeds = 3000;

std::vector<int> sizes_up_to(std::size_t last) {
  std::vector<int> sizes;
  for (int k = 1; k <= static_cast<int>(last); ++k)
    sizes.push_back(k);
  return sizes;
}

std::vector<engine::Answer> solve(const Graph& graph, const engine::Problem& problem,
                                  int threads = 1, const std::string& engine = "exact") {
  engine::Budget budget;
  budget.threads = threads;
  return engine::make_engine(engine)->solve(graph, problem, budget);
}

std::uint64_t total(const std::vector<testing::PatternClass>& classes) {
  std::uint64_t sum = 0;
  for (const auto& item : classes)
    sum += item.count;
  return sum;
}

// Every occurrence induces exactly the pattern, in the reported order, and no set is reported
// twice.
void expect_real_occurrences(const Graph& graph, const engine::Finding& finding,
                             std::size_t wanted) {
  const auto frequency = static_cast<std::size_t>(finding.frequency.saturated());
  EXPECT_EQ(finding.occurrences.size(), std::min(wanted, frequency));
  const auto pattern = testing::from_pattern(finding.pattern);
  std::set<std::set<Vertex>> distinct;
  for (const auto& occurrence : finding.occurrences) {
    EXPECT_TRUE(testing::identical(testing::induced(graph, occurrence), pattern));
    distinct.emplace(occurrence.begin(), occurrence.end());
  }
  EXPECT_EQ(distinct.size(), finding.occurrences.size());
}

// The answer lists the oracle's classes: the same frequencies in the same order, and each finding
// is a class of that frequency. Ties may stand in another order than the oracle's, so classes are
// matched, each once.
void expect_answer(const Graph& graph, const engine::Problem& problem, const engine::Answer& answer,
                   std::vector<testing::PatternClass> classes) {
  EXPECT_TRUE(answer.proven);
  EXPECT_EQ(answer.note, "");
  EXPECT_TRUE(answer.sets_exact);
  EXPECT_EQ(static_cast<std::uint64_t>(answer.sets), total(classes));
  ASSERT_EQ(answer.findings.size(), std::min(problem.top, classes.size()));
  for (std::size_t i = 0; i < answer.findings.size(); ++i) {
    const engine::Finding& finding = answer.findings[i];
    EXPECT_TRUE(finding.frequency.exact());
    EXPECT_EQ(static_cast<std::uint64_t>(finding.frequency.saturated()), classes[i].count);
    expect_real_occurrences(graph, finding, problem.occurrences);
  }
  for (const engine::Finding& finding : answer.findings) {
    const auto pattern = testing::from_pattern(finding.pattern);
    const auto match = std::find_if(classes.begin(), classes.end(), [&](const auto& candidate) {
      return testing::isomorphic(candidate.subgraph, pattern);
    });
    ASSERT_NE(match, classes.end()) << "a pattern that does not occur, or one listed twice";
    EXPECT_EQ(match->count, static_cast<std::uint64_t>(finding.frequency.saturated()));
    classes.erase(match);
  }
}

void expect_answers(const Graph& graph, const engine::Problem& problem) {
  const std::vector<engine::Answer> answers = solve(graph, problem);
  ASSERT_EQ(answers.size(), problem.sizes.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    SCOPED_TRACE("k " + std::to_string(problem.sizes[i]));
    ASSERT_EQ(answers[i].size, problem.sizes[i]);
    expect_answer(graph, problem, answers[i], testing::classes_of_size(graph, problem.sizes[i]));
  }
}

// The patterns and frequencies of the answers, without anything that depends on the numbering.
void expect_same_patterns(const std::vector<engine::Answer>& a,
                          const std::vector<engine::Answer>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    SCOPED_TRACE("k " + std::to_string(a[i].size));
    EXPECT_TRUE(a[i].sets == b[i].sets);
    ASSERT_EQ(a[i].findings.size(), b[i].findings.size());
    for (std::size_t j = 0; j < a[i].findings.size(); ++j) {
      EXPECT_TRUE(a[i].findings[j].pattern == b[i].findings[j].pattern) << "rank " << j + 1;
      EXPECT_TRUE(a[i].findings[j].frequency == b[i].findings[j].frequency) << "rank " << j + 1;
    }
  }
}

std::string bytes(const Graph& graph, const std::vector<engine::Answer>& answers) {
  return report::to_json_lines({.graph = graph, .number = 0, .engine = "exact", .answers = answers},
                               {.rank = true, .all_occurrences = true, .timing = false});
}

// Runs check(seed) for every seed and stops at the first one that fails, naming it.
template <typename Check>
void for_each_seed(std::uint64_t seeds, Check&& check) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(seed);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(CrossCheck, WinnerOfEverySize) {
  for_each_seed(kSeeds, [](std::uint64_t seed) {
    const Graph graph = testing::random_small_graph(seed);
    expect_answers(graph, {.sizes = sizes_up_to(graph.num_vertices() + 1)});
  });
}

TEST(CrossCheck, TopThreeWithTwoOccurrences) {
  for_each_seed(kSeeds, [](std::uint64_t seed) {
    const Graph graph = testing::random_small_graph(seed);
    expect_answers(graph,
                   {.sizes = sizes_up_to(graph.num_vertices() + 1), .top = 3, .occurrences = 2});
  });
}

TEST(CrossCheck, AllPatternsWithAllOccurrences) {
  for_each_seed(kSeeds, [](std::uint64_t seed) {
    const Graph graph = testing::random_small_graph(seed, 9);
    expect_answers(
        graph, {.sizes = sizes_up_to(graph.num_vertices() + 1), .top = kAll, .occurrences = kAll});
  });
}

TEST(CrossCheck, OneSizeAloneAnswersLikeAllSizesTogether) {
  for_each_seed(kSeeds / 4, [](std::uint64_t seed) {
    const Graph graph = testing::random_small_graph(seed);
    const int k = 1 + static_cast<int>(seed / testing::kSmallGraphKinds % 6);
    expect_answers(graph, {.sizes = {k}, .top = 2});
    expect_answers(graph, {.sizes = {k, k + 3}, .top = 2});
  });
}

TEST(CrossCheck, LargerGraphs) {
  for_each_seed(4 * testing::kSmallGraphKinds, [](std::uint64_t seed) {
    const Graph graph = testing::random_small_graph(seed, 14);
    expect_answers(graph, {.sizes = {4, 5, 6, 7}, .top = 5});
  });
}

TEST(CrossCheck, RenumberingChangesNothingButTheOccurrences) {
  for_each_seed(kSeeds, [](std::uint64_t seed) {
    const Graph graph = testing::random_small_graph(seed);
    Rng rng(seed);
    const Graph copy = testing::renumbered(graph, rng);
    for (const std::size_t top : {std::size_t{1}, std::size_t{3}, kAll}) {
      const engine::Problem problem{.sizes = sizes_up_to(graph.num_vertices() + 1), .top = top};
      expect_same_patterns(solve(graph, problem), solve(copy, problem));
    }
  });
}

TEST(CrossCheck, ThreadsChangeNoByte) {
  for_each_seed(kSeeds / 3, [](std::uint64_t seed) {
    const Graph graph = testing::random_small_graph(seed);
    const engine::Problem problem{
        .sizes = sizes_up_to(graph.num_vertices() + 1), .top = 3, .occurrences = 3};
    const std::string one = bytes(graph, solve(graph, problem, 1));
    for (const int threads : {2, 3, 8}) {
      EXPECT_EQ(bytes(graph, solve(graph, problem, threads)), one) << threads << " threads";
    }
  });
}

// Labels of edges, directions, both, and arcs that go both ways.
TEST(CrossCheck, EdgesOfSeveralKinds) {
  for_each_seed(kSeeds, [](std::uint64_t seed) {
    const Graph graph = testing::random_related_graph(seed, 9);
    const std::vector<int> sizes = sizes_up_to(graph.num_vertices() + 1);
    expect_answers(graph, {.sizes = sizes, .top = 3, .occurrences = 2});
    const std::size_t top = seed % 2 == 0 ? 1 : kAll;
    expect_answers(graph, {.sizes = sizes, .top = top, .occurrences = top});
  });
}

TEST(CrossCheck, AutoOnEdgesOfSeveralKinds) {
  for_each_seed(kSeeds / 4, [](std::uint64_t seed) {
    const Graph graph = testing::random_related_graph(seed, 9);
    const engine::Problem problem{.sizes = {3, 4, 5}, .top = 2};
    const auto answers = solve(graph, problem, 1, "auto");
    expect_same_patterns(solve(graph, problem), answers);
    for (const engine::Answer& answer : answers)
      EXPECT_TRUE(answer.proven);
  });
}

// The numbers of vertices, of labels of edges and of threads have no say.
TEST(CrossCheck, EdgesOfSeveralKindsByAnyNumber) {
  for_each_seed(kSeeds / 2, [](std::uint64_t seed) {
    const Graph graph = testing::random_related_graph(seed, 9);
    Rng rng(seed);
    const engine::Problem problem{
        .sizes = sizes_up_to(graph.num_vertices() + 1), .top = 3, .occurrences = 3};
    const auto answers = solve(graph, problem);
    expect_same_patterns(answers, solve(testing::renumbered(graph, rng), problem));
    EXPECT_EQ(bytes(graph, solve(graph, problem, 3)), bytes(graph, answers));
  });
}

TEST(CrossCheck, ThePapersWorkedExample) {
  graph::GraphBuilder builder;
  for (int id = 1; id <= 8; ++id) {
    builder.add_vertex(std::to_string(id), id == 5 || id == 7 ? "B" : "A");
  }
  const std::vector<std::pair<Vertex, Vertex>> edges{{1, 2}, {1, 3}, {2, 3}, {3, 5},
                                                     {4, 5}, {5, 6}, {6, 7}, {7, 8}};
  for (const auto& [u, v] : edges)
    builder.add_edge(u - 1, v - 1);
  const Graph graph = builder.build();
  const engine::Problem problem{.sizes = {3}, .top = kAll, .occurrences = kAll};
  expect_answers(graph, problem);
  const std::vector<engine::Answer> answers = solve(graph, problem);
  const engine::Finding& winner = answers.at(0).findings.at(0);
  EXPECT_TRUE(winner.frequency == 4);
  const Label a = graph.label_dictionary().at("A");
  const Label b = graph.label_dictionary().at("B");
  EXPECT_TRUE(testing::isomorphic(
      testing::from_pattern(winner.pattern),
      {{a, b, a}, {{false, true, false}, {true, false, true}, {false, true, false}}}));
  std::size_t triangles = 0;
  for (const engine::Finding& finding : answers[0].findings) {
    if (finding.pattern.num_edges() != 3) continue;
    ++triangles;
    EXPECT_TRUE(finding.frequency == 1);
  }
  EXPECT_EQ(triangles, 1u);
}

TEST(CrossCheck, SizesBeyondTheGraphHaveNoAnswerAndThatIsProven) {
  const Graph graph = testing::random_small_graph(5);
  const auto answers = solve(graph, {.sizes = {11, 32}});
  ASSERT_EQ(answers.size(), 2u);
  for (const engine::Answer& answer : answers) {
    EXPECT_TRUE(answer.findings.empty());
    EXPECT_TRUE(answer.proven);
    EXPECT_TRUE(answer.sets == 0);
  }
}

}  // namespace
}  // namespace rlminer::tests
