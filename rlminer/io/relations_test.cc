// Labels and directions of edges on their way through the formats, compared with a plain list of
// arcs.

#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"

namespace rlminer::io {
namespace {

// By the ids of source and target: the label. An edge without direction is two arcs.
using Arcs = std::map<std::pair<std::string, std::string>, std::string>;

Arcs arcs_of(const Graph& graph) {
  Arcs arcs;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const auto neighbors = graph.neighbors(v);
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      const auto label = graph.has_relations()
                             ? graph.relation_dictionary().kind(graph.relations(v)[i]).out
                             : std::optional<std::string>("");
      if (label) arcs[{graph.id(v), graph.id(neighbors[i])}] = *label;
    }
  }
  return arcs;
}

Collection read(const std::string& text, ReadOptions options = {}) {
  options.keep_relations = true;
  return read_bytes("x", text, options);
}

Arcs arcs_in(const std::string& text, const ReadOptions& options = {}) {
  return arcs_of(read(text, options).graphs.at(0));
}

struct Kinds {
  bool labels = false;
  bool arcs = false;
};

// A graph and, added to it arc by arc, what it must hold.
Graph random_graph(const Kinds& kinds, Rng& rng, Arcs& expected) {
  graph::GraphBuilder builder;
  const auto vertices = static_cast<Vertex>(2 + rng.below(9));
  for (Vertex v = 0; v < vertices; ++v)
    builder.add_vertex("n" + std::to_string(v), rng.chance(0.5) ? "A" : "B");
  const auto add = [&](Vertex u, Vertex v, const std::string& label) {
    expected.try_emplace({"n" + std::to_string(u), "n" + std::to_string(v)}, label);
  };
  for (std::uint64_t i = rng.below(3 * vertices); i > 0; --i) {
    const auto u = static_cast<Vertex>(rng.below(vertices));
    const auto v = static_cast<Vertex>(rng.below(vertices));
    if (u == v) continue;
    const std::string label = kinds.labels ? "r" + std::to_string(rng.below(3)) : "";
    builder.add_edge(u, v, label, kinds.arcs);
    add(u, v, label);
    if (!kinds.arcs) add(v, u, label);
  }
  return builder.build();
}

TEST(Relations, SurviveEveryFormatThatIsReadAgain) {
  Rng rng(7);
  for (int round = 0; round < 2000; ++round) {
    const Kinds kinds{.labels = rng.chance(0.5), .arcs = rng.chance(0.5)};
    Arcs expected;
    Collection collection;
    collection.graphs.push_back(random_graph(kinds, rng, expected));
    collection.numbers = {0};
    ASSERT_EQ(arcs_of(collection.graphs[0]), expected);
    for (const char* const format : {"lg", "edges", "graphml", "json"}) {
      if (expected.empty() && format == std::string("edges")) continue;  // holds no vertex alone
      std::ostringstream text;
      write_collection(text, collection, format);
      ReadOptions options;
      options.format = format;
      const Graph& graph = collection.graphs[0];
      options.directed = !says_directions(format) && graph.has_relations() &&
                         graph.relation_dictionary().directed();
      ASSERT_EQ(arcs_in(text.str(), options), expected) << format << "\n" << text.str();
    }
  }
}

TEST(Relations, OneDictionaryForACollection) {
  const Collection collection = read(
      "t # 0\nv 0 A\nv 1 A\ne 0 1 single\nt # 1\nv 0 A\nv 1 A\nv 2 A\ne 0 1 double\ne 2 1 "
      "single\n");
  for (const Graph& graph : collection.graphs) {
    ASSERT_TRUE(graph.has_relations());
    EXPECT_EQ(graph.relation_dictionary().labels(), (std::vector<std::string>{"double", "single"}));
    EXPECT_FALSE(graph.relation_dictionary().directed());
  }
  EXPECT_TRUE(collection.warnings.empty());
}

TEST(Relations, PlainGraphsHaveNone) {
  EXPECT_FALSE(read("v 0 A\nv 1 A\ne 0 1\n").graphs[0].has_relations());
  EXPECT_FALSE(read("a b\nb c\n").graphs[0].has_relations());
}

TEST(Relations, AreIgnoredUnlessAskedFor) {
  const Collection collection = read_bytes("x", "v 0 A\nv 1 A\nv 2 B\ne 0 1 a\ne 1 2 b\n");
  EXPECT_FALSE(collection.graphs[0].has_relations());
  ASSERT_EQ(collection.warnings.size(), 1u);
  EXPECT_NE(collection.warnings[0].find("edge labels are ignored"), std::string::npos);
}

const Arcs kOneWay = {{{"a", "b"}, "x"}, {{"b", "c"}, "y"}};

TEST(Relations, TablesNameTheColumnOfTheLabels) {
  ReadOptions directed;
  directed.directed = true;
  EXPECT_EQ(arcs_in("source,target,label\na,b,x\nb,c,y\n", directed), kOneWay);
  directed.edge_label_column = "3";
  EXPECT_EQ(arcs_in("a b x\nb c y\n", directed), kOneWay);
  EXPECT_EQ(arcs_in("a b\nb a\n"), (Arcs{{{"a", "b"}, ""}, {{"b", "a"}, ""}}));
}

TEST(Relations, GraphmlSaysItForAllEdgesOrForOne) {
  const std::string text =
      "<graphml><key id='k' for='edge' attr.name='bond'/><graph edgedefault='directed'>"
      "<node id='a'/><node id='b'/><node id='c'/>"
      "<edge source='a' target='b'><data key='k'>x</data></edge>"
      "<edge source='b' target='c' directed='false'><data key='k'>y</data></edge>"
      "</graph></graphml>";
  ReadOptions options;
  options.edge_label_attribute = "bond";
  EXPECT_EQ(arcs_in(text, options),
            (Arcs{{{"a", "b"}, "x"}, {{"b", "c"}, "y"}, {{"c", "b"}, "y"}}));
}

TEST(Relations, GmlJsonAndPajekSayDirections) {
  EXPECT_EQ(
      arcs_in("graph [ directed 1 node [ id a ] node [ id b ] node [ id c ]\n"
              "edge [ source a target b label \"x\" ] edge [ source b target c label \"y\" ] ]"),
      kOneWay);
  EXPECT_EQ(arcs_in(R"({"directed": true, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
                        "links": [{"source": "a", "target": "b", "label": "x"},
                                  {"source": "b", "target": "c", "label": "y"}]})"),
            kOneWay);
  EXPECT_EQ(arcs_in(R"({"edge_labels": ["x", "y"], "edges": [["a", "b"], ["b", "c"]],
                        "vertices": [{"id": "a"}, {"id": "b"}, {"id": "c"}], "directed": true})"),
            kOneWay);
  EXPECT_EQ(
      arcs_in("*Vertices 3\n1 a\n2 b\n3 c\n*Arcs\n1 2 1 l \"x\"\n*Arcslist\n3 -2\n*Edges\n1 3\n"),
      (Arcs{{{"a", "b"}, "x"}, {{"b", "c"}, ""}, {{"a", "c"}, ""}, {{"c", "a"}, ""}}));
}

TEST(Relations, MatricesWithoutSymmetryAreDirected) {
  EXPECT_EQ(arcs_in("%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n2 1\n2 3\n"),
            (Arcs{{{"1", "2"}, ""}, {{"2", "1"}, ""}, {{"2", "3"}, ""}}));
  EXPECT_FALSE(read("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n")
                   .graphs[0]
                   .has_relations());
  EXPECT_EQ(arcs_in("0 1 0\n0 0 1\n0 0 0\n"), (Arcs{{{"0", "1"}, ""}, {{"1", "2"}, ""}}));
}

TEST(Relations, SifRelationsAreLabels) {
  EXPECT_EQ(arcs_in("a pp b\nb pd c\n"),
            (Arcs{{{"a", "b"}, "pp"}, {{"b", "a"}, "pp"}, {{"b", "c"}, "pd"}, {{"c", "b"}, "pd"}}));
}

TEST(Relations, TheFirstLabelOfAnEdgeStands) {
  const Collection collection = read("v 0 A\nv 1 A\ne 0 1 a\ne 1 0 b\ne 0 1 a\n");
  EXPECT_EQ(arcs_of(collection.graphs[0]), (Arcs{{{"0", "1"}, "a"}, {{"1", "0"}, "a"}}));
  ASSERT_EQ(collection.warnings.size(), 1u);
  EXPECT_NE(collection.warnings[0].find("another label"), std::string::npos);
}

// Where labels are measured values, nearly every edge has one of its own.
TEST(Relations, TooManyKindsAreLeftOut) {
  std::string text = "v 0 A\n";
  for (int i = 1; i <= 65'536; ++i) {
    const std::string number = std::to_string(i);
    text += "v " + number + " A\ne 0 " + number + " " + number + "\n";
  }
  const Collection collection = read(text);
  EXPECT_FALSE(collection.graphs[0].has_relations());
  EXPECT_EQ(collection.graphs[0].num_edges(), 65'536u);
  ASSERT_EQ(collection.warnings.size(), 1u);
  EXPECT_NE(collection.warnings[0].find("65536 kinds of edges"), std::string::npos);
}

TEST(Relations, EveryEdgeOfAListHasItsLabel) {
  EXPECT_THROW(read(R"({"vertices": [{"id": 1}, {"id": 2}], "edges": [[1, 2]],
                        "edge_labels": ["a", "b"]})"),
               Error);
}

}  // namespace
}  // namespace rlminer::io
