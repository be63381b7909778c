#include "rlminer/enumerate/related_walk.h"

#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "rlminer/enumerate/census.h"
#include "rlminer/enumerate/optimal_values.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/connected_sets.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::enumerate {
namespace {

using testing::census_set_by_set;
using testing::EdgeKinds;

// Hubs with leaves that are alike, adjacent leaves and pendants: extensions long enough to be
// sorted into classes.
Graph hub_graph(std::uint64_t seed, const EdgeKinds& kinds) {
  Rng rng(seed);
  graph::GraphBuilder builder;
  const std::size_t n = 25 + rng.below(25);
  for (std::size_t v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(1 + seed % 3)));
  for (Vertex hub = 0; hub < 1 + seed % 3; ++hub) {
    for (Vertex v = 0; v < n; ++v) {
      if (v != hub && rng.chance(0.7)) builder.add_edge(hub, v);
    }
  }
  for (std::size_t i = 0; i < n / 2; ++i)
    builder.add_edge(static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n)));
  return testing::with_edge_kinds(builder.build(), kinds, rng);
}

Classification census_with_examples(const Graph& graph, int largest, int threads) {
  WalkBudget budget;
  budget.threads = threads;
  const KeySelection all(static_cast<std::size_t>(largest) + 1, KeySet::everything());
  return classify_keys(RankedGraph(graph), all, budget, true);
}

void expect_set_by_set(const Graph& graph, int largest) {
  const Classification census = census_with_examples(graph, largest, 1);
  for (int k = 1; k <= largest; ++k) {
    const auto n = static_cast<std::size_t>(k);
    EXPECT_EQ(census.sizes[n], census_set_by_set(graph, k)) << "k " << k << " of " << largest;
    ASSERT_EQ(census.examples[n].size(), census.sizes[n].size());
    for (const auto& [pattern, example] : census.examples[n])
      EXPECT_EQ(pattern::induce(graph, example), pattern);
  }
  EXPECT_EQ(census_with_examples(graph, largest, 3).examples, census.examples);
}

// What the sketch must hold, from the definition of the hash.
void expect_sketch_of_definition(const Graph& graph, int largest) {
  const std::vector<bool> wanted(static_cast<std::size_t>(largest) + 1, true);
  const Sketch sketch = sketch_sets(RankedGraph(graph), wanted, WalkBudget());
  for (int k = 1; k <= largest; ++k) {
    const SizeSketch& values = sketch.sizes[static_cast<std::size_t>(k)];
    std::map<SizeSketch::Key, Count> expected, actual;
    testing::for_each_connected_set(graph, k, [&](std::span<const Vertex> set) {
      ++expected[values.key_of(hash_pattern(pattern::induce(graph, set), graph.num_labels()))];
      return true;
    });
    for (const SizeSketch::Key key : values.keys_with_at_least(1))
      actual[key] = values.value(key);
    ASSERT_EQ(actual, expected) << "k " << k << " of " << largest;
  }
}

TEST(RelatedWalk, CensusAgreesWithTheOracle) {
  for (std::uint64_t seed = 0; seed < 2600; ++seed) {
    SCOPED_TRACE(seed);
    const Graph graph = testing::random_related_graph(seed, 8);
    std::vector<int> sizes(graph.num_vertices() + 1);
    std::iota(sizes.begin(), sizes.end(), 1);
    const Classification census = take_census(graph, sizes);
    for (const int k : sizes) {
      const PatternCounts& counts = census.sizes[static_cast<std::size_t>(k)];
      const auto classes = testing::classes_of_size(graph, k);
      ASSERT_EQ(counts.size(), classes.size()) << "k " << k;
      for (const auto& expected : classes) {
        const auto found = counts.find(
            pattern::canonicalize(pattern::induce(graph, expected.representative)).pattern);
        ASSERT_NE(found, counts.end()) << "k " << k;
        EXPECT_EQ(found->second, expected.count) << "k " << k;
      }
    }
  }
}

TEST(RelatedWalk, HandsOutTheHashOfThePattern) {
  for (std::uint64_t seed = 0; seed < 650; ++seed) {
    SCOPED_TRACE(seed);
    const Graph graph = testing::random_related_graph(seed, 9);
    for (const int largest : {3, 4, 6})
      expect_sketch_of_definition(graph, largest);
  }
}

TEST(RelatedWalk, AgreesSetBySetOnHubs) {
  const std::vector<EdgeKinds> kinds = {{2, false}, {1, true}, {3, true}, {40, true}};
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Graph graph = hub_graph(seed, kinds[seed % kinds.size()]);
    expect_set_by_set(graph, 3 + static_cast<int>(seed % 2));
    expect_sketch_of_definition(graph, 4);
  }
}

// As many kinds of leaves as leaves: no table of classes.
TEST(RelatedWalk, TreatsVerticesOneByOneWhereAllDiffer) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 1100; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(v));
  for (Vertex v = 1; v < 1100; ++v)
    builder.add_edge(0, v, v % 2 == 0 ? "a" : "b", v % 3 == 0);
  for (Vertex v = 1; v < 400; v += 2)
    builder.add_edge(v, v + 1, "c", true);
  const Graph graph = builder.build();
  const Classification census = take_census(graph, {2, 3});
  EXPECT_EQ(census.sizes[3], census_set_by_set(graph, 3));
  EXPECT_EQ(census.sizes[2], census_set_by_set(graph, 2));
}

// Sizes on both sides of each register width, and more kinds than a code has room for.
TEST(RelatedWalk, LargeSizes) {
  Rng rng(4);
  graph::GraphBuilder builder;
  for (int v = 0; v < 20; ++v)
    builder.add_vertex(std::to_string(v), v % 2 == 0 ? "x" : "y");
  for (Vertex v = 1; v < 20; ++v)
    builder.add_edge(v, v < 12 ? v - 1 : static_cast<Vertex>(rng.below(v)));
  const Graph tree = builder.build();
  for (const EdgeKinds kinds : {EdgeKinds{2, false}, EdgeKinds{5, true}}) {
    const Graph graph = testing::with_edge_kinds(tree, kinds, rng);
    for (const int k : {8, 9, 15, 16, 17, 19}) {
      const Classification census = take_census(graph, {k});
      EXPECT_EQ(census.sizes[static_cast<std::size_t>(k)], census_set_by_set(graph, k)) << k;
    }
  }
}

TEST(RelatedWalk, OneKindOfEdgesIsNone) {
  for (std::uint64_t seed = 0; seed < 130; ++seed) {
    const Graph plain = testing::random_small_graph(seed, 9);
    Rng rng(seed);
    const Graph one_kind = testing::with_edge_kinds(plain, {1, false}, rng);
    EXPECT_EQ(take_census(plain, {3, 4}).sizes, take_census(one_kind, {3, 4}).sizes);
  }
}

TEST(RelatedWalk, CodesHoldKindsOfEdges) {
  Rng rng(8);
  for (int round = 0; round < 200; ++round) {
    const Graph graph =
        testing::random_related_graph(13 * 13 + static_cast<std::uint64_t>(round), 7);
    if (!graph.distinguishes_edges()) continue;
    const Coding coding = coding_of(RankedGraph(graph));
    std::vector<Vertex> all(graph.num_vertices());
    std::iota(all.begin(), all.end(), Vertex{0});
    const Pattern pattern = pattern::induce(graph, all);
    ASSERT_TRUE(RawCode::holds(pattern.size(), graph.num_labels(), coding));
    RawCode code;
    for (int i = 0; i < pattern.size(); ++i) {
      RawCode::Fields fields = 0;
      for (int j = 0; j < i; ++j) {
        if (pattern.has_edge(i, j))
          fields |= coding.field(pattern.relation(i, j)) << (coding.bits * j);
      }
      code.add_vertex(i, pattern.label(i), fields, coding.bits);
    }
    EXPECT_EQ(code.pattern(pattern.size(), coding), pattern);
  }
}

// The best frequency that can be reached from nothing is the best there is, and from a set that of
// the best set around it.
TEST(RelatedWalk, OptimalValuesAreThoseOfTheOracle) {
  const std::vector<int> sizes = {3, 4};
  for (std::uint64_t seed = 0; seed < 260; ++seed) {
    SCOPED_TRACE(seed);
    const Graph graph = testing::random_related_graph(seed, 8);
    const auto values = OptimalValues::solve(graph, sizes, {});
    ASSERT_TRUE(values.has_value());
    for (const int k : sizes) {
      const auto classes = testing::classes_of_size(graph, k);
      EXPECT_EQ(values->best(k), classes.empty() ? 0 : classes.front().count);
    }
  }
}

}  // namespace
}  // namespace rlminer::enumerate
