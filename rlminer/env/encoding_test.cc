#include "rlminer/env/encoding.h"

#include <atomic>
#include <map>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/env/reward.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::env {
namespace {

using Tokens = std::vector<Label>;

Graph labelled(const std::vector<std::string>& labels,
               const std::vector<std::pair<Vertex, Vertex>>& edges) {
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < labels.size(); ++v)
    builder.add_vertex(std::to_string(v), labels[v]);
  for (const auto& [u, v] : edges)
    builder.add_edge(u, v);
  return builder.build();
}

TEST(Encoding, ByNameKnowsItsNamesAndNoOthers) {
  const Graph graph = labelled({"N", "C", "C", "O"}, {});
  const Encoder encoder = Encoder::by_name({"C", "H", "N", "O"}, false);
  EXPECT_EQ(encoder(graph).tokens, (Tokens{2, 0, 0, 3}));
  EXPECT_TRUE(encoder(graph).features.empty());
  try {
    Encoder::by_name({"C"}, false)(graph);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the model does not know the labels 'N', 'O'");
  }
}

TEST(Encoding, ByRankTheMostFrequentComesFirst) {
  const Graph graph = labelled({"x", "y", "y", "z", "y", "z"}, {});
  EXPECT_EQ(Encoder::by_rank(16, false)(graph).tokens, (Tokens{2, 0, 0, 1, 0, 1}));
  // The last token stands for all that are left.
  EXPECT_EQ(Encoder::by_rank(2, false)(graph).tokens, (Tokens{1, 0, 0, 1, 0, 1}));
  EXPECT_EQ(Encoder::by_rank(1, false)(graph).tokens, (Tokens{0, 0, 0, 0, 0, 0}));
}

TEST(Encoding, TiesAreRankedByEdgesThenByName) {
  EXPECT_EQ(rank_tokens(labelled({"a", "b", "a", "b"}, {{1, 3}}), 4), (Tokens{1, 0, 1, 0}));
  EXPECT_EQ(rank_tokens(labelled({"b", "a", "b", "a"}, {}), 4), (Tokens{1, 0, 1, 0}));
}

TEST(Encoding, RanksDoNotDependOnTheNamesWhereFrequenciesDiffer) {
  Rng rng(3);
  for (int i = 0; i < 200; ++i) {
    const Graph graph = generate::generate(
        {generate::ErdosRenyi{15, 20, {}}, generate::LabelDistribution::uniform(4), {}}, rng);
    std::map<Label, int> counts;
    for (const Label label : graph.labels())
      ++counts[label];
    const Tokens tokens = rank_tokens(graph, 16);
    for (Vertex u = 0; u < 15; ++u) {
      for (Vertex v = 0; v < 15; ++v) {
        EXPECT_EQ(tokens[u] == tokens[v], graph.label(u) == graph.label(v));
        if (counts[graph.label(u)] > counts[graph.label(v)]) {
          EXPECT_LT(tokens[u], tokens[v]);
        }
      }
    }
  }
}

using Ranks = std::vector<std::uint8_t>;

// A path with these edges, each a label and whether it is an arc.
Graph path_of(const std::vector<std::pair<std::string, bool>>& edges) {
  graph::GraphBuilder builder;
  builder.add_vertex("0");
  for (Vertex v = 0; v < edges.size(); ++v) {
    builder.add_vertex(std::to_string(v + 1));
    builder.add_edge(v, v + 1, edges[v].first, edges[v].second);
  }
  return builder.build();
}

TEST(Encoding, KindsOfEdgesTheMostFrequentComesFirst) {
  const Graph bonds =
      path_of({{"a", false}, {"b", false}, {"c", false}, {"b", false}, {"c", false}, {"c", false}});
  EXPECT_EQ(rank_relations(bonds, 8), (Ranks{2, 1, 0}));
  EXPECT_EQ(rank_relations(bonds, 2), (Ranks{1, 1, 0}));  // the last rank is for all that are left
  EXPECT_EQ(rank_relations(bonds, 1), (Ranks{0, 0, 0}));
  EXPECT_TRUE(rank_relations(path_of({{"a", false}, {"a", false}}), 8).empty());
  EXPECT_TRUE(rank_relations(labelled({"x", "y"}, {{0, 1}}), 8).empty());
}

TEST(Encoding, OfAnArcTheLeavingEndComesFirst) {
  const Graph arcs = path_of({{"", true}, {"", true}});
  const graph::RelationDictionary& kinds = arcs.relation_dictionary();
  const Ranks ranks = rank_relations(arcs, 8);
  EXPECT_EQ(ranks[kinds.at({"", {}})], 0);
  EXPECT_EQ(ranks[kinds.at({{}, ""})], 1);
}

// Of arcs both ways with two labels the more frequent label decides, whatever its name.
TEST(Encoding, RanksOfEdgesDoNotDependOnNames) {
  const auto ranks_of = [](const std::string& often, const std::string& rare) {
    graph::GraphBuilder builder;
    for (const char* const id : {"0", "1", "2", "3"})
      builder.add_vertex(id);
    builder.add_edge(0, 1, often, true);
    builder.add_edge(1, 0, rare, true);
    builder.add_edge(1, 2, often, true);
    builder.add_edge(2, 3, often, true);
    const Graph graph = builder.build();
    const Ranks ranks = rank_relations(graph, 8);
    Ranks seen;  // along the path
    for (const auto& [u, v] : {std::pair{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}})
      seen.push_back(ranks[graph.relation(static_cast<Vertex>(u), static_cast<Vertex>(v))]);
    return seen;
  };
  EXPECT_EQ(ranks_of("x", "y"), (Ranks{2, 3, 0, 1, 0}));
  EXPECT_EQ(ranks_of("y", "x"), ranks_of("x", "y"));
}

TEST(Encoding, EdgesAreToldApartOnlyWhenAskedFor) {
  const Graph bonds =
      path_of({{"a", false}, {"b", false}, {"a", false}, {"b", false}, {"a", false}});
  Encoder encoder = Encoder::by_rank(4, true);
  EXPECT_TRUE(encoder(bonds).edge_ranks.empty());
  EXPECT_EQ(encoder(bonds).features, vertex_features(bonds));
  encoder.tell_edges_apart(2);
  EXPECT_EQ(encoder(bonds).edge_ranks, (Ranks{0, 1}));
  EXPECT_EQ(encoder(bonds).features, vertex_features(bonds, {}, Edges::ToldApart));
  const Target target(bonds, encoder(bonds));
  EXPECT_EQ(target.edge_rank(1, 0), 0);
  EXPECT_EQ(target.edge_rank(1, 1), 1);
  EXPECT_THROW(Target(labelled({"x", "y"}, {{0, 1}}), Encoding{{0, 0}, {}, {0, 1}}), Error);
}

TEST(Encoding, FeaturesOnlyWhenAskedFor) {
  const Graph graph = labelled({"x", "y"}, {{0, 1}});
  EXPECT_EQ(Encoder::by_rank(4, true)(graph).features, vertex_features(graph));
  EXPECT_EQ(Encoder()(graph).tokens, (Tokens{0, 1}));
  EXPECT_TRUE(Encoder()(graph).features.empty());
}

TEST(Encoding, FeaturesThatAreNotReadyInTimeAreZeros) {
  const Graph graph = testing::random_small_graph(2, 10);
  const std::atomic<bool> cancelled{true};
  const Encoder encoder = Encoder::by_rank(4, true);
  const Encoding encoding = encoder(graph, Deadline(1e9, &cancelled));
  EXPECT_EQ(encoding.tokens, encoder(graph).tokens);
  ASSERT_EQ(encoding.features.size(), graph.num_vertices() * kVertexFeatures);
  for (std::size_t i = kVertexFeatures - 1; i < encoding.features.size(); i += kVertexFeatures)
    EXPECT_EQ(encoding.features[i], 0.0F);
}

}  // namespace
}  // namespace rlminer::env
