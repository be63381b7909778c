#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/engine/exact.h"
#include "rlminer/engine/registry.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_graphs.h"

namespace rlminer::engine {
namespace {

using testing::data_folder;
using testing::graph_with_hubs;

std::vector<Answer> beam(const Graph& graph, const Problem& problem, const Budget& budget = {},
                         std::size_t width = 20) {
  return make_engine("beam", {.beam = width})->solve(graph, problem, budget);
}

TEST(Beam, SmallGraphsAgainstTheOracle) {
  for (std::uint64_t seed = 0; seed < 20 * testing::kSmallGraphKinds; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 10);
    Problem problem;
    problem.sizes = {1, 3, 4, 5};
    problem.top = 3;
    problem.occurrences = 2;
    for (const Answer& answer : beam(graph, problem)) {
      const auto classes = testing::classes_of_size(graph, answer.size);
      ASSERT_EQ(answer.findings.empty(), classes.empty()) << seed;
      ASSERT_EQ(answer.proven, classes.empty() && answer.sets_exact) << seed;
      std::set<Pattern> seen;
      for (const Finding& finding : answer.findings) {
        // Counting such graphs is quick, so no estimate is left.
        ASSERT_TRUE(finding.frequency.exact()) << seed;
        ASSERT_FALSE(finding.frequency.interval().has_value()) << seed;
        const auto truth = testing::frequency(graph, testing::from_pattern(finding.pattern));
        ASSERT_TRUE(finding.frequency == truth) << seed;
        ASSERT_LE(truth, classes[0].count) << seed;
        ASSERT_TRUE(seen.insert(finding.pattern).second) << seed;
        ASSERT_TRUE(pattern::canonicalize(finding.pattern).pattern == finding.pattern) << seed;
        ASSERT_EQ(finding.occurrences.size(), std::min<std::uint64_t>(2, truth)) << seed;
        for (const auto& occurrence : finding.occurrences)
          ASSERT_TRUE(pattern::induce(graph, occurrence) == finding.pattern) << seed;
      }
    }
  }
}

// How often the best answer is the optimum.
TEST(Beam, WideBeamsFindTheOptimum) {
  int asked = 0, found = 0, found_narrow = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Graph graph = graph_with_hubs(seed, 24, seed % 3, 1 + seed % 5);
    Problem problem;
    problem.sizes = {4, 5, 6};
    problem.seed = seed;
    const auto best = ExactEngine().solve(graph, problem, {});
    const auto wide = beam(graph, problem, {}, 50);
    const auto narrow = beam(graph, problem, {}, 1);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (best[i].findings.empty()) continue;
      ASSERT_FALSE(wide[i].findings.empty() || narrow[i].findings.empty()) << seed;
      ASSERT_TRUE(wide[i].findings[0].frequency.exact() && narrow[i].findings[0].frequency.exact())
          << seed;
      ASSERT_LE(wide[i].findings[0].frequency, best[i].findings[0].frequency) << seed;
      ASSERT_LE(narrow[i].findings[0].frequency, best[i].findings[0].frequency) << seed;
      ++asked;
      found += wide[i].findings[0].frequency == best[i].findings[0].frequency ? 1 : 0;
      found_narrow += narrow[i].findings[0].frequency == best[i].findings[0].frequency ? 1 : 0;
    }
  }
  EXPECT_GE(asked, 400);
  EXPECT_GE(found, asked * 95 / 100) << found << " of " << asked;
  EXPECT_LT(found_narrow, found);
}

TEST(Beam, SameSeedSameAnswerOnAnyNumberOfThreads) {
  const Graph graph = graph_with_hubs(5, 60, 2, 4);
  Problem problem;
  problem.sizes = {5, 6, 7};
  problem.top = 4;
  Budget budget;
  const auto first = beam(graph, problem, budget);
  budget.threads = 3;
  const auto second = beam(graph, problem, budget);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    ASSERT_EQ(first[i].findings.size(), 4u);
    for (std::size_t j = 0; j < first[i].findings.size(); ++j) {
      EXPECT_TRUE(first[i].findings[j].pattern == second[i].findings[j].pattern);
      EXPECT_TRUE(first[i].findings[j].frequency == second[i].findings[j].frequency);
      EXPECT_EQ(first[i].findings[j].occurrences, second[i].findings[j].occurrences);
    }
  }
}

TEST(Beam, AnswersWithoutTime) {
  const Graph graph = graph_with_hubs(5, 200, 3, 4);
  Problem problem;
  problem.sizes = {3, 9};
  Budget budget;
  budget.deadline = Deadline(0.0);
  for (const Answer& answer : beam(graph, problem, budget)) {
    ASSERT_EQ(answer.findings.size(), 1u);
    const Finding& finding = answer.findings[0];
    EXPECT_GE(finding.frequency, 1u);
    EXPECT_FALSE(answer.proven);
    ASSERT_EQ(finding.occurrences.size(), 1u);
    EXPECT_TRUE(pattern::induce(graph, finding.occurrences[0]) == finding.pattern);
    EXPECT_NE(finding.frequency.exact(), finding.frequency.interval().has_value());
  }
}

// The most frequent small patterns lie in components that end there.
TEST(Beam, ComponentsThatAreTooSmall) {
  graph::GraphBuilder builder;
  Vertex next = 0;
  const auto add_path = [&](int vertices, const std::string& label) {
    for (int i = 0; i < vertices; ++i, ++next) {
      builder.add_vertex(std::to_string(next), label);
      if (i > 0) builder.add_edge(next - 1, next);
    }
  };
  for (int copy = 0; copy < 50; ++copy)
    add_path(4, "A");
  add_path(7, "B");
  const Graph graph = builder.build();
  Problem problem;
  problem.sizes = {4, 6, 7, 8};
  const auto answers = beam(graph, problem, {}, 1);
  EXPECT_TRUE(answers[0].findings.at(0).frequency == 50);
  EXPECT_TRUE(answers[1].findings.at(0).frequency == 2);
  EXPECT_TRUE(answers[2].findings.at(0).frequency == 1 && answers[2].findings[0].frequency.exact());
  EXPECT_FALSE(answers[2].proven);
  EXPECT_TRUE(answers[3].findings.empty() && answers[3].proven);
}

// The best known frequencies, which the prototype of this method found.
TEST(Beam, CiteseerUpToNine) {
  REQUIRE_DATA();
  const Graph graph = io::read_collection(data_folder() / "single" / "citeseer.lg").graphs.at(0);
  Problem problem;
  problem.sizes = {5, 6, 7, 8, 9};
  const std::vector<Count> known{2'730'464, 43'986'589, 588'782'672, 7'757'804'733, 96'602'210'827};
  const auto answers = beam(graph, problem, {}, 5);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Finding& best = answers[i].findings.at(0);
    if (best.frequency.exact()) {
      EXPECT_TRUE(best.frequency == known[i]) << to_string(best.frequency.value());
    } else {
      EXPECT_GE(best.frequency.high(), static_cast<double>(known[i]));
    }
  }
}

}  // namespace
}  // namespace rlminer::engine
