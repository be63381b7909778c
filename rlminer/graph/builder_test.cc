#include "rlminer/graph/builder.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/collection.h"

namespace rlminer::graph {
namespace {

TEST(Builder, MergesAndDropsAndCounts) {
  GraphBuilder builder;
  for (const char* id : {"x", "y", "z"})
    builder.add_vertex(id, "A");
  builder.add_edge(0, 1);
  builder.add_edge(1, 0);
  builder.add_edge(0, 1);
  builder.add_edge(2, 2);
  const Graph graph = builder.build();
  EXPECT_EQ(graph.num_edges(), 1u);
  EXPECT_EQ(builder.dropped().self_loops, 1u);
  EXPECT_EQ(builder.dropped().repeated_edges, 2u);
  EXPECT_EQ(builder.num_vertices(), 0u);
  EXPECT_EQ(graph.degree(2), 0u);
}

TEST(Builder, RowsAgreeWithASetOfEdges) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    GraphBuilder builder;
    const std::size_t n = 1 + rng.below(30);
    for (std::size_t v = 0; v < n; ++v)
      builder.add_vertex(std::to_string(v));
    std::set<std::pair<Vertex, Vertex>> edges;
    for (std::size_t i = rng.below(100); i > 0; --i) {
      const auto u = static_cast<Vertex>(rng.below(n));
      const auto v = static_cast<Vertex>(rng.below(n));
      builder.add_edge(u, v);
      if (u != v) edges.insert({std::min(u, v), std::max(u, v)});
    }
    const Graph graph = builder.build();
    EXPECT_EQ(graph.num_edges(), edges.size());
    for (Vertex u = 0; u < n; ++u) {
      EXPECT_TRUE(std::is_sorted(graph.neighbors(u).begin(), graph.neighbors(u).end()));
      for (Vertex v = 0; v < n; ++v) {
        EXPECT_EQ(graph.has_edge(u, v), edges.contains({std::min(u, v), std::max(u, v)})) << seed;
      }
    }
  }
}

TEST(Components, SizesAreCountedAsFarAsAsked) {
  EXPECT_EQ(largest_component(GraphBuilder().build(), 5), 0u);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(seed);
    GraphBuilder builder;
    for (int v = 0; v < 20; ++v)
      builder.add_vertex(std::to_string(v));
    for (std::uint64_t e = 0; e < seed % 25; ++e)
      builder.add_edge(static_cast<Vertex>(rng.below(20)), static_cast<Vertex>(rng.below(20)));
    const Graph graph = builder.build();
    const Components components = connected_components(graph);
    for (const std::size_t enough : {1u, 2u, 5u, 100u}) {
      EXPECT_EQ(largest_component(graph, enough), std::min(components.largest(), enough));
      for (Vertex v = 0; v < 20; ++v)
        EXPECT_EQ(component_size(graph, v, enough),
                  std::min(components.sizes[components.of[v]], enough));
    }
  }
}

TEST(LabelDictionary, SortsNumbersByValueBeforeText) {
  const LabelDictionary dictionary({"b", "10", "9", "-1", "a", "9", "007", ""});
  std::vector<std::string> names;
  for (Label label = 0; label < dictionary.size(); ++label) {
    names.push_back(dictionary.name(label));
    EXPECT_EQ(dictionary.at(names.back()), label);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"-1", "9", "10", "", "007", "a", "b"}));
  EXPECT_FALSE(dictionary.contains("7"));
}

Graph triangle(const std::string& label) {
  GraphBuilder builder;
  for (const char* id : {"p", "q", "r"})
    builder.add_vertex(id, label);
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  builder.add_edge(2, 0);
  return builder.build(
      std::make_shared<const LabelDictionary>(std::vector<std::string>{"A", "B", "C"}));
}

TEST(DisjointUnion, KeepsDictionaryAndMarksIds) {
  const Graph graph = disjoint_union({triangle("A"), triangle("C")});
  EXPECT_EQ(graph.num_vertices(), 6u);
  EXPECT_EQ(graph.num_edges(), 6u);
  EXPECT_EQ(graph.num_labels(), 3u);
  EXPECT_EQ(graph.id(4), "1:q");
  EXPECT_EQ(graph.label_name(4), "C");
  EXPECT_FALSE(graph.has_edge(2, 3));
  EXPECT_EQ(disjoint_union({}).num_vertices(), 0u);
}

TEST(Renumbered, ChangesOnlyTheIds) {
  const Graph graph = renumbered(triangle("B"));
  EXPECT_EQ(graph.id(2), "2");
  EXPECT_EQ(graph.label_name(2), "B");
  EXPECT_EQ(graph.num_edges(), 3u);
  EXPECT_EQ(graph.num_labels(), 3u);
}

TEST(PaperFilter, KeepsConnectedGraphsOfMiddleSize) {
  const auto path = [](std::size_t n) {
    GraphBuilder builder;
    for (std::size_t v = 0; v < n; ++v) {
      builder.add_vertex(std::to_string(v));
      if (v > 0) builder.add_edge(static_cast<Vertex>(v - 1), static_cast<Vertex>(v));
    }
    return builder.build();
  };
  Collection collection;
  for (const std::size_t n : {10, 11, 499, 500})
    collection.graphs.push_back(path(n));
  collection.graphs.push_back(disjoint_union({path(8), path(8)}));
  collection.numbers = {0, 1, 2, 3, 4};
  EXPECT_EQ(paper_filter(std::move(collection)).numbers, (std::vector<std::size_t>{1, 2}));
}

TEST(ShareLabels, KindsAreThoseThatOccur) {
  const auto labelled = [](const char* label) {
    GraphBuilder builder;
    builder.add_vertex("a", "A");
    builder.add_vertex("b", "A");
    builder.add_edge(0, 1, label, false);
    Collection collection;
    collection.graphs.push_back(builder.build());
    return collection;
  };
  std::vector<Collection> parts = {labelled("x"), labelled("y")};
  share_labels(parts);
  EXPECT_EQ(parts[0].graphs[0].relation_dictionary().size(), 2u);  // no edge is without a label
  EXPECT_EQ(parts[1].graphs[0].relation_dictionary().size(), 2u);
}

TEST(WithoutEdgeLabels, KeepsDirections) {
  GraphBuilder builder;
  for (const char* const id : {"a", "b", "c"})
    builder.add_vertex(id, "A");
  builder.add_edge(0, 1, "x", true);
  builder.add_edge(1, 2, "x", true);
  builder.add_edge(2, 1, "y", true);
  Collection collection;
  collection.graphs.push_back(builder.build());
  collection.numbers = {0};
  EXPECT_FALSE(without_edge_labels(collection, false).graphs[0].has_relations());
  const Collection directed = without_edge_labels(collection, true);
  const Graph& graph = directed.graphs[0];
  const RelationDictionary& kinds = graph.relation_dictionary();
  EXPECT_FALSE(kinds.labelled());
  EXPECT_EQ(kinds.kind(graph.relation(0, 1)), (EdgeKind{"", std::nullopt}));
  EXPECT_EQ(kinds.kind(graph.relation(1, 2)), (EdgeKind{"", ""}));
  EXPECT_EQ(graph.id(2), "c");
}

}  // namespace
}  // namespace rlminer::graph
