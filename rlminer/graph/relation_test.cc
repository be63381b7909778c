#include "rlminer/graph/relation.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"

namespace rlminer::graph {
namespace {

TEST(RelationDictionary, NumbersDoNotDependOnTheOrder) {
  const EdgeKind arc{"a", std::nullopt};
  const EdgeKind both{"b", "b"};
  const RelationDictionary one({arc, both});
  const RelationDictionary other({both, arc.converse(), arc});
  ASSERT_EQ(one.size(), 3u);
  ASSERT_EQ(other.size(), 3u);
  for (Relation r = 0; r < 3; ++r)
    EXPECT_EQ(one.kind(r), other.kind(r));
  EXPECT_EQ(one.converse(one.at(arc)), one.at(arc.converse()));
  EXPECT_EQ(one.converse(one.at(both)), one.at(both));
  EXPECT_TRUE(one.directed());
  EXPECT_EQ(one.labels(), (std::vector<std::string>{"a", "b"}));
}

TEST(RelationDictionary, TwoArcsWithOneLabelAreAnEdge) {
  GraphBuilder builder;
  builder.add_vertex("u");
  builder.add_vertex("v");
  builder.add_edge(0, 1, "x", true);
  builder.add_edge(1, 0, "x", true);
  const Graph graph = builder.build();
  ASSERT_TRUE(graph.has_relations());
  EXPECT_FALSE(graph.relation_dictionary().directed());
  EXPECT_EQ(graph.relations(0)[0], graph.relations(1)[0]);
}

TEST(RelationDictionary, SeenFromTheOtherEndARelationIsItsConverse) {
  GraphBuilder builder;
  for (const char* const id : {"a", "b", "c"})
    builder.add_vertex(id);
  builder.add_edge(2, 0, "down", true);
  builder.add_edge(1, 2);  // nothing is said about it
  const Graph graph = builder.build();
  const RelationDictionary& kinds = graph.relation_dictionary();
  EXPECT_EQ(kinds.kind(graph.relations(2)[0]), (EdgeKind{"down", std::nullopt}));
  EXPECT_EQ(kinds.kind(graph.relations(0)[0]), (EdgeKind{std::nullopt, "down"}));
  EXPECT_EQ(kinds.kind(graph.relations(1)[0]), (EdgeKind{"", ""}));
  const Graph same = renumbered(graph);
  for (Vertex v = 0; v < 3; ++v)
    EXPECT_TRUE(std::ranges::equal(same.relations(v), graph.relations(v)));
}

}  // namespace
}  // namespace rlminer::graph
