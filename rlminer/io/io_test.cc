#include "rlminer/io/io.h"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::io {
namespace {

using testing::by_ids;
using testing::error_of;
using testing::gzipped;
using testing::TempFolder;
using testing::written;

using Strings = std::vector<std::string>;

Collection read_text(const std::string& content, const std::string& name = "x") {
  const TempFolder folder;
  Collection result = read_collection(folder.write(name, content));
  for (std::string& warning : result.warnings) {
    warning.erase(0, folder.path().string().size() + 1);
  }
  return result;
}

Strings ids_of(const Graph& graph) {
  Strings ids;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    ids.push_back(graph.id(v));
  return ids;
}

constexpr char kPath[] = "t # 0\nv 3 A\nv 7 B\nv 12 A\nv 50 C\ne 3 7 0\ne 12 7 0\n";

void expect_path(const Collection& collection) {
  ASSERT_EQ(collection.graphs.size(), 1u);
  const Graph& graph = collection.graphs[0];
  EXPECT_EQ(ids_of(graph), (Strings{"3", "7", "12", "50"}));
  EXPECT_EQ(graph.num_edges(), 2u);
  EXPECT_TRUE(graph.has_edge(0, 1));
  EXPECT_TRUE(graph.has_edge(1, 2));
  EXPECT_EQ(graph.label_name(1), "B");
  EXPECT_EQ(graph.degree(3), 0u);
  EXPECT_TRUE(collection.warnings.empty());
}

TEST(ReadLg, GapsIsolatedVerticesAndWindowsLineEnds) {
  expect_path(read_text(kPath));
  std::string windows;
  for (const char c : std::string(kPath))
    windows += c == '\n' ? "\r\n" : std::string(1, c);
  expect_path(read_text(windows));
  expect_path(read_text(std::string("\xef\xbb\xbf") + kPath));
  expect_path(read_text(std::string("# a comment\n\n% another\n") + kPath + "t # -1\n"));
  expect_path(read_text(std::string(kPath).substr(6)));      // without the header
  expect_path(read_text(std::string(kPath).substr(0, 58)));  // without the last line end
  expect_path(read_text("e 3 7\nv 3 A\nv 7 B\nv 12 A\nv 50 C\ne 7 12\n"));  // edges before vertices
}

TEST(ReadLg, SeveralGraphsShareADictionary) {
  const Collection collection =
      read_text("t # 0\nv 0 B\nt # 1\nv 0 A\nv 1 10\nv 2 9\ne 0 1\nt # 2\n");
  ASSERT_EQ(collection.graphs.size(), 3u);
  EXPECT_EQ(collection.numbers, (std::vector<std::size_t>{0, 1, 2}));
  for (const Graph& graph : collection.graphs) {
    ASSERT_EQ(graph.num_labels(), 4u);
    EXPECT_EQ(graph.label_dictionary().name(0), "9");
    EXPECT_EQ(graph.label_dictionary().name(3), "B");
  }
  EXPECT_EQ(collection.graphs[2].num_vertices(), 0u);
}

TEST(ReadLg, WarnsOncePerKind) {
  const Collection collection = read_text(
      "t # 0\nv 0 A\nv 1 A\ne 0 0\ne 0 1 x\ne 1 0 y\ne 1 1 z\ne 0 1\nt # 1\nv 5 A\ne 5 5 y\n",
      "w.lg");
  EXPECT_EQ(collection.warnings, (Strings{"w.lg: edge labels are ignored (they differ: x, y, ...)",
                                          "w.lg: 3 self-loops dropped"}));
  EXPECT_EQ(collection.graphs[0].num_edges(), 1u);
  EXPECT_EQ(collection.graphs[1].num_edges(), 0u);
}

TEST(ReadGraph, ChecksAgreeWithTheFile) {
  const Collection collection =
      read_text("t 4 2\nv 3 A 1\nv 7 B 2\nv 12 A 1\nv 50 C 0\ne 3 7\ne 12 7\n");
  EXPECT_EQ(collection.format, "graph");
  expect_path(collection);
  expect_path(read_text("t 4 2\nv 3 A\nv 7 B\nv 12 A\nv 50 C\ne 3 7\ne 12 7\n"));  // no degrees
}

TEST(ReadEdges, AnySeparatorAndStringIds) {
  for (const char* content : {"a b\nb c\n", "a,b\nb,c\n", "a, b\nb ,c\n", "a\tb\r\nb\tc",
                              "# x\na b 0.5 7\n\n% y\nc b 1\nb c\na b\n"}) {
    const Collection collection = read_text(content);
    EXPECT_EQ(collection.format, "edges");
    ASSERT_EQ(collection.graphs.size(), 1u);
    const auto graph = by_ids(collection.graphs[0]);
    EXPECT_EQ(graph.second, (testing::IdGraph::second_type{{"a", "b"}, {"b", "c"}})) << content;
    EXPECT_EQ(graph.first.at("a"), graph::kUnlabelled);
  }
}

TEST(ReadEdges, HugeAndNegativeIdsAreNames) {
  const Collection collection = read_text("99999999999999999999999 -5\n-5 0x1f\n");
  EXPECT_EQ(ids_of(collection.graphs[0]), (Strings{"99999999999999999999999", "-5", "0x1f"}));
}

TEST(ReadEdges, NamesOfColumnsAreNoEdge) {
  const Collection collection = read_text("Source,Target,Weight\n1,2,0.5\n", "x.csv");
  EXPECT_EQ(collection.graphs[0].num_vertices(), 2u);
  EXPECT_EQ(collection.warnings,
            (Strings{"x.csv: line 1 names the columns and is not an edge; ignored: Weight"}));
}

TEST(ReadEdges, LabelFileDecidesTheVertices) {
  const TempFolder folder;
  const auto edges = folder.write("x.txt", "b a\nb b\n");
  const auto labels = folder.write("l.txt.gz", gzipped("# id label\na,X\nlonely,Y\nb,X\n"));
  const Collection collection = read_collection(edges, {.label_file = labels, .format = {}});
  const Graph& graph = collection.graphs[0];
  EXPECT_EQ(ids_of(graph), (Strings{"a", "lonely", "b"}));
  EXPECT_EQ(graph.label_name(1), "Y");
  EXPECT_EQ(graph.num_edges(), 1u);
  EXPECT_EQ(collection.warnings.size(), 1u);
}

TEST(ReadGraphml, LabelsDefaultsAndDirectedEdges) {
  const Collection collection = read_text(R"(<?xml version="1.0" encoding="ISO-8859-1"?>
<g:graphml xmlns:g="http://graphml.graphdrawing.org/xmlns">
 <g:key id="w" for="edge" attr.name="label"/>
 <g:key id="d" for="node" attr.name="label" attr.type="string"><g:default>H</g:default></g:key>
 <g:graph edgedefault="directed">
  <g:edge source="n 1" target="n&amp;2"><g:data key="w">x</g:data></g:edge>
  <g:edge source="n&amp;2" target="n 1"/>
  <g:node id="n 1"><g:data key="d">caf)"
                                          "\xe9"
                                          R"(</g:data><g:data key="q">7</g:data></g:node>
  <g:node id="n&amp;2"/>
 </g:graph>
 <g:graph/>
</g:graphml>)");
  ASSERT_EQ(collection.graphs.size(), 2u);
  EXPECT_EQ(by_ids(collection.graphs[0]),
            (testing::IdGraph{{{"n 1", "caf\xc3\xa9"}, {"n&2", "H"}}, {{"n 1", "n&2"}}}));
}

TEST(ReadJson, ShortFormNumbersAndUnknownKeys) {
  const Collection collection =
      read_text(R"({"name": {"x": [1, {"id": 2}]}, "edges": [[7, "b"], ["b", 7]],
    "vertices": [{"id": 7, "label": 3, "position": [1.5, 2]}, {"label": "C", "id": "b", "more": {"a": null}},
                 {"id": 123456789012345678901234567890, "label": "C"}]})");
  ASSERT_EQ(collection.graphs.size(), 1u);
  EXPECT_EQ(by_ids(collection.graphs[0]),
            (testing::IdGraph{{{"7", "3"}, {"b", "C"}, {"123456789012345678901234567890", "C"}},
                              {{"7", "b"}}}));
}

TEST(ReadTu, GraphsInOrderOfTheirNumbers) {
  const TempFolder folder;
  folder.write("N_A.txt.gz", gzipped("1, 4\n4, 1\n2,3\n5 5\n"));
  folder.write("N_graph_indicator.txt", "9\n2\n2\n9\n1000000000000\n");
  folder.write("N_edge_labels.txt", "0\n0\n1\n0\n");
  Collection collection = read_collection(folder.path());
  ASSERT_EQ(collection.graphs.size(), 3u);
  EXPECT_EQ(ids_of(collection.graphs[0]), (Strings{"2", "3"}));
  EXPECT_EQ(ids_of(collection.graphs[1]), (Strings{"1", "4"}));
  EXPECT_EQ(ids_of(collection.graphs[2]), (Strings{"5"}));
  EXPECT_EQ(collection.graphs[1].num_edges(), 1u);
  EXPECT_EQ(collection.graphs[1].label_name(0), graph::kUnlabelled);
  EXPECT_EQ(collection.warnings.size(), 2u);
  EXPECT_EQ(collection.name, folder.path().filename().string());
  folder.write("N_node_labels.txt", "1, 2\nA\n1,2\nB\nA\n");
  collection = read_collection(folder.path() / "");
  EXPECT_EQ(collection.graphs[0].label_name(1), "1,2");
  EXPECT_EQ(collection.name, folder.path().filename().string());
}

// The labels of the first graph of a collection with these node labels and this readme, and then
// the warnings.
Strings named_labels(const std::string& labels, const std::string& readme,
                     const std::string& file = "README.txt") {
  const TempFolder folder;
  folder.write("N_A.txt", "1, 2\n2, 3\n");
  folder.write("N_graph_indicator.txt", "1\n1\n1\n");
  folder.write("N_node_labels.txt", labels);
  folder.write(file, readme);
  const Collection collection = read_collection(folder.path());
  Strings found;
  for (Vertex v = 0; v < 3; ++v)
    found.push_back(collection.graphs[0].label_name(v));
  for (const std::string& warning : collection.warnings)
    found.push_back(warning.substr(folder.path().string().size() + 2));
  return found;
}

TEST(ReadTu, LabelsHaveTheNamesThatAReadmeSays) {
  const std::string told = "the names of the labels are those in README.txt";
  const std::string mutag =
      "README for dataset N\n\n=== Usage ===\n(1)  N_A.txt (m lines)\n\nNode labels:\n\n  0  C\n  "
      "1  "
      "N\n  2  Cl\n\nEdge labels:\n\n  0  aromatic\n  1  single\n";
  EXPECT_EQ(named_labels("0\n2\n1\n", mutag), (Strings{"C", "Cl", "N", told}));
  const std::string converted =
      "Node labels: [symbol]\n\nNode labels were converted to integer values using this map:\n\n"
      "Component 0:\n\t0\tC\n\t1\tO\nComponent 1:\n\t0\tring\n\t7\tchain\n\nEdge labels: "
      "[valence]\n\nComponent 0:\n\t0\t1\n";
  EXPECT_EQ(named_labels("0, 7\n1, 0\n0, 0\n", converted, "N_label_readme.txt"),
            (Strings{"C,chain", "O,ring", "C,ring",
                     "the names of the labels are those in N_label_readme.txt"}));
  EXPECT_EQ(named_labels("0\n1\n1\n", converted, "N_label_readme.txt")[1], "O");
}

TEST(ReadTu, EdgeLabelsHaveTheNamesThatAReadmeSays) {
  const TempFolder folder;
  folder.write("N_A.txt", "1, 2\n2, 1\n2, 3\n3, 2\n");
  folder.write("N_graph_indicator.txt", "1\n1\n1\n");
  folder.write("N_edge_labels.txt", "0\n0\n1\n1\n");
  folder.write("README.txt",
               "Node labels:\n\n  0  C\n\nEdge labels:\n\n  0  aromatic\n  1  single\n");
  const auto labels = [&] {
    const Collection collection =
        read_collection(folder.path(), {.label_file = {}, .format = {}, .keep_relations = true});
    return collection.graphs[0].relation_dictionary().labels();
  };
  EXPECT_EQ(labels(), (Strings{"aromatic", "single"}));
  folder.write("README.txt", "Edge labels:\n\n  0  aromatic\n");
  EXPECT_EQ(labels(), (Strings{"0", "1"}));
  folder.write("N_edge_labels.txt", "0\n0\n1\n");
  EXPECT_THROW(labels(), Error);
  folder.write("N_edge_labels.txt", "0\n0\n1\n1\n1\n");
  EXPECT_THROW(labels(), Error);
}

TEST(ReadTu, ReadmesThatDoNotSayItAllLeaveNumbers) {
  const Strings numbers{"0", "9", "1"};
  EXPECT_EQ(named_labels("0\n9\n1\n", "Node labels:\n0 C\n1 N\n"),
            (Strings{"0", "9", "1",
                     "README.txt has no name for the label 9, so the labels are numbers"}));
  EXPECT_EQ(named_labels("0\n9\n1\n", "Node labels:\n0 C\n1 N\n9 C\n"), numbers);
  EXPECT_EQ(named_labels("0\n9\n1\n", "Graphs of 3 nodes.\n0 C\n9 C\n1 N\n"), numbers);
  EXPECT_EQ(named_labels("0\n9\n1\n", "Node labels:\n0 C\n9 \x1b[31m\n1 N\n"), numbers);
  EXPECT_EQ(named_labels("0\n9\n1\n", "Node labels:\n0 C\n9 N\n1 O\n", "NOTES.txt"), numbers);
}

TEST(Recognition, GoesByContentNotByName) {
  const std::vector<std::pair<std::string, std::string>> contents = {
      {"lg", kPath},
      {"lg", "t # 0\n"},
      {"lg", "# t 1\nv 0 A\n  v 1 A\n"},
      {"graph", "t 1 0\nv 0 A 0\n"},
      {"edges", "t u\n"},
      {"edges", "v w\nw x\n"},
      {"edges", "v w 0.5\nw x 0.5\n"},
      {"edges", "0 1\n"},
      {"graphml", "  <graphml><graph/></graphml>"},
      {"json", "\n{\"vertices\": []}"},
  };
  for (const auto& [format, content] : contents) {
    for (const char* name : {"x.lg", "x.graph", "x.txt", "x.json", "x.graphml", "x", "x.gz"}) {
      EXPECT_EQ(read_text(content, name).format, format) << name << "\n" << content;
      EXPECT_EQ(read_text(gzipped(content), name).format, format) << name << "\n" << content;
    }
  }
}

TEST(Recognition, CanBeOverruled) {
  const TempFolder folder;
  const auto file = folder.write("x", "v e 1\ne t 1\n");
  EXPECT_EQ(error_of(file), "x:2: edge mentions vertex t, which has no 'v' line");
  const Collection collection = read_collection(file, {.label_file = {}, .format = "edges"});
  EXPECT_EQ(ids_of(collection.graphs[0]), (Strings{"v", "e", "t"}));
}

TEST(Write, RefusesWhatAFormatCannotHold) {
  const auto error = [](const std::string& id, const std::string& label,
                        const std::string& format) {
    graph::GraphBuilder builder;
    builder.add_vertex(id, label);
    builder.add_vertex("other", label);
    builder.add_edge(0, 1);
    Collection collection;
    collection.graphs.push_back(builder.build());
    try {
      written(collection, format);
      std::ostringstream labels;
      if (format == "edges") write_labels(labels, collection);
    } catch (const Error& failure) {
      return std::string(failure.what());
    }
    return std::string("no error");
  };
  const std::string separator = ": it is empty or contains a separator";
  EXPECT_EQ(error("a b", "C", "lg"), "vertex id 'a b' cannot be written as lg" + separator);
  EXPECT_EQ(error("", "C", "lg"), "vertex id '' cannot be written as lg" + separator);
  EXPECT_EQ(error("a,b", "C", "lg"), "no error");
  EXPECT_EQ(error("-3", "C", "lg"), "vertex id '-3' cannot be written as lg: it is negative");
  EXPECT_EQ(error("a", "C D", "lg"), "label 'C D' cannot be written as lg" + separator);
  EXPECT_EQ(error("a,b", "C", "edges"), "vertex id 'a,b' cannot be written as edges" + separator);
  EXPECT_EQ(error("#a", "C", "edges"),
            "vertex id '#a' cannot be written as edges: it starts a comment");
  EXPECT_EQ(error("a", "C,D", "edges"), "label 'C,D' cannot be written as edges" + separator);
  EXPECT_EQ(error("\x01", "C", "graphml"),
            "' ' cannot be written as graphml: XML has no place for byte 1");
  EXPECT_EQ(error("a", "C", "gml"),
            "cannot write the format 'gml': it is one of lg, edges, graphml, json, dot");
  Collection two;
  two.graphs.resize(2);
  EXPECT_THROW(written(two, "edges"), Error);
}

TEST(Write, DotQuotes) {
  graph::GraphBuilder builder;
  builder.add_vertex("a\"b", "C");
  builder.add_vertex("1", "N\\");
  builder.add_edge(0, 1);
  Collection collection;
  collection.graphs.push_back(builder.build());
  EXPECT_EQ(written(collection, "dot"),
            "graph g0 {\n  \"a\\\"b\" [label=\"C\"];\n  \"1\" [label=\"N\\\\\"];\n  \"a\\\"b\" -- "
            "\"1\";\n}\n");
}

TEST(Write, SaysWhatAnEdgeListLoses) {
  const Collection collection = read_text(kPath);
  EXPECT_EQ(lost_in_edge_list(collection), (Strings{"the vertex labels are not in the edge list",
                                                    "1 isolated vertex is not in the edge list"}));
  EXPECT_TRUE(lost_in_edge_list(read_text("1 2\n")).empty());
}

TEST(Write, NameSuggestsTheFormat) {
  EXPECT_EQ(format_for_name("a/b.lg"), "lg");
  EXPECT_EQ(format_for_name("b.graphml.gz"), "graphml");
  EXPECT_EQ(format_for_name("b.csv"), "edges");
  EXPECT_EQ(format_for_name("b.gv"), "dot");
  EXPECT_EQ(format_for_name("json"), "");
}

TEST(RoundTrip, AwkwardNamesSurviveGraphmlAndJson) {
  graph::GraphBuilder builder;
  const Vertex a = builder.add_vertex("<a> & \"b\"", " spaced\tlabel\r\n");
  const Vertex b = builder.add_vertex("\xe2\x88\x9e", "");
  const Vertex c = builder.add_vertex("007", "{}");
  builder.add_edge(a, b);
  builder.add_edge(c, b);
  builder.add_vertex("9007199254740993", "0");
  Collection collection;
  collection.graphs.push_back(builder.build());
  for (const char* format : {"graphml", "json"}) {
    const Collection again = read_text(written(collection, format));
    EXPECT_EQ(again.format, format);
    EXPECT_EQ(by_ids(again.graphs.at(0)), by_ids(collection.graphs[0])) << format;
    EXPECT_EQ(ids_of(again.graphs[0]), ids_of(collection.graphs[0])) << format;
  }
}

// A random graph with gaps between its ids, some of which look like the words of a format.
Graph random_graph(Rng& rng) {
  static const Strings words = {"t", "v", "e", "from", "to", "graph", "{", "<", "N2"};
  graph::GraphBuilder builder;
  const std::size_t vertices = 1 + rng.below(20);
  for (std::size_t v = 0; v < vertices; ++v) {
    const bool word = v < words.size() && rng.chance(0.3);
    builder.add_vertex(word ? words[v] : std::to_string(3 * v + 1),
                       std::string("L").append(std::to_string(rng.below(4))));
  }
  for (std::size_t i = rng.below(40); i > 0; --i) {
    builder.add_edge(static_cast<Vertex>(rng.below(vertices)),
                     static_cast<Vertex>(rng.below(vertices)));
  }
  return builder.build();
}

TEST(RoundTrip, RandomGraphsInEveryFormat) {
  const TempFolder folder;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    Collection collection;
    collection.graphs.push_back(random_graph(rng));
    std::ostringstream labels;
    write_labels(labels, collection);
    for (const std::string& format : writable_formats()) {
      if (format == "dot") continue;
      const bool packed = rng.chance(0.5);
      const std::string text = written(collection, format);
      const auto file = packed ? folder.write("x.gz", gzipped(text)) : folder.write("x", text);
      ReadOptions options;
      if (format == "edges") options.label_file = folder.write("labels", labels.str());
      const Collection again = read_collection(file, options);
      ASSERT_EQ(again.format, format) << seed;
      ASSERT_EQ(ids_of(again.graphs.at(0)), ids_of(collection.graphs[0])) << seed << format;
      ASSERT_EQ(by_ids(again.graphs[0]), by_ids(collection.graphs[0])) << seed << format;
    }
  }
}

TEST(RoundTrip, Collections) {
  Rng rng(5);
  const Collection collection = generate::generate_collection(
      {generate::Molecule{.vertices = 25, .ring = 0.2}, {}, {}}, 20, rng);
  for (const char* format : {"lg", "graphml", "json"}) {
    const Collection again = read_text(written(collection, format));
    ASSERT_EQ(again.graphs.size(), 20u);
    for (std::size_t i = 0; i < 20; ++i)
      EXPECT_EQ(by_ids(again.graphs[i]), by_ids(collection.graphs[i]));
  }
}

}  // namespace
}  // namespace rlminer::io
