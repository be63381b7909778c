#include "rlminer/count/matcher.h"

#include <algorithm>
#include <set>

#include "tests/oracle.h"
#include "tests/random_graphs.h"
#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer {
namespace {

// The pattern of a small graph, or an empty one when it uses a label the target does not have.
Pattern oracle_pattern(const oracle::SmallGraph& graph, std::size_t num_labels) {
  Pattern pattern;
  for (const Label label : graph.labels) {
    if (label >= num_labels) return Pattern();
    pattern.add_vertex(label);
  }
  for (int i = 0; i < pattern.size(); ++i) {
    for (int j = 0; j < i; ++j) {
      if (graph.adjacent[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)])
        pattern.add_edge(i, j);
    }
  }
  return pattern;
}

TEST(Matcher, AgreesWithTheOracleOnEveryPattern) {
  for (std::uint64_t seed = 0; seed < 1300; ++seed) {
    const Graph graph = random_small_graph(seed, 9);
    Matcher matcher(graph);
    for (int k = 1; k <= static_cast<int>(graph.num_vertices()); ++k) {
      for (const auto& expected : oracle::classes_of_size(graph, k)) {
        const Pattern pattern = induce(graph, expected.representative);
        const MatchCount result = matcher.count(pattern);
        EXPECT_TRUE(result.complete);
        EXPECT_TRUE(result.frequency == expected.count) << "seed " << seed << " k " << k;
      }
    }
  }
}

TEST(Matcher, FindsNothingWhereThePatternIsAbsent) {
  int absent = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Graph graph = random_small_graph(seed, 8);
    const Graph other = random_small_graph(seed + 1, 6);
    for (const auto& wanted : oracle::classes_of_size(other, 4)) {
      // Labels are numbers here: only patterns whose labels the graph has can be asked for.
      Pattern pattern = oracle_pattern(wanted.subgraph, graph.num_labels());
      if (pattern.size() == 0) continue;
      const auto expected = oracle::frequency(graph, oracle::from_pattern(pattern));
      EXPECT_TRUE(Matcher(graph).count(pattern).frequency == expected) << seed;
      absent += expected == 0;
    }
  }
  EXPECT_GT(absent, 100);
}

TEST(Matcher, OccurrencesInduceThePatternInItsOrder) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = random_small_graph(seed, 9);
    Matcher matcher(graph);
    for (const auto& expected : oracle::classes_of_size(graph, 4)) {
      const Pattern pattern = canonicalize(induce(graph, expected.representative)).pattern;
      const auto found = matcher.find(pattern, 1000);
      EXPECT_EQ(found.size(), expected.count);
      std::set<std::vector<Vertex>> sets;
      for (auto occurrence : found) {
        EXPECT_TRUE(induce(graph, occurrence) == pattern);
        std::sort(occurrence.begin(), occurrence.end());
        EXPECT_TRUE(sets.insert(occurrence).second);
      }
      EXPECT_EQ(matcher.find(pattern, 1).size(), 1u);
      EXPECT_EQ(matcher.find(pattern, 0).size(), 0u);
    }
  }
}

TEST(Matcher, GivesUpWhenToldTo) {
  GraphBuilder builder;
  for (int v = 0; v < 30; ++v)
    builder.add_vertex(std::to_string(v), "x");
  for (Vertex v = 1; v < 30; ++v)
    builder.add_edge(0, v);
  const Graph graph = builder.build();
  Pattern star;
  star.add_vertex(0);
  for (int leaf = 0; leaf < 4; ++leaf)
    star.add_vertex(0, 1);
  Matcher matcher(graph);
  EXPECT_TRUE(matcher.count(star).frequency == 23751);  // 29 choose 4
  const MatchCount stopped = matcher.count(star, Deadline(), 1000);
  EXPECT_FALSE(stopped.complete);
  EXPECT_LT(static_cast<double>(stopped.frequency), 1001.0);
  EXPECT_TRUE(matcher.count(star).frequency == 23751) << "a stopped search must leave no trace";
}

TEST(Orbits, OfAStar) {
  Pattern star;
  star.add_vertex(0);
  for (int leaf = 0; leaf < 5; ++leaf)
    star.add_vertex(leaf < 4 ? 0 : 1, 1);
  EXPECT_EQ(orbit_of(star, 0, 0), 1u);
  EXPECT_EQ(orbit_of(star, 1, 0), 0b011110u);
  EXPECT_EQ(orbit_of(star, 2, 0b000010u), 0b011100u);
  EXPECT_EQ(orbit_of(star, 5, 0), 0b100000u);
}

}  // namespace
}  // namespace rlminer
