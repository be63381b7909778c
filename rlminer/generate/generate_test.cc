#include "rlminer/generate/generate.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::generate {
namespace {

using testing::by_ids;

Graph make(const TopologyParams& topology, std::uint64_t seed = 1) {
  Rng rng(seed);
  return generate({topology, {}, {}}, rng);
}

std::size_t components(const Graph& graph) {
  return graph::connected_components(graph).sizes.size();
}

TEST(Generate, ErdosRenyiHasExactlyTheEdgesAskedFor) {
  for (const std::size_t edges : {0u, 1u, 20u, 100u, 150u, 189u, 190u}) {
    const Graph graph = make(ErdosRenyi{.vertices = 20, .edges = edges, .probability = {}});
    EXPECT_EQ(graph.num_vertices(), 20u);
    EXPECT_EQ(graph.num_edges(), edges);
  }
  EXPECT_THROW(make(ErdosRenyi{.vertices = 20, .edges = 191, .probability = {}}), Error);
  EXPECT_EQ(make(ErdosRenyi{.vertices = 0, .edges = 0, .probability = {}}).num_vertices(), 0u);
}

// Every pair must be as likely as every other, in sparse and in dense graphs.
TEST(Generate, ErdosRenyiIsUniform) {
  for (const std::size_t edges : {3u, 8u}) {
    std::map<std::pair<Vertex, Vertex>, int> seen;
    Rng rng(7);
    constexpr int kGraphs = 10000;
    for (int i = 0; i < kGraphs; ++i) {
      const Graph graph =
          generate({ErdosRenyi{.vertices = 5, .edges = edges, .probability = {}}, {}, {}}, rng);
      for (Vertex u = 0; u < 5; ++u) {
        for (const Vertex v : graph.neighbors(u)) {
          if (u < v) ++seen[{u, v}];
        }
      }
    }
    ASSERT_EQ(seen.size(), 10u);
    for (const auto& [pair, count] : seen) {
      // Six standard deviations of a binomial count are less than 300.
      EXPECT_NEAR(count, kGraphs * static_cast<double>(edges) / 10.0, 300);
    }
  }
}

TEST(Generate, ErdosRenyiByProbability) {
  EXPECT_EQ(make(ErdosRenyi{.vertices = 30, .edges = 0, .probability = 0.0}).num_edges(), 0u);
  EXPECT_EQ(make(ErdosRenyi{.vertices = 30, .edges = 0, .probability = 1.0}).num_edges(), 435u);
  const Graph graph = make(ErdosRenyi{.vertices = 2000, .edges = 0, .probability = 0.01});
  EXPECT_NEAR(static_cast<double>(graph.num_edges()), 19990.0, 6 * 141.0);
  EXPECT_THROW(make(ErdosRenyi{.vertices = 30, .edges = 0, .probability = 1.5}), Error);
  EXPECT_EQ(make(ErdosRenyi{.vertices = 100000, .edges = 0, .probability = 1e-300}).num_edges(),
            0u);
}

TEST(Generate, BarabasiAlbert) {
  const Graph graph = make(BarabasiAlbert{.vertices = 1000, .attach = 3});
  EXPECT_EQ(graph.num_edges(), 3u + 996u * 3u);
  EXPECT_EQ(components(graph), 1u);
  std::size_t largest = 0;
  for (Vertex v = 0; v < 1000; ++v)
    largest = std::max(largest, graph.degree(v));
  EXPECT_GT(largest, 40u);  // a uniform attachment stays near 3 + 3 ln 1000 = 24
  EXPECT_THROW(make(BarabasiAlbert{.vertices = 3, .attach = 3}), Error);
  EXPECT_THROW(make(BarabasiAlbert{.vertices = 3, .attach = 0}), Error);
}

TEST(Generate, WattsStrogatz) {
  const Graph ring = make(WattsStrogatz{.vertices = 50, .neighbors = 4, .rewire = 0.0});
  for (Vertex v = 0; v < 50; ++v) {
    EXPECT_EQ(ring.degree(v), 4u);
    EXPECT_TRUE(ring.has_edge(v, (v + 2) % 50));
  }
  const Graph rewired = make(WattsStrogatz{.vertices = 50, .neighbors = 4, .rewire = 1.0});
  EXPECT_EQ(rewired.num_edges(), 100u);
  EXPECT_NE(by_ids(rewired), by_ids(ring));
  EXPECT_EQ(make(WattsStrogatz{.vertices = 5, .neighbors = 4, .rewire = 1.0}).num_edges(), 10u);
  EXPECT_THROW(make(WattsStrogatz{.vertices = 50, .neighbors = 3, .rewire = 0.0}), Error);
  EXPECT_THROW(make(WattsStrogatz{.vertices = 4, .neighbors = 4, .rewire = 0.0}), Error);
}

TEST(Generate, Grid) {
  const Graph plain = make(Grid{.rows = 4, .columns = 6, .diagonal = 0, .hole = 0});
  EXPECT_EQ(plain.num_vertices(), 24u);
  EXPECT_EQ(plain.num_edges(), 4u * 5u + 3u * 6u);
  const Graph full = make(Grid{.rows = 4, .columns = 6, .diagonal = 1, .hole = 0});
  EXPECT_EQ(full.num_edges(), plain.num_edges() + 3u * 5u);
  EXPECT_LE(full.num_edges(), 3 * full.num_vertices() - 6);  // planar
  EXPECT_EQ(make(Grid{.rows = 4, .columns = 6, .diagonal = 1, .hole = 1}).num_edges(), 0u);
  EXPECT_THROW(
      make(Grid{
          .rows = std::size_t{1} << 31, .columns = std::size_t{1} << 31, .diagonal = 0, .hole = 0}),
      Error);
}

TEST(Generate, MoleculesRespectValenceAndHangTogether) {
  const std::map<std::string, std::size_t> valence{{"C", 4}, {"N", 3},  {"O", 2}, {"S", 2},
                                                   {"F", 1}, {"Cl", 1}, {"Br", 1}};
  std::size_t rings = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const std::size_t size = 1 + seed % 60;
    const Graph graph = make(Molecule{.vertices = size, .ring = 0.15}, seed);
    ASSERT_EQ(graph.num_vertices(), size);
    ASSERT_EQ(components(graph), 1u) << seed;
    rings += graph.num_edges() + 1 - size;
    for (Vertex v = 0; v < size; ++v)
      ASSERT_LE(graph.degree(v), valence.at(graph.label_name(v))) << seed;
  }
  EXPECT_GT(rings, 200u);
}

TEST(Generate, LabelsFollowTheirWeights) {
  Rng rng(3);
  const Graph graph = generate({ErdosRenyi{.vertices = 10000, .edges = 0, .probability = {}},
                                {.names = {"A", "B", "never"}, .weights = {3, 1, 0}},
                                {}},
                               rng);
  std::map<std::string, int> counts;
  for (Vertex v = 0; v < 10000; ++v)
    ++counts[graph.label_name(v)];
  EXPECT_EQ(counts.size(), 2u);
  EXPECT_NEAR(counts["A"], 7500, 260);  // six standard deviations
  const auto bad = [&](LabelDistribution labels) {
    generate({Grid{}, std::move(labels), {}}, rng);
  };
  EXPECT_THROW(bad({.names = {"A"}, .weights = {1, 2}}), Error);
  EXPECT_THROW(bad({.names = {"A"}, .weights = {-1}}), Error);
  EXPECT_THROW(bad({.names = {"A"}, .weights = {0}}), Error);
  EXPECT_EQ(LabelDistribution::uniform(3).names, (std::vector<std::string>{"0", "1", "2"}));
}

TEST(Generate, PlantedCopiesAreInducedAndAttached) {
  graph::GraphBuilder builder;
  for (const char* label : {"X", "Y", "Z", "X"})
    builder.add_vertex("p", label);
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  builder.add_edge(2, 3);
  GenerateParams params{
      BarabasiAlbert{.vertices = 50, .attach = 2}, LabelDistribution::uniform(2), {}};
  params.planted = Planted{.pattern = builder.build(), .copies = 7, .links = 1};
  Rng rng(1);
  const Graph graph = generate(params, rng);
  ASSERT_EQ(graph.num_vertices(), 50u + 7u * 4u);
  EXPECT_EQ(components(graph), 1u);
  EXPECT_EQ(graph.id(77), "77");
  for (Vertex base = 50; base < 78; base += 4) {
    for (Vertex u = 0; u < 4; ++u) {
      EXPECT_EQ(graph.label_name(base + u), params.planted->pattern.label_name(u));
      for (Vertex v = 0; v < 4; ++v) {
        EXPECT_EQ(graph.has_edge(base + u, base + v), params.planted->pattern.has_edge(u, v));
      }
    }
  }
}

TEST(Generate, SameSeedSameGraph) {
  const std::vector<TopologyParams> models = {
      ErdosRenyi{}, BarabasiAlbert{}, WattsStrogatz{},
      Grid{.rows = 9, .columns = 9, .diagonal = 0.5, .hole = 0.1}, Molecule{}};
  for (const TopologyParams& model : models) {
    EXPECT_EQ(by_ids(make(model, 5)), by_ids(make(model, 5)));
    EXPECT_NE(by_ids(make(model, 5)), by_ids(make(model, 6)));
  }
}

TEST(Generate, CollectionSharesADictionary) {
  Rng rng(2);
  const Collection collection =
      generate_collection({Molecule{.vertices = 3, .ring = 0.0}, {}, {}}, 50, rng);
  ASSERT_EQ(collection.graphs.size(), 50u);
  for (const Graph& graph : collection.graphs) {
    EXPECT_EQ(&graph.label_dictionary(), &collection.graphs[0].label_dictionary());
  }
}

}  // namespace
}  // namespace rlminer::generate
