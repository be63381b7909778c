#include "rlminer/enumerate/census.h"

#include <numeric>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/connected_sets.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::enumerate {
namespace {

using testing::census_set_by_set;

std::vector<int> sizes_up_to(std::size_t largest) {
  std::vector<int> sizes(largest);
  std::iota(sizes.begin(), sizes.end(), 1);
  return sizes;
}

void expect_oracle_agrees(const Graph& graph, std::uint64_t seed) {
  const auto sizes = sizes_up_to(graph.num_vertices() + 1);
  const Classification census = take_census(graph, sizes);
  ASSERT_EQ(census.end, WalkEnd::Complete);
  for (const int k : sizes) {
    const PatternCounts& counts = census.sizes[static_cast<std::size_t>(k)];
    const auto classes = testing::classes_of_size(graph, k);
    ASSERT_EQ(counts.size(), classes.size()) << "seed " << seed << " k " << k;
    Count sets = 0;
    for (const auto& expected : classes) {
      const auto found = counts.find(
          pattern::canonicalize(pattern::induce(graph, expected.representative)).pattern);
      ASSERT_NE(found, counts.end()) << "seed " << seed << " k " << k;
      EXPECT_EQ(found->second, expected.count) << "seed " << seed << " k " << k;
      sets += expected.count;
    }
    EXPECT_EQ(census.sets[static_cast<std::size_t>(k)], sets) << "seed " << seed << " k " << k;
  }
}

TEST(Census, AgreesWithTheOracle) {
  for (std::uint64_t seed = 0; seed < 2600; ++seed)
    expect_oracle_agrees(testing::random_small_graph(seed, 9), seed);
}

// Graphs with enough vertices for the sorted treatment of long extensions, classes that move while
// the set grows, adjacent leaves and pendants.
Graph hub_graph(std::uint64_t seed) {
  Rng rng(seed);
  graph::GraphBuilder builder;
  const std::size_t n = 18 + rng.below(30);
  const std::size_t labels = 1 + rng.below(3);
  for (std::size_t v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(labels)));
  const std::size_t hubs = 1 + rng.below(3);
  for (std::size_t hub = 0; hub < hubs; ++hub) {
    for (std::size_t v = 0; v < n; ++v) {
      if (v != hub && rng.chance(0.7))
        builder.add_edge(static_cast<Vertex>(hub), static_cast<Vertex>(v));
    }
  }
  for (std::size_t i = 0; i < n / 2; ++i) {
    builder.add_edge(static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n)));
  }
  return builder.build();
}

TEST(Census, AgreesSetBySetOnHubs) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const Graph graph = hub_graph(seed);
    for (const int largest : {3, 4, 5}) {
      const Classification census =
          take_census(graph, sizes_up_to(static_cast<std::size_t>(largest)));
      for (int k = 1; k <= largest; ++k) {
        EXPECT_EQ(census.sizes[static_cast<std::size_t>(k)], census_set_by_set(graph, k))
            << "seed " << seed << " k " << k << " of " << largest;
      }
    }
  }
}

TEST(Census, AgreesSetBySetOnManyLabels) {
  // So many labels that the table of classes is refused and every vertex is treated by itself.
  graph::GraphBuilder builder;
  for (int v = 0; v < 1500; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(v));
  for (Vertex v = 1; v < 1500; ++v)
    builder.add_edge(0, v);
  for (Vertex v = 1; v < 400; v += 2)
    builder.add_edge(v, v + 1);
  const Graph graph = builder.build();
  const Classification census = take_census(graph, {2, 3});
  EXPECT_EQ(census.sizes[3], census_set_by_set(graph, 3));
  EXPECT_EQ(census.sizes[2], census_set_by_set(graph, 2));
}

TEST(Census, LargeSizesUseTheWideHash) {
  // A path has n - k + 1 connected sets of size k.
  graph::GraphBuilder builder;
  for (int v = 0; v < 40; ++v)
    builder.add_vertex(std::to_string(v), v % 2 == 0 ? "a" : "b");
  for (Vertex v = 0; v + 1 < 40; ++v)
    builder.add_edge(v, v + 1);
  const Graph graph = builder.build();
  for (const int k : {15, 16, 17, 18, 31, 32}) {
    const Classification census = take_census(graph, {k});
    EXPECT_EQ(census.sizes[static_cast<std::size_t>(k)], census_set_by_set(graph, k)) << k;
    EXPECT_EQ(census.sets[static_cast<std::size_t>(k)], static_cast<Count>(41 - k));
  }
}

TEST(Census, ThreadsDoNotChangeTheCounts) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = hub_graph(seed);
    const Classification alone = take_census(graph, {4, 5});
    for (const int threads : {2, 3, 8}) {
      WalkBudget budget;
      budget.threads = threads;
      const Classification together = take_census(graph, {4, 5}, budget);
      EXPECT_EQ(together.sizes, alone.sizes);
      EXPECT_EQ(together.sets, alone.sets);
    }
  }
}

// Every size of a graph with an example of each pattern.
Classification census_with_examples(const Graph& graph, int largest, int threads) {
  WalkBudget budget;
  budget.threads = threads;
  KeySelection all(static_cast<std::size_t>(largest) + 1, KeySet::everything());
  return classify_keys(RankedGraph(graph), all, budget, true);
}

void expect_true_examples(const Graph& graph, const Classification& census) {
  for (std::size_t n = 1; n < census.sizes.size(); ++n) {
    ASSERT_EQ(census.examples[n].size(), census.sizes[n].size());
    for (const auto& [pattern, example] : census.examples[n])
      EXPECT_EQ(pattern::induce(graph, example), pattern);
  }
}

TEST(Census, ExamplesInduceTheirPatternsOnAnyNumberOfThreads) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Graph graph = seed % 4 == 0 ? hub_graph(seed) : testing::random_small_graph(seed, 12);
    const Classification one = census_with_examples(graph, 5, 1);
    expect_true_examples(graph, one);
    EXPECT_EQ(census_with_examples(graph, 5, 3).examples, one.examples) << "seed " << seed;
  }
}

// Codes hold 16 vertices and 256 labels; what is beyond is counted pattern by pattern.
TEST(Census, CodesHoldWhatTheySay) {
  Rng rng(8);
  for (int round = 0; round < 200; ++round) {
    const int size = 1 + static_cast<int>(rng.below(16));
    Pattern pattern;
    RawCode code;
    for (int n = 0; n < size; ++n) {
      const auto label = static_cast<Label>(rng.below(256));
      const auto neighbors = static_cast<std::uint32_t>(rng.below(std::uint64_t{1} << n));
      pattern.add_vertex(label, neighbors);
      code.add_vertex(n, label, neighbors);
    }
    EXPECT_TRUE(RawCode::holds(size, 256));
    EXPECT_EQ(code.pattern(size), pattern);
  }
  EXPECT_FALSE(RawCode::holds(17, 1));
  EXPECT_FALSE(RawCode::holds(3, 257));
}

TEST(Census, ManyLabelsAreCountedWithoutCodes) {
  graph::GraphBuilder builder;
  Rng rng(5);
  for (int v = 0; v < 300; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(v));
  for (int e = 0; e < 400; ++e)
    builder.add_edge(static_cast<Vertex>(rng.below(300)), static_cast<Vertex>(rng.below(300)));
  const Graph graph = builder.build();
  const Classification one = census_with_examples(graph, 4, 1);
  expect_true_examples(graph, one);
  EXPECT_EQ(one.sizes[4], census_set_by_set(graph, 4));
  EXPECT_EQ(census_with_examples(graph, 4, 3).examples, one.examples);
}

TEST(Census, EndsAtTheDeadline) {
  WalkBudget budget;
  budget.deadline = Deadline(0.0);
  const Classification census = take_census(hub_graph(1), {5}, budget);
  EXPECT_EQ(census.end, WalkEnd::OutOfTime);
}

TEST(Census, EndsAtTheMemoryLimit) {
  WalkBudget budget;
  const MemoryLimit one_byte(1);
  budget.deadline = Deadline().within(one_byte);
  // Memory is looked at now and then only, so the graph must have many sets.
  graph::GraphBuilder builder;
  Rng rng(3);
  for (int v = 0; v < 60; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(v % 7));
  for (int e = 0; e < 300; ++e)
    builder.add_edge(static_cast<Vertex>(rng.below(60)), static_cast<Vertex>(rng.below(60)));
  const Classification census = take_census(builder.build(), {6}, budget);
  EXPECT_EQ(census.end, WalkEnd::OutOfMemory);
}

}  // namespace
}  // namespace rlminer::enumerate
