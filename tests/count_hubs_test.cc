// 10,000 random pairs of a graph with hubs and a pattern, each counted in words and in arbitrary
// precision, against plain trial; and closed formulas where the numbers are beyond 128 bits.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/frequency.h"
#include "rlminer/base/rng.h"
#include "rlminer/count/matcher.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/oracle.h"

namespace rlminer::tests {
namespace {

// A graph of 8 to 30 vertices, the first one to three of which are hubs that may be adjacent.
Graph graph_with_hubs(Rng& rng) {
  const auto n = static_cast<Vertex>(rng.chance(0.6) ? 8 + rng.below(5) : 8 + rng.below(23));
  const auto hubs = static_cast<Vertex>(1 + rng.below(3));
  const std::size_t labels = 1 + rng.below(3);
  const double reach = 0.3 + 0.6 * rng.uniform();
  const double noise = 0.25 * rng.uniform();
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(labels)));
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) {
      const double chance = u >= hubs ? noise : v >= hubs ? reach : 0.6;
      if (rng.chance(chance)) builder.add_edge(u, v);
    }
  }
  return builder.build();
}

// What a random connected set of so many vertices induces; fewer where the component ends.
Pattern drawn_from(const Graph& graph, std::size_t size, Rng& rng) {
  std::vector<Vertex> set = {static_cast<Vertex>(rng.below(graph.num_vertices()))};
  while (set.size() < size) {
    std::vector<Vertex> border;
    for (const Vertex u : set) {
      for (const Vertex v : graph.neighbors(u)) {
        if (std::find(set.begin(), set.end(), v) == set.end()) border.push_back(v);
      }
    }
    if (border.empty()) break;
    set.push_back(border[rng.below(border.size())]);
  }
  return pattern::induce(graph, set);
}

// A random tree, sometimes with one more edge, of one to four inner vertices with leaves on them.
Pattern leafy(std::size_t labels, int size, Rng& rng) {
  Pattern pattern;
  const int core = 1 + static_cast<int>(rng.below(4));
  for (int v = 0; v < size; ++v) {
    const auto parents = static_cast<std::uint64_t>(std::min(v, core));
    pattern.add_vertex(static_cast<Label>(rng.below(labels)),
                       v == 0 ? 0 : std::uint32_t{1} << rng.below(parents));
  }
  if (core >= 3 && size >= 3 && !pattern.has_edge(1, 2) && rng.chance(0.3)) pattern.add_edge(1, 2);
  return pattern;
}

// All ways to place the vertices of a pattern one after the other.
struct Trial {
  const testing::SmallGraph& target;
  const testing::SmallGraph& pattern;
  std::vector<std::size_t> images;
  std::uint64_t mappings = 0;

  void extend() {
    const std::size_t next = images.size();
    if (next == pattern.labels.size()) {
      ++mappings;
      return;
    }
    for (std::size_t v = 0; v < target.labels.size(); ++v) {
      bool fits = target.labels[v] == pattern.labels[next];
      for (std::size_t i = 0; i < next && fits; ++i)
        fits = images[i] != v && target.adjacent[images[i]][v] == pattern.adjacent[i][next];
      if (!fits) continue;
      images.push_back(v);
      extend();
      images.pop_back();
    }
  }
};

std::uint64_t mappings(const testing::SmallGraph& target, const testing::SmallGraph& pattern) {
  Trial trial{target, pattern, {}};
  trial.extend();
  return trial.mappings;
}

// The oracle tries all subsets; beyond a few thousand of them, mappings are tried instead.
std::uint64_t frequency_by_trial(const Graph& graph, const Pattern& pattern) {
  const testing::SmallGraph small = testing::from_pattern(pattern);
  constexpr std::uint64_t kMostSubsets = 1500;
  if (big_binomial(graph.num_vertices(), pattern.size()) <= BigCount(kMostSubsets))
    return testing::frequency(graph, small);
  std::vector<Vertex> all(graph.num_vertices());
  for (Vertex v = 0; v < all.size(); ++v)
    all[v] = v;
  return mappings(testing::induced(graph, all), small) / mappings(small, small);
}

TEST(CountAroundHubs, TenThousandPairs) {
  int present = 0;
  int large_graphs = 0;
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    Rng rng(seed);
    const Graph graph = graph_with_hubs(rng);
    const int largest = graph.num_vertices() <= 14 ? 8 : 6;
    const int size = 2 + static_cast<int>(rng.below(static_cast<std::uint64_t>(largest - 1)));
    const Pattern pattern = rng.chance(0.5) ? drawn_from(graph, static_cast<std::size_t>(size), rng)
                                            : leafy(graph.num_labels(), size, rng);
    const std::uint64_t expected = frequency_by_trial(graph, pattern);
    count::Matcher matcher(graph);
    const Frequency counted = matcher.count(pattern);
    EXPECT_TRUE(counted.exact() && counted == expected) << "seed " << seed;
    matcher.set_most_in_words(0);
    const Frequency promoted = matcher.count(pattern);
    EXPECT_TRUE(promoted.exact() && promoted == expected) << "seed " << seed;
    EXPECT_TRUE(promoted.value().fits());
    present += expected > 0;
    large_graphs += graph.num_vertices() > 14;
  }
  EXPECT_GT(present, 6000);
  EXPECT_GT(large_graphs, 2000);
}

// Hubs in a row, each with so many neighbours of its own that form cliques of the given size.
Graph hubs_with_cliques(Vertex hubs, Vertex leaves, Vertex clique, bool joined) {
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < hubs * (leaves + 1); ++v)
    builder.add_vertex(std::to_string(v), v < hubs ? "h" : "x");
  for (Vertex h = 0; h < hubs; ++h) {
    if (joined && h > 0) builder.add_edge(h - 1, h);
    const Vertex first = hubs + h * leaves;
    for (Vertex i = 0; i < leaves; ++i) {
      builder.add_edge(h, first + i);
      for (Vertex j = i - i % clique; j < i; ++j)
        builder.add_edge(first + i, first + j);
    }
  }
  return builder.build();
}

Pattern caterpillar(const Graph& graph, const std::vector<int>& leaves) {
  const Label hub = graph.label_dictionary().at("h");
  const Label leaf = graph.label_dictionary().at("x");
  Pattern pattern;
  int before = -1;
  for (const int count : leaves) {
    const int core = pattern.add_vertex(hub, before < 0 ? 0 : std::uint32_t{1} << before);
    for (int i = 0; i < count; ++i)
      pattern.add_vertex(leaf, std::uint32_t{1} << core);
    before = core;
  }
  return pattern;
}

// r leaves around one hub: at most one of each clique.
BigCount choices(std::uint64_t cliques, std::uint64_t clique, int r) {
  BigCount result = big_binomial(cliques, r);
  for (int i = 0; i < r; ++i)
    result *= BigCount(clique);
  return result;
}

TEST(CountBeyond128Bits, StarsAmongCliques) {
  for (const Vertex clique : {1u, 2u, 3u, 5u}) {
    const Graph graph = hubs_with_cliques(1, 400 * clique, clique, true);
    count::Matcher matcher(graph);
    for (const int r : {10, 20, 31}) {
      const Frequency counted = matcher.count(caterpillar(graph, {r}));
      const BigCount expected = choices(400, clique, r);
      EXPECT_TRUE(counted.exact());
      EXPECT_EQ(counted.value(), expected) << clique << " " << r;
      EXPECT_EQ(counted.value().fits(), expected.fits());
      EXPECT_TRUE(counted.saturated() == expected.saturated());
    }
  }
}

TEST(CountBeyond128Bits, TreesWithSeveralHubs) {
  const Graph graph = hubs_with_cliques(3, 300, 3, true);
  count::Matcher matcher(graph);
  const auto of = [](int r) { return choices(100, 3, r); };
  // Both directions of the row, unless the pattern is the same from both ends.
  EXPECT_EQ(matcher.count(caterpillar(graph, {9, 8, 9})).value(), of(9) * of(8) * of(9));
  const Frequency counted = matcher.count(caterpillar(graph, {10, 9, 8}));
  EXPECT_TRUE(counted.exact() && !counted.value().fits());
  EXPECT_EQ(counted.value(), of(10) * of(9) * of(8) * BigCount(Count{2}));
  EXPECT_EQ(matcher.count_on(2, caterpillar(graph, {10, 9, 8})).value(), counted.value());
}

TEST(CountBeyond128Bits, TheSumAloneOverflows) {
  constexpr int kLeaves = 20;
  Vertex degree = kLeaves;
  while (big_binomial(degree + 1, kLeaves).fits())
    ++degree;
  const BigCount each = big_binomial(degree, kLeaves);
  for (const Vertex hubs : {1u, 2u, 3u}) {
    const Graph graph = hubs_with_cliques(hubs, degree, 1, false);
    count::Matcher matcher(graph);
    for (const int threads : {1, 2}) {
      const Frequency counted = matcher.count_on(threads, caterpillar(graph, {kLeaves}));
      EXPECT_TRUE(counted.exact());
      EXPECT_EQ(counted.value(), each * BigCount(hubs)) << hubs;
      EXPECT_EQ(counted.value().fits(), (each * BigCount(hubs)).fits());
    }
  }
}

}  // namespace
}  // namespace rlminer::tests
