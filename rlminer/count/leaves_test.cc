// Patterns with leaves in targets made to trip them up: hubs whose leaves are adjacent to each
// other, to leaves of other hubs and to the core.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/count/matcher.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::count {
namespace {

// One to three hubs joined in a row or not at all, the other vertices hang on one or two of them,
// and some of these are joined to each other.
Graph hubs(std::uint64_t seed) {
  Rng rng(seed);
  const auto n = static_cast<Vertex>(8 + rng.below(6));
  const auto hub_count = static_cast<Vertex>(1 + rng.below(3));
  const std::size_t labels = 1 + rng.below(3);
  const double conflicts = 0.4 * rng.uniform();
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v),
                       std::string(1, static_cast<char>('A' + rng.below(labels))));
  for (Vertex h = 1; h < hub_count; ++h) {
    if (rng.chance(0.8)) builder.add_edge(h - 1, h);
  }
  for (Vertex v = hub_count; v < n; ++v) {
    builder.add_edge(v, static_cast<Vertex>(rng.below(hub_count)));
    if (rng.chance(0.15)) builder.add_edge(v, static_cast<Vertex>(rng.below(hub_count)));
    for (Vertex u = hub_count; u < v; ++u) {
      if (rng.chance(conflicts)) builder.add_edge(u, v);
    }
  }
  return builder.build();
}

// A random small core with leaves: stars, double stars, caterpillars, triangles with tails.
Pattern leafy_pattern(std::size_t labels, Rng& rng) {
  Pattern pattern;
  const int core = 1 + static_cast<int>(rng.below(3));
  const int leaves = 1 + static_cast<int>(rng.below(6));
  const auto label = [&] { return static_cast<Label>(rng.below(labels)); };
  for (int c = 0; c < core; ++c)
    pattern.add_vertex(label(), c == 0 ? 0 : std::uint32_t{1} << (c - 1));
  if (core == 3 && rng.chance(0.3)) pattern.add_edge(0, 2);
  for (int leaf = 0; leaf < leaves; ++leaf) {
    const auto on = static_cast<int>(rng.below(static_cast<std::uint64_t>(core)));
    pattern.add_vertex(label(), std::uint32_t{1} << on);
  }
  return pattern;
}

TEST(Leaves, AgreeWithTheOracleAroundHubs) {
  int present = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Graph graph = hubs(seed);
    Matcher matcher(graph);
    Rng rng(seed + 1000000);
    for (int i = 0; i < 2; ++i) {
      const Pattern pattern = leafy_pattern(graph.num_labels(), rng);
      const auto expected = testing::frequency(graph, testing::from_pattern(pattern));
      EXPECT_TRUE(matcher.count(pattern) == expected) << "seed " << seed;
      present += expected > 0;
    }
  }
  EXPECT_GT(present, 500);
}

TEST(Leaves, AgreeWithTheOracleOnEveryPatternOfHubGraphs) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Graph graph = hubs(seed);
    Matcher matcher(graph);
    for (int k = 3; k <= 7; ++k) {
      for (const auto& expected : testing::classes_of_size(graph, k)) {
        const Pattern pattern = pattern::induce(graph, expected.representative);
        EXPECT_TRUE(matcher.count(pattern) == expected.count) << seed << " k " << k;
      }
    }
  }
}

TEST(Leaves, AgreeWithTheOracleInAllKindsOfGraphs) {
  int larger_than_graph = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 11);
    if (graph.num_labels() == 0) continue;
    Matcher matcher(graph);
    Rng rng(seed);
    const Pattern pattern = leafy_pattern(graph.num_labels(), rng);
    larger_than_graph += pattern.size() > static_cast<int>(graph.num_vertices());
    const auto expected = testing::frequency(graph, testing::from_pattern(pattern));
    EXPECT_TRUE(matcher.count(pattern) == expected) << "seed " << seed;
  }
  EXPECT_GT(larger_than_graph, 50);
}

// Every induced mapping of the pattern, by trying all images in turn.
struct MappingsByTrial {
  MappingsByTrial(const Graph& target, const Pattern& wanted)
      : graph(target), pattern(wanted), images(static_cast<std::size_t>(wanted.size())) {
    extend();
  }

  void extend() {
    const auto placed = static_cast<int>(image.size());
    if (placed == pattern.size()) {
      ++mappings;
      for (std::size_t i = 0; i < image.size(); ++i)
        images[i].push_back(image[i]);
      return;
    }
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      bool fits = graph.label(v) == pattern.label(placed);
      for (int i = 0; i < placed && fits; ++i) {
        const Vertex other = image[static_cast<std::size_t>(i)];
        fits = other != v && graph.has_edge(other, v) == pattern.has_edge(i, placed);
      }
      if (!fits) continue;
      image.push_back(v);
      extend();
      image.pop_back();
    }
  }

  std::size_t mni() const {
    std::size_t fewest = ~std::size_t{0};
    for (std::vector<Vertex> all : images) {
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      fewest = std::min(fewest, all.size());
    }
    return fewest;
  }

  const Graph& graph;
  const Pattern& pattern;
  std::vector<Vertex> image;
  std::vector<std::vector<Vertex>> images;  // of each pattern vertex, with repetitions
  std::uint64_t mappings = 0;
};

void check_mappings_and_mni(const Graph& graph, const Pattern& pattern, std::uint64_t seed) {
  const MappingsByTrial expected(graph, pattern);
  Matcher matcher(graph);
  const MniSupport mni = matcher.mni(pattern);
  EXPECT_TRUE(mni.complete);
  EXPECT_EQ(mni.support, expected.mni()) << "seed " << seed;
  const Frequency frequency = matcher.count(pattern);
  EXPECT_TRUE(frequency.times(pattern::canonicalize(pattern).automorphisms) == expected.mappings)
      << seed;
}

TEST(Mni, AgreesWithTrialOfAllMappings) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Graph graph = seed % 2 == 0 ? hubs(seed) : testing::random_small_graph(seed, 9);
    if (graph.num_labels() == 0) continue;
    Rng rng(seed);
    check_mappings_and_mni(graph, leafy_pattern(graph.num_labels(), rng), seed);
    for (const auto& present : testing::classes_of_size(graph, 4))
      check_mappings_and_mni(graph, pattern::induce(graph, present.representative), seed);
  }
}

}  // namespace
}  // namespace rlminer::count
