#include "rlminer/enumerate/sketch.h"

#include <limits>
#include <map>

#include <gtest/gtest.h>

#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/connected_sets.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::enumerate {
namespace {

// What the sketch must hold, from the definition of the hash.
std::map<SizeSketch::Key, Count> expected_values(const Graph& graph, int k,
                                                 const SizeSketch& sketch) {
  std::map<SizeSketch::Key, Count> expected;
  testing::for_each_connected_set(graph, k, [&](std::span<const Vertex> set) {
    ++expected[sketch.key_of(hash_pattern(pattern::induce(graph, set), graph.num_labels()))];
    return true;
  });
  return expected;
}

std::map<SizeSketch::Key, Count> actual_values(const SizeSketch& sketch) {
  std::map<SizeSketch::Key, Count> actual;
  for (const SizeSketch::Key key : sketch.keys_with_at_least(1))
    actual[key] = sketch.value(key);
  return actual;
}

// The hash of the walk, put together from shifts and corrections, must be the hash of its
// definition.
TEST(Sketch, CountsEverySetUnderTheHashOfItsPattern) {
  for (std::uint64_t seed = 0; seed < 1300; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 9);
    for (int largest = 3; largest <= 7; ++largest) {
      const std::vector<bool> wanted(static_cast<std::size_t>(largest) + 1, true);
      const Sketch sketch = sketch_sets(RankedGraph(graph), wanted, WalkBudget());
      ASSERT_EQ(sketch.end, WalkEnd::Complete);
      for (int k = 1; k <= largest; ++k) {
        const SizeSketch& values = sketch.sizes[static_cast<std::size_t>(k)];
        ASSERT_EQ(actual_values(values), expected_values(graph, k, values))
            << "seed " << seed << " k " << k << " of " << largest;
      }
    }
  }
}

Graph random_graph(std::uint64_t seed, std::size_t n, std::size_t edges, std::size_t labels) {
  Rng rng(seed);
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(labels)));
  for (std::size_t e = 0; e < edges; ++e) {
    builder.add_edge(static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n)));
  }
  return builder.build();
}

// Extensions of every length: one by one, in batches of sixteen, by class; and sizes on both sides
// of each register width.
TEST(Sketch, CountsLargerGraphsLikewise) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Graph graph =
        random_graph(seed, 30 + 10 * (seed % 3), 45 + 20 * (seed % 4), 1 + seed % 5);
    const std::vector<bool> wanted(6, true);
    WalkBudget budget;
    budget.threads = 1 + static_cast<int>(seed % 3);
    const Sketch sketch = sketch_sets(RankedGraph(graph), wanted, budget);
    for (int k = 1; k <= 5; ++k) {
      const SizeSketch& values = sketch.sizes[static_cast<std::size_t>(k)];
      ASSERT_EQ(actual_values(values), expected_values(graph, k, values))
          << "seed " << seed << " k " << k;
    }
  }
}

// Hubs of many degrees among ordinary vertices, triangles on top.
Graph hub_graph(std::uint64_t seed) {
  Rng rng(seed);
  graph::GraphBuilder builder;
  const std::size_t n = 60;
  const std::size_t labels = 1 + seed % 6;
  for (std::size_t v = 0; v < n; ++v) {
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(labels)));
  }
  for (Vertex hub = 0; hub < 6; ++hub) {
    for (std::size_t leaf = 0; leaf < 4 + 5 * hub; ++leaf)
      builder.add_edge(hub, static_cast<Vertex>(rng.below(n)));
  }
  for (std::size_t e = 0; e < 40; ++e) {
    builder.add_edge(static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n)));
  }
  return builder.build();
}

// The ways of finishing a set take turns all the time.
TEST(Sketch, CountsHubsLikewise) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph = hub_graph(seed);
    for (int largest = 3; largest <= 4 + static_cast<int>(seed % 2); ++largest) {
      const std::vector<bool> wanted(static_cast<std::size_t>(largest) + 1, true);
      const Sketch sketch = sketch_sets(RankedGraph(graph), wanted, WalkBudget());
      for (int k = 1; k <= largest; ++k) {
        const SizeSketch& values = sketch.sizes[static_cast<std::size_t>(k)];
        ASSERT_EQ(actual_values(values), expected_values(graph, k, values))
            << "seed " << seed << " k " << k << " of " << largest;
      }
    }
  }
}

// Whatever parts an enumeration is cut into, all of them together have every set once.
void expect_parts_add_up(const Graph& graph, int largest, std::size_t wanted_parts) {
  const RankedGraph ranked(graph);
  const std::vector<bool> wanted(static_cast<std::size_t>(largest) + 1, true);
  const Sketch whole = sketch_sets(ranked, wanted, WalkBudget());
  const WalkParts parts = make_walk_parts(ranked, largest, wanted_parts);
  Sketch sum = sketch_units(ranked, wanted, {}, WalkBudget());
  for (std::size_t p = 0; p < parts.count(); ++p) {
    const Sketch part = sketch_units(ranked, wanted, parts.part(p), WalkBudget());
    for (std::size_t k = 1; k < wanted.size(); ++k) {
      sum.sizes[k].add(part.sizes[k]);
      sum.sets[k] += part.sets[k];
    }
  }
  ASSERT_EQ(sum.sets, whole.sets);
  for (std::size_t k = 1; k < wanted.size(); ++k)
    ASSERT_EQ(actual_values(sum.sizes[k]), actual_values(whole.sizes[k])) << k;
}

TEST(Sketch, PartsAddUpToTheWhole) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const int largest = 3 + static_cast<int>(seed % 5);
    for (const std::size_t parts : {1u, 5u, 1000u}) {
      expect_parts_add_up(testing::random_small_graph(seed, 12), largest, parts);
      expect_parts_add_up(testing::random_related_graph(seed, 10), largest, parts);
      if (HasFatalFailure()) FAIL() << "seed " << seed << " k " << largest << " parts " << parts;
    }
  }
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (const std::size_t parts : {10u, 300u, 100'000u})
      expect_parts_add_up(hub_graph(seed), 5, parts);
    if (HasFatalFailure()) FAIL() << "hubs, seed " << seed;
  }
}

// A star has one root with branches that differ much in size; cut by the third vertex, no part has
// more than a small share of the sets.
TEST(Sketch, PartsOfAHubAreAlike) {
  graph::GraphBuilder builder;
  builder.add_vertex("hub", "a");
  for (Vertex leaf = 1; leaf <= 40; ++leaf) {
    builder.add_vertex(std::to_string(leaf), "b");
    builder.add_edge(0, leaf);
  }
  const Graph graph = builder.build();
  const RankedGraph ranked(graph);
  const std::vector<bool> wanted(7, true);
  const WalkParts parts = make_walk_parts(ranked, 6, 100);
  Count largest = 0;
  Count all = 0;
  for (std::size_t p = 0; p < parts.count(); ++p) {
    const Count sets = sketch_units(ranked, wanted, parts.part(p), WalkBudget()).sets[4];
    largest = std::max(largest, sets);
    all += sets;
  }
  EXPECT_EQ(all, Count{9880});  // the hub and 3 of 40 leaves
  EXPECT_LT(20 * largest, all);
}

TEST(Sketch, CountsLargeSizesLikewise) {
  const Graph graph = random_graph(3, 20, 21, 2);
  for (const int k : {8, 9, 10, 15, 16, 17, 18}) {
    std::vector<bool> wanted(static_cast<std::size_t>(k) + 1, false);
    wanted.back() = true;
    const Sketch sketch = sketch_sets(RankedGraph(graph), wanted, WalkBudget());
    ASSERT_EQ(actual_values(sketch.sizes.back()), expected_values(graph, k, sketch.sizes.back()))
        << k;
  }
}

TEST(Sketch, FullTablesKeepUpperBounds) {
  const Graph graph = random_graph(9, 40, 90, 3);
  for (const int max_bits : {2, 4, 8}) {
    for (const int threads : {1, 3}) {
      WalkBudget budget;
      budget.threads = threads;
      const Sketch sketch = sketch_sets(
          RankedGraph(graph), {false, false, false, false, false, true}, budget, max_bits);
      const SizeSketch& values = sketch.sizes[5];
      EXPECT_GT(values.dropped_bits(), 0);
      EXPECT_LE(values.size(), (std::size_t{1} << max_bits) / 2);
      EXPECT_EQ(actual_values(values), expected_values(graph, 5, values)) << max_bits;
    }
  }
}

TEST(Sketch, HashDoesNotDependOnTheVertexOrder) {
  Rng rng(7);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Graph graph = testing::random_small_graph(seed);
    const Graph other = testing::renumbered(graph, rng);
    std::vector<Vertex> all(graph.num_vertices());
    for (Vertex v = 0; v < all.size(); ++v)
      all[v] = v;
    EXPECT_EQ(hash_pattern(pattern::induce(graph, all), graph.num_labels()),
              hash_pattern(pattern::induce(other, all), graph.num_labels()));
  }
}

TEST(Sketch, SplitsNearlyAllPatterns) {
  // Nothing relies on it for correctness, but a hash that merges patterns would make every proof
  // slow.
  std::map<std::uint32_t, std::size_t> hashes;
  std::size_t patterns = 0;
  std::map<Pattern, bool> seen;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    graph::GraphBuilder builder;
    for (int v = 0; v < 14; ++v)
      builder.add_vertex(std::to_string(v), std::to_string(v % 3));
    for (int e = 0; e < 22; ++e) {
      builder.add_edge(static_cast<Vertex>(rng.below(14)), static_cast<Vertex>(rng.below(14)));
    }
    const Graph graph = builder.build();
    testing::for_each_connected_set(graph, 7, [&](std::span<const Vertex> set) {
      const Pattern pattern = pattern::canonicalize(pattern::induce(graph, set)).pattern;
      if (seen.emplace(pattern, true).second) {
        ++patterns;
        ++hashes[hash_pattern(pattern, graph.num_labels())];
      }
      return true;
    });
  }
  ASSERT_GT(patterns, 5000u);
  EXPECT_GT(static_cast<double>(hashes.size()), 0.98 * static_cast<double>(patterns));
}

TEST(Sketch, KeepsCountsBeyondOneWord) {
  SizeSketch sketch;
  const std::uint64_t half = std::uint64_t{1} << 63;
  for (int i = 0; i < 5; ++i)
    sketch.tally(77, half);
  for (int i = 0; i < 3; ++i)
    sketch.tally(77, 0xffffffffu);
  sketch.tally(78, 5);
  const Count expected = Count{half} * 5 + Count{0xffffffffu} * 3;
  EXPECT_TRUE(sketch.value(sketch.key_of(77)) == expected);
  EXPECT_TRUE(sketch.nth_greatest(1) == expected);
  EXPECT_TRUE(sketch.nth_greatest(2) == 5);
  EXPECT_TRUE(sketch.nth_greatest(3) == 0);
  EXPECT_EQ(sketch.keys_with_at_least(expected).size(), 1u);
  EXPECT_EQ(sketch.keys_with_at_least(expected + 1).size(), 0u);
  SizeSketch sum;
  sum.add(sketch);
  sum.add(sketch);
  EXPECT_TRUE(sum.value(sum.key_of(77)) == 2 * expected);
  sum.set(sum.key_of(77), 3);
  EXPECT_TRUE(sum.nth_greatest(1) == 10);
}

TEST(Estimate, IsExactOnATreeWithOneBranchEach) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 5; ++v)
    builder.add_vertex(std::to_string(v), "x");
  const auto sets = estimate_sets(RankedGraph(builder.build()), 3, 10);
  EXPECT_DOUBLE_EQ(sets[1], 5.0);
  EXPECT_DOUBLE_EQ(sets[2], 0.0);
}

TEST(Estimate, IsCloseOnRandomGraphs) {
  graph::GraphBuilder builder;
  Rng rng(11);
  for (int v = 0; v < 60; ++v)
    builder.add_vertex(std::to_string(v), "x");
  for (int e = 0; e < 120; ++e) {
    builder.add_edge(static_cast<Vertex>(rng.below(60)), static_cast<Vertex>(rng.below(60)));
  }
  const Graph graph = builder.build();
  double exact = 0;
  testing::for_each_connected_set(graph, 5, [&](std::span<const Vertex>) {
    ++exact;
    return true;
  });
  EXPECT_NEAR(estimate_sets(RankedGraph(graph), 5, 20000)[5] / exact, 1.0, 0.1);
}

}  // namespace
}  // namespace rlminer::enumerate
