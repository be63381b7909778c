#include "rlminer/testing/oracle.h"

#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::testing {
namespace {

using Edges = std::vector<std::pair<Vertex, Vertex>>;

Graph make_graph(const std::vector<std::string>& labels, const Edges& edges) {
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    builder.add_vertex(std::to_string(v), labels[v]);
  }
  for (const auto& [u, v] : edges)
    builder.add_edge(u, v);
  return builder.build();
}

std::uint64_t total(const std::vector<PatternClass>& classes) {
  std::uint64_t sum = 0;
  for (const auto& item : classes)
    sum += item.count;
  return sum;
}

TEST(Oracle, CountsTheFourVertexGraphsByHand) {
  // A square with one diagonal and a tail; unlabelled. Connected sets of 3: {0,1,2} {0,2,3}
  // (triangles), {0,1,3} {1,2,3} {0,3,4} {2,3,4} (paths).
  const Graph graph =
      make_graph({"x", "x", "x", "x", "x"}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 2}, {3, 4}});
  const auto classes = classes_of_size(graph, 3);
  ASSERT_EQ(classes.size(), 2u);
  EXPECT_EQ(classes[0].count, 4u);
  EXPECT_EQ(classes[1].count, 2u);
  EXPECT_EQ(classes[1].representative, (std::vector<Vertex>{0, 1, 2}));
}

TEST(Oracle, KnowsCliqueStarAndPathInClosedForm) {
  Edges clique;
  Edges star;
  Edges path;
  for (Vertex v = 0; v < 7; ++v) {
    for (Vertex u = 0; u < v; ++u)
      clique.emplace_back(u, v);
    if (v > 0) star.emplace_back(0, v);
    if (v > 0) path.emplace_back(v - 1, v);
  }
  const std::vector<std::string> labels(7, "x");
  const auto in_clique = classes_of_size(make_graph(labels, clique), 4);
  ASSERT_EQ(in_clique.size(), 1u);
  EXPECT_EQ(in_clique[0].count, 35u);
  const auto in_star = classes_of_size(make_graph(labels, star), 4);
  ASSERT_EQ(in_star.size(), 1u);
  EXPECT_EQ(in_star[0].count, 20u);
  const auto in_path = classes_of_size(make_graph(labels, path), 4);
  ASSERT_EQ(in_path.size(), 1u);
  EXPECT_EQ(in_path[0].count, 4u);
}

TEST(Oracle, TellsApartWhatDegreesAndLabelsCannot) {
  // A hexagon and two triangles have equal degrees; only one is connected, and they are not
  // isomorphic.
  const std::vector<std::string> labels(6, "x");
  const std::vector<Vertex> all{0, 1, 2, 3, 4, 5};
  const auto hexagon =
      induced(make_graph(labels, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}), all);
  const auto triangles =
      induced(make_graph(labels, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}}), all);
  EXPECT_FALSE(isomorphic(hexagon, triangles));
  EXPECT_TRUE(is_connected(hexagon));
  EXPECT_FALSE(is_connected(triangles));
}

TEST(Oracle, RespectsLabels) {
  const Graph aba = make_graph({"A", "B", "A"}, {{0, 1}, {1, 2}});
  const Graph aab = make_graph({"A", "A", "B"}, {{0, 1}, {1, 2}});
  const std::vector<Vertex> forward{0, 1, 2};
  const std::vector<Vertex> backward{2, 1, 0};
  EXPECT_FALSE(isomorphic(induced(aba, forward), induced(aab, forward)));
  EXPECT_TRUE(isomorphic(induced(aab, forward), induced(aab, backward)));
  EXPECT_FALSE(identical(induced(aab, forward), induced(aab, backward)));
}

TEST(Oracle, ClassCountsAgreeWithTheFrequencyOfTheirPattern) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Graph graph = random_small_graph(seed, 8);
    for (int k = 1; k <= 5; ++k) {
      for (const auto& item : classes_of_size(graph, k)) {
        ASSERT_EQ(item.count, frequency(graph, item.subgraph)) << "seed " << seed;
      }
    }
  }
}

TEST(Oracle, IsBlindToTheNumbering) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Graph graph = random_small_graph(seed, 9);
    Rng rng(seed);
    const Graph copy = renumbered(graph, rng);
    ASSERT_EQ(copy.num_edges(), graph.num_edges());
    for (int k = 1; k <= 6; ++k) {
      const auto before = classes_of_size(graph, k);
      const auto after = classes_of_size(copy, k);
      ASSERT_EQ(before.size(), after.size()) << "seed " << seed << " k " << k;
      ASSERT_EQ(total(before), total(after)) << "seed " << seed << " k " << k;
      for (std::size_t i = 0; i < before.size(); ++i)
        ASSERT_EQ(before[i].count, after[i].count);
    }
  }
}

TEST(RandomGraphs, CoverTheCornersAndRepeat) {
  std::set<std::size_t> sizes;
  bool isolated_beside_edges = false;
  bool labelled = false;
  for (std::uint64_t seed = 0; seed < 40 * kSmallGraphKinds; ++seed) {
    const Graph graph = random_small_graph(seed);
    const Graph again = random_small_graph(seed);
    sizes.insert(graph.num_vertices());
    labelled |= graph.num_labels() > 1;
    ASSERT_EQ(graph.num_edges(), again.num_edges());
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      ASSERT_EQ(graph.label_name(v), again.label_name(v));
      isolated_beside_edges |= graph.degree(v) == 0 && graph.num_edges() > 0;
    }
  }
  EXPECT_EQ(*sizes.begin(), 0u);
  EXPECT_EQ(*sizes.rbegin(), 10u);
  EXPECT_TRUE(sizes.contains(1));
  EXPECT_TRUE(isolated_beside_edges);
  EXPECT_TRUE(labelled);
}

}  // namespace
}  // namespace rlminer::testing
