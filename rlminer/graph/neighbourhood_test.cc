#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/refinement.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::graph {
namespace {

Graph random_graph(std::size_t n, Rng& rng) {
  return generate::generate(
      {generate::BarabasiAlbert{n, 1 + rng.below(2)}, generate::LabelDistribution::uniform(4), {}},
      rng);
}

TEST(Neighbourhood, IsAnInducedConnectedPartAroundTheVertex) {
  Rng rng(5);
  for (int i = 0; i < 100; ++i) {
    const Graph graph = random_graph(20 + rng.below(200), rng);
    const auto start = static_cast<Vertex>(rng.below(graph.num_vertices()));
    const std::size_t most = 1 + rng.below(60);
    const Neighbourhood part = neighbourhood(graph, start, {.vertices = most}, rng);
    ASSERT_EQ(part.vertices.size(), std::min(most, graph.num_vertices()));
    ASSERT_EQ(part.graph.num_vertices(), part.vertices.size());
    EXPECT_EQ(part.vertices[0], start);
    EXPECT_EQ(std::set<Vertex>(part.vertices.begin(), part.vertices.end()).size(),
              part.vertices.size());
    EXPECT_EQ(connected_components(part.graph).sizes.size(), 1u);
    for (Vertex u = 0; u < part.graph.num_vertices(); ++u) {
      EXPECT_EQ(part.graph.label(u), graph.label(part.vertices[u]));
      EXPECT_EQ(part.graph.id(u), graph.id(part.vertices[u]));
      for (Vertex v = 0; v < u; ++v)
        EXPECT_EQ(part.graph.has_edge(u, v), graph.has_edge(part.vertices[u], part.vertices[v]));
    }
  }
}

TEST(Neighbourhood, KeepsTheKindsOfEdges) {
  Rng rng(8);
  for (int i = 0; i < 20; ++i) {
    const Graph graph = testing::with_edge_kinds(random_graph(60, rng),
                                                 {.edge_labels = 3, .directed = i % 2 == 1}, rng);
    const Neighbourhood part = neighbourhood(graph, 5, {.vertices = 20}, rng);
    ASSERT_TRUE(part.graph.has_relations());
    EXPECT_EQ(part.graph.relation_dictionary().size(), graph.relation_dictionary().size());
    for (Vertex u = 0; u < part.graph.num_vertices(); ++u) {
      for (const Vertex v : part.graph.neighbors(u))
        EXPECT_EQ(part.graph.relation(u, v), graph.relation(part.vertices[u], part.vertices[v]));
    }
  }
}

TEST(Neighbourhood, StaysInTheComponent) {
  Rng rng(6);
  const std::vector<Graph> two{random_graph(30, rng), random_graph(7, rng)};
  const Neighbourhood part = neighbourhood(disjoint_union(two), 33, {.vertices = 20}, rng);
  EXPECT_EQ(part.vertices.size(), 7u);
}

TEST(Neighbourhood, FollowsFewNeighboursOfAHubWhenAskedTo) {
  GraphBuilder builder;
  for (int i = 0; i <= 100; ++i)
    builder.add_vertex(std::to_string(i));
  for (Vertex v = 1; v <= 100; ++v)
    builder.add_edge(0, v);
  const Graph star = builder.build();
  Rng rng(7);
  EXPECT_EQ(neighbourhood(star, 0, {.vertices = 50, .fan_out = 4}, rng).vertices.size(), 5u);
  EXPECT_EQ(neighbourhood(star, 0, {.vertices = 50}, rng).vertices.size(), 50u);
  // Which of them is drawn: every leaf is met sooner or later.
  std::set<Vertex> met;
  for (int i = 0; i < 300; ++i) {
    const Neighbourhood part = neighbourhood(star, 0, {.vertices = 11}, rng);
    met.insert(part.vertices.begin(), part.vertices.end());
  }
  EXPECT_EQ(met.size(), 101u);
}

}  // namespace
}  // namespace rlminer::graph
