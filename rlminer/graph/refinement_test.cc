#include "rlminer/graph/refinement.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::graph {
namespace {

// The same graph with its vertices in another order, over a larger dictionary.
Graph shuffled(const Graph& graph, Rng& rng) {
  std::vector<Vertex> order(graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[rng.below(i)]);
  std::vector<Vertex> place(order.size());
  GraphBuilder builder;
  std::vector<std::string> names{"a further label"};
  for (std::size_t i = 0; i < order.size(); ++i) {
    builder.add_vertex(std::to_string(i), graph.label_name(order[i]));
    names.push_back(graph.label_name(order[i]));
    place[order[i]] = static_cast<Vertex>(i);
  }
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (const Vertex neighbor : graph.neighbors(v))
      builder.add_edge(place[v], place[neighbor]);
  }
  return builder.build(std::make_shared<const LabelDictionary>(names));
}

Graph cycle_of(std::size_t length, std::size_t copies) {
  GraphBuilder builder;
  for (std::size_t i = 0; i < length * copies; ++i)
    builder.add_vertex(std::to_string(i));
  for (std::size_t i = 0; i < length * copies; ++i) {
    const std::size_t next = i % length == length - 1 ? i + 1 - length : i + 1;
    builder.add_edge(static_cast<Vertex>(i), static_cast<Vertex>(next));
  }
  return builder.build();
}

TEST(Refinement, IsomorphicGraphsHaveTheSameHashAndOthersHaveNot) {
  Rng rng(5);
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 300; ++i) {
    const Graph graph = generate::generate({generate::ErdosRenyi{12, 16 + rng.below(6), {}},
                                            generate::LabelDistribution::uniform(3),
                                            {}},
                                           rng);
    EXPECT_EQ(isomorphism_hash(graph), isomorphism_hash(shuffled(graph, rng)));
    hashes.push_back(isomorphism_hash(graph));
  }
  // Random labelled graphs of that size are never isomorphic by accident.
  std::sort(hashes.begin(), hashes.end());
  EXPECT_EQ(std::adjacent_find(hashes.begin(), hashes.end()), hashes.end());
}

TEST(Refinement, SeesLabelsEdgesAndDistance) {
  GraphBuilder one;
  one.add_vertex("0", "A");
  GraphBuilder other;
  other.add_vertex("0", "B");
  EXPECT_NE(isomorphism_hash(one.build()), isomorphism_hash(other.build()));
  EXPECT_NE(isomorphism_hash(cycle_of(5, 1)), isomorphism_hash(cycle_of(6, 1)));
  // What refinement cannot do: two triangles and a hexagon.
  EXPECT_EQ(isomorphism_hash(cycle_of(3, 2)), isomorphism_hash(cycle_of(6, 1)));
}

TEST(Refinement, IsomorphicGraphsWithKindsOfEdgesHaveTheSameHash) {
  Rng rng(6);
  for (std::uint64_t seed = 0; seed < 520; ++seed) {
    const Graph graph = testing::random_related_graph(seed, 12);
    EXPECT_EQ(isomorphism_hash(graph), isomorphism_hash(testing::renumbered(graph, rng))) << seed;
  }
}

// The same vertices and edges, which only differ in what the edges are.
TEST(Refinement, OtherKindsOfEdgesHaveAnotherHash) {
  Rng rng(7);
  const Graph graph = generate::generate(
      {generate::ErdosRenyi{12, 18, {}}, generate::LabelDistribution::uniform(3), {}}, rng);
  for (const testing::EdgeKinds& kinds : {testing::EdgeKinds{.edge_labels = 3, .directed = false},
                                          testing::EdgeKinds{.edge_labels = 1, .directed = true},
                                          testing::EdgeKinds{.edge_labels = 2, .directed = true}}) {
    std::set<std::uint64_t> hashes;
    for (int i = 0; i < 200; ++i)
      hashes.insert(isomorphism_hash(testing::with_edge_kinds(graph, kinds, rng)));
    EXPECT_EQ(hashes.size(), 200u);
  }
}

// 0>1>2 and 0>1<2; a ring of arcs and one with an arc turned.
TEST(Refinement, SeesDirections) {
  const auto arcs = [](std::size_t vertices, const std::vector<std::pair<Vertex, Vertex>>& edges) {
    GraphBuilder builder;
    for (std::size_t v = 0; v < vertices; ++v)
      builder.add_vertex(std::to_string(v));
    for (const auto& [u, v] : edges)
      builder.add_edge(u, v, "", true);
    return isomorphism_hash(builder.build());
  };
  EXPECT_NE(arcs(3, {{0, 1}, {1, 2}}), arcs(3, {{0, 1}, {2, 1}}));
  EXPECT_NE(arcs(3, {{0, 1}, {2, 1}}), arcs(3, {{1, 0}, {1, 2}}));
  EXPECT_NE(arcs(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}), arcs(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}}));
  EXPECT_EQ(arcs(3, {{0, 1}, {1, 2}}), arcs(3, {{2, 0}, {0, 1}}));
}

TEST(Refinement, ColoursSplitByDistanceToTheEnd) {
  GraphBuilder builder;
  for (int i = 0; i < 7; ++i)
    builder.add_vertex(std::to_string(i));
  for (Vertex v = 1; v < 7; ++v)
    builder.add_edge(v - 1, v);
  const Graph path = builder.build();
  Colours colours = label_colours(path);
  for (std::size_t step = 0; step < 4; ++step) {
    for (std::size_t a = 0; a < 7; ++a) {
      for (std::size_t b = 0; b < 7; ++b) {
        const auto seen = [&](std::size_t v) { return std::min({v, 6 - v, step}); };
        EXPECT_EQ(colours[a] == colours[b], seen(a) == seen(b)) << step << ' ' << a << ' ' << b;
      }
    }
    colours = refined(path, colours);
  }
}

}  // namespace
}  // namespace rlminer::graph
