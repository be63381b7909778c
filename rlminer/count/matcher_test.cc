#include "rlminer/count/matcher.h"

#include <algorithm>
#include <atomic>
#include <set>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::count {
namespace {

// The pattern of a small graph, or an empty one when it uses a label the target does not have.
Pattern oracle_pattern(const testing::SmallGraph& graph, std::size_t num_labels) {
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
    const Graph graph = testing::random_small_graph(seed, 9);
    Matcher matcher(graph);
    for (int k = 1; k <= static_cast<int>(graph.num_vertices()); ++k) {
      for (const auto& expected : testing::classes_of_size(graph, k)) {
        const Pattern pattern = pattern::induce(graph, expected.representative);
        const Frequency result = matcher.count(pattern);
        EXPECT_TRUE(result.exact());
        EXPECT_TRUE(result == expected.count) << "seed " << seed << " k " << k;
      }
    }
  }
}

TEST(Matcher, FindsNothingWhereThePatternIsAbsent) {
  int absent = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 8);
    const Graph other = testing::random_small_graph(seed + 1, 6);
    for (const auto& wanted : testing::classes_of_size(other, 4)) {
      // Labels are numbers here: only patterns whose labels the graph has can be asked for.
      Pattern pattern = oracle_pattern(wanted.subgraph, graph.num_labels());
      if (pattern.size() == 0) continue;
      const auto expected = testing::frequency(graph, testing::from_pattern(pattern));
      EXPECT_TRUE(Matcher(graph).count(pattern) == expected) << seed;
      absent += expected == 0;
    }
  }
  EXPECT_GT(absent, 100);
}

TEST(Matcher, OccurrencesInduceThePatternInItsOrder) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 9);
    Matcher matcher(graph);
    for (const auto& expected : testing::classes_of_size(graph, 4)) {
      const Pattern pattern =
          pattern::canonicalize(pattern::induce(graph, expected.representative)).pattern;
      const auto found = matcher.find(pattern, 1000);
      EXPECT_EQ(found.size(), expected.count);
      std::set<std::vector<Vertex>> sets;
      for (auto occurrence : found) {
        EXPECT_TRUE(pattern::induce(graph, occurrence) == pattern);
        std::sort(occurrence.begin(), occurrence.end());
        EXPECT_TRUE(sets.insert(occurrence).second);
      }
      EXPECT_EQ(matcher.find(pattern, 1).size(), 1u);
      EXPECT_EQ(matcher.find(pattern, 0).size(), 0u);
    }
  }
}

// A ring of n vertices, each joined to the next `reach` ones.
Graph thick_ring(Vertex n, Vertex reach) {
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), "x");
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex step = 1; step <= reach; ++step)
      builder.add_edge(v, (v + step) % n);
  }
  return builder.build();
}

Pattern path_pattern(int size) {
  Pattern path;
  for (int i = 0; i < size; ++i)
    path.add_vertex(0, i == 0 ? 0 : std::uint32_t{1} << (i - 1));
  return path;
}

TEST(Matcher, GivesUpWhenToldTo) {
  const Graph ring = thick_ring(60, 1);
  Matcher matcher(ring);
  const Pattern path = path_pattern(6);
  EXPECT_TRUE(matcher.count(path) == 60);
  const Frequency stopped = matcher.count(path, Deadline(), 20);
  EXPECT_FALSE(stopped.exact());
  EXPECT_FALSE(stopped.exact());
  EXPECT_LT(stopped.to_double(), 21.0);
  EXPECT_TRUE(matcher.count(path) == 60) << "a stopped search must leave no trace";
}

TEST(Matcher, StopsAtTheDeadlineWithALowerBound) {
  const Graph ring = thick_ring(400, 40);
  Matcher matcher(ring);
  const Pattern path = path_pattern(8);
  for (const int threads : {1, 2}) {
    const testing::FakeClock clock(0.01);
    const Frequency stopped = matcher.count_on(threads, path, Deadline(0.1, nullptr, clock));
    EXPECT_FALSE(stopped.exact());
    EXPECT_GT(stopped.to_double(), 0.0) << threads << " threads";
  }
  const std::atomic<bool> cancelled = true;
  EXPECT_FALSE(matcher.count(path, Deadline(Deadline::kForever, &cancelled)).exact());
  EXPECT_FALSE(matcher.mni(path_pattern(30), Deadline(Deadline::kForever, &cancelled)).complete);
}

TEST(Matcher, ThreadsDoNotChangeTheCount) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 10);
    Matcher matcher(graph);
    for (const auto& expected : testing::classes_of_size(graph, 5)) {
      const Pattern pattern = pattern::induce(graph, expected.representative);
      EXPECT_TRUE(matcher.count_on(3, pattern) == expected.count) << seed;
    }
  }
}

// A hub with so many leaves.
Graph star_graph(int leaves) {
  graph::GraphBuilder builder;
  for (int v = 0; v <= leaves; ++v)
    builder.add_vertex(std::to_string(v), "x");
  for (int v = 1; v <= leaves; ++v)
    builder.add_edge(0, static_cast<Vertex>(v));
  return builder.build();
}

Pattern star_pattern(int leaves) {
  Pattern star;
  star.add_vertex(0);
  for (int leaf = 0; leaf < leaves; ++leaf)
    star.add_vertex(0, 1);
  return star;
}

TEST(Matcher, CountsBeyondTheReachOfListing) {
  const Graph star200 = star_graph(200);
  const Frequency huge = Matcher(star200).count(star_pattern(31));
  EXPECT_TRUE(huge.exact());
  EXPECT_EQ(to_string(huge.value()), "2246641608185861983878945452213601600");
}

TEST(Matcher, GoesOnWhenTheCountDoesNotFit) {
  const Graph star5000 = star_graph(5000);
  Matcher matcher(star5000);
  for (const int threads : {1, 2}) {
    const Frequency beyond = matcher.count_on(threads, star_pattern(31));
    EXPECT_TRUE(beyond.exact());
    EXPECT_TRUE(beyond.exact());
    EXPECT_TRUE(beyond.saturated() == kMaxCount);
    EXPECT_EQ(beyond.value(), big_binomial(5000, 31));
  }
}

TEST(Matcher, PatternsOfThirtyTwoVertices) {
  const Graph clique = thick_ring(33, 16);
  Pattern pattern;
  for (int i = 0; i < pattern::kMaxPatternSize; ++i)
    pattern.add_vertex(0, static_cast<std::uint32_t>((std::uint64_t{1} << i) - 1));
  EXPECT_TRUE(Matcher(clique).count(pattern) == 33);
  EXPECT_EQ(Matcher(clique).mni(pattern).support, 33u);
  EXPECT_EQ(Matcher(clique).find(pattern, 100).size(), 33u);
  const Graph ring = thick_ring(40, 1);
  EXPECT_TRUE(Matcher(ring).count(path_pattern(32)) == 40);
  EXPECT_EQ(Matcher(ring).mni(path_pattern(32)).support, 40u);
  EXPECT_TRUE(Matcher(ring).count(star_pattern(31)) == 0);
}

// A clique with one pendant vertex: nearly every clique in it has no leaf to offer.
TEST(Matcher, FindsTheOnlyLeafOfACliqueAtOnce) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 41; ++v)
    builder.add_vertex(std::to_string(v), "x");
  for (Vertex u = 0; u < 40; ++u) {
    for (Vertex v = 0; v < u; ++v)
      builder.add_edge(u, v);
  }
  builder.add_edge(7, 40);
  const Graph graph = builder.build();
  Pattern pattern;
  for (int i = 0; i < 11; ++i)
    pattern.add_vertex(0, (std::uint32_t{1} << i) - 1);
  pattern.add_vertex(0, 1);
  Matcher matcher(graph);
  const auto found = matcher.find(pattern, 1);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].front(), 7u);
  EXPECT_EQ(found[0].back(), 40u);
  EXPECT_EQ(pattern::induce(graph, found[0]), pattern);
}

TEST(Matcher, ListsUntilToldToStop) {
  const Graph ring = thick_ring(20, 1);
  Matcher matcher(ring);
  int seen = 0;
  EXPECT_FALSE(
      matcher.for_each(path_pattern(3), [&](std::span<const Vertex>) { return ++seen < 5; }));
  EXPECT_EQ(seen, 5);
  EXPECT_TRUE(matcher.for_each(path_pattern(3), [&](std::span<const Vertex>) {
    ++seen;
    return true;
  }));
  EXPECT_EQ(seen, 25);
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
}  // namespace rlminer::count
