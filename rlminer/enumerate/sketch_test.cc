#include "rlminer/enumerate/sketch.h"

#include <limits>
#include <map>

#include "tests/random_graphs.h"
#include <gtest/gtest.h>

#include "rlminer/enumerate/estimate.h"
#include "rlminer/enumerate/subsets.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer {
namespace {

constexpr int kBits = 12;

// The hash of the walk, put together from shifts and corrections, must be the hash of its
// definition.
TEST(Sketch, CountsEverySetUnderTheHashOfItsPattern) {
  for (std::uint64_t seed = 0; seed < 1300; ++seed) {
    const Graph graph = random_small_graph(seed, 9);
    for (int largest = 3; largest <= 7; ++largest) {
      std::vector<int> bits(static_cast<std::size_t>(largest) + 1, kBits);
      bits[0] = 0;
      const Sketch sketch = sketch_sets(RankedGraph(graph), bits, WalkBudget());
      ASSERT_EQ(sketch.end, WalkEnd::Complete);
      for (int k = 1; k <= largest; ++k) {
        const SizeSketch& slots = sketch.sizes[static_cast<std::size_t>(k)];
        std::map<std::size_t, Count> expected;
        for_each_connected_set(graph, k, [&](std::span<const Vertex> set) {
          ++expected[slots.slot_of(hash_pattern(induce(graph, set), graph.num_labels()))];
          return true;
        });
        std::map<std::size_t, Count> actual;
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
          if (slots[slot] != 0) actual[slot] = slots[slot];
        }
        ASSERT_EQ(actual, expected) << "seed " << seed << " k " << k << " of " << largest;
      }
    }
  }
}

TEST(Sketch, HashDoesNotDependOnTheVertexOrder) {
  Rng rng(7);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Graph graph = random_small_graph(seed);
    const Graph other = renumbered(graph, rng);
    std::vector<Vertex> all(graph.num_vertices());
    for (Vertex v = 0; v < all.size(); ++v)
      all[v] = v;
    EXPECT_EQ(hash_pattern(induce(graph, all), graph.num_labels()),
              hash_pattern(induce(other, all), graph.num_labels()));
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
    GraphBuilder builder;
    for (int v = 0; v < 14; ++v)
      builder.add_vertex(std::to_string(v), std::to_string(v % 3));
    for (int e = 0; e < 22; ++e) {
      builder.add_edge(static_cast<Vertex>(rng.below(14)), static_cast<Vertex>(rng.below(14)));
    }
    const Graph graph = builder.build();
    for_each_connected_set(graph, 7, [&](std::span<const Vertex> set) {
      const Pattern pattern = canonicalize(induce(graph, set)).pattern;
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
  SizeSketch wide(6, true);
  const std::uint64_t half = std::uint64_t{1} << 63;
  const SizeSketch::Port<true> port(wide);
  for (int i = 0; i < 5; ++i) {
    port.tally(1, half, [] { return Pattern(); });
  }
  EXPECT_TRUE(wide[wide.slot_of(1)] == Count{half} * 5);
  SizeSketch sum(6, true);
  sum.add(wide);
  sum.add(wide);
  EXPECT_TRUE(sum[sum.slot_of(1)] == Count{half} * 10);
}

TEST(Estimate, IsExactOnATreeWithOneBranchEach) {
  GraphBuilder builder;
  for (int v = 0; v < 5; ++v)
    builder.add_vertex(std::to_string(v), "x");
  const auto sets = estimate_sets(RankedGraph(builder.build()), 3, 10);
  EXPECT_DOUBLE_EQ(sets[1], 5.0);
  EXPECT_DOUBLE_EQ(sets[2], 0.0);
}

TEST(Estimate, IsCloseOnRandomGraphs) {
  GraphBuilder builder;
  Rng rng(11);
  for (int v = 0; v < 60; ++v)
    builder.add_vertex(std::to_string(v), "x");
  for (int e = 0; e < 120; ++e) {
    builder.add_edge(static_cast<Vertex>(rng.below(60)), static_cast<Vertex>(rng.below(60)));
  }
  const Graph graph = builder.build();
  double exact = 0;
  for_each_connected_set(graph, 5, [&](std::span<const Vertex>) {
    ++exact;
    return true;
  });
  EXPECT_NEAR(estimate_sets(RankedGraph(graph), 5, 20000)[5] / exact, 1.0, 0.1);
}

}  // namespace
}  // namespace rlminer
