// What every reader says about bad input: one line, with the place.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/io/io.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::io {
namespace {

using testing::error_of;
using testing::gzipped;
using testing::TempFolder;

struct Case {
  std::string file;
  std::string content;
  std::string error;
};

void expect_errors(const std::vector<Case>& cases) {
  for (const Case& bad : cases) {
    const TempFolder folder;
    EXPECT_EQ(error_of(folder.write(bad.file, bad.content)), bad.error) << bad.content;
  }
}

TEST(MalformedLg, IsRefusedWithItsLine) {
  const std::string start = "t # 0\nv 0 A\nv 1 B\n";
  expect_errors({
      {"x.lg", "t # 0\nv 0 A\nv 1\n", "x.lg:3: vertex 1 has no label"},
      {"x.lg", "t # 0\nv\n", "x.lg:2: a 'v' line needs an id and a label"},
      {"x.lg", "t # 0\nv 0 A B\n", "x.lg:2: a 'v' line has an id and a label, found 3 values"},
      {"x.lg", start + "v 0 C\n", "x.lg:4: vertex 0 appears twice"},
      {"x.lg", start + "e 0\n", "x.lg:4: an 'e' line needs two vertices"},
      {"x.lg", start + "e\n", "x.lg:4: an 'e' line needs two vertices"},
      {"x.lg", start + "e 0 1 2 3\n",
       "x.lg:4: an 'e' line has two vertices and a label, found 4 values"},
      {"x.lg", start + "e 0 1\n\n# comment\ne 0 12\n",
       "x.lg:7: edge mentions vertex 12, which has no 'v' line"},
      {"x.lg", start + "e 99999999999999999999 1\n",
       "x.lg:4: edge mentions vertex 99999999999999999999, which has no 'v' line"},
      {"x.lg", start + "e 0 1\nt # 1\nv 0 A\ne 0 1\n",
       "x.lg:7: edge mentions vertex 1, which has no 'v' line"},
      {"x.lg", "t # 0\nv -1 A\n", "x.lg:2: vertex id -1 is negative"},
      {"x.lg", start + "e 0 -1\n", "x.lg:4: vertex id -1 is negative"},
      {"x.lg", start + "q 0 1\n", "x.lg:4: expected a line that starts with t, v or e, found q"},
      {"x.lg", start + "t 3 5\n", "x.lg:4: a graph starts with 't # NUMBER'"},
      {"x.lg", start + "t # -1\nv 2 A\n", "x.lg:5: something follows the end mark 't # -1'"},
      {"x.lg", "t # -1\n", "x.lg:1: no graph in this file"},
      {"x.lg", "t # 0\r\nv 0 A\r\nv 1\r\n", "x.lg:3: vertex 1 has no label"},
      {"x.lg", "", "x.lg:1: the file is empty"},
      {"x.lg", " \n\n", "x.lg:1: the file is empty"},
      {"x.lg", "# nothing\n", "x.lg:1: no graph in this file"},
      {"x.lg", start + std::string("e 0 \0\n", 6),
       "x.lg:4: byte 0x00 does not belong in a text file"},
      {"x.lg", start + "v 2 caf\xe9\n",
       "x.lg:4: byte 0xe9 is not UTF-8 text (from Latin-1: iconv -f latin1 -t utf-8)"},
      {"x.lg",
       "\x7f"
       "ELF\x02\x01",
       "x.lg:1: this looks like a program, which cannot be read (lg, graph, edges, graphml, json, "
       "gml, "
       "pajek, matrix-market, graph6, sif, matrix or adjacency can)"},
      {"x.lg", start + "e 0 " + std::string(100, 'z') + "\n",
       "x.lg:4: edge mentions vertex " + std::string(40, 'z') + "..., which has no 'v' line"},
  });
}

TEST(MalformedGraph, IsRefusedWithItsLine) {
  expect_errors({
      {"x.graph", "t 2 1\nv 0 A 1\nv 1 B 1\n", "x.graph:1: the header promises 1 edge, found 0"},
      {"x.graph", "t 3 1\nv 0 A 1\nv 1 B 1\ne 0 1\n",
       "x.graph:1: the header promises 3 vertices, found 2"},
      {"x.graph", "t 99999999999 5\nv 0 A 0\n",
       "x.graph:1: the header promises 99999999999 vertices, found 1"},
      {"x.graph", "t 99999999999999999999 5\nv 0 A 0\n",
       "x.graph:1: expected the number of vertices, found 99999999999999999999"},
      {"x.graph", "t 1 -5\nv 0 A 0\n", "x.graph:1: expected the number of edges, found -5"},
      {"x.graph", "t 1 x\nv 0 A 0\n", "x.graph:1: expected the number of edges, found x"},
      {"x.graph", "t 1 2 3\nv 0 A 0\n", "x.graph:1: a graph starts with 't VERTICES EDGES'"},
      {"x.graph", "t 2 1\nv 0 A 2\nv 1 B 1\ne 0 1\n", "x.graph:2: vertex 0 has degree 1, not 2"},
      {"x.graph", "t 2 1\nv 0 A -1\nv 1 B 1\ne 0 1\n", "x.graph:2: expected a degree, found -1"},
      {"x.graph", "t 2 1\nv 0 A x\nv 1 B 1\ne 0 1\n", "x.graph:2: expected a degree, found x"},
      {"x.graph", "t 2 1\nv 0\nv 1 B 1\ne 0 1\n", "x.graph:2: vertex 0 has no label"},
      {"x.graph", "t 2 1\nv 0 A 1 7\nv 1 B 1\ne 0 1\n",
       "x.graph:2: a 'v' line has an id, a label and a degree, found 4 values"},
      {"x.graph", "t 2 1\nv 0 A 1\nv 0 B 1\ne 0 1\n", "x.graph:3: vertex 0 appears twice"},
      {"x.graph", "t 2 1\nv 0 A 1\nv 1 B 1\ne 0 2\n",
       "x.graph:4: edge mentions vertex 2, which has no 'v' line"},
  });
}

TEST(MalformedEdges, IsRefusedWithItsLine) {
  expect_errors({
      {"x.txt", "1 2\n3\n", "x.txt:2: an edge needs two vertices, found 1 value"},
      {"x.csv", "1,2\n,\n", "x.csv:2: an edge needs two vertices, found 0 values"},
      {"x.csv", "1,2\r\n3,\r\n", "x.csv:2: an edge needs two vertices, found 1 value"},
      {"x.txt", "% only\n# comments\n", "x.txt:1: no graph in this file"},
      {"x.txt", "1 2\n\x01\x02\n", "x.txt:2: byte 0x01 does not belong in a text file"},
      {"x.txt",
       "\xff\xff"
       "1\n",
       "x.txt:1: byte 0xff is not UTF-8 text (from Latin-1: iconv -f latin1 -t utf-8)"},
      {"x.txt",
       std::string("\xff\xfe"
                   "1\0\n",
                   5),
       "x.txt:1: bad UTF-16: the file is cut short"},
      {"x.txt",
       std::string("\xff\xfe"
                   "1\0\n\0\0\xdc",
                   8),
       "x.txt:2: bad UTF-16"},
      {"x.mtx", "%%MatrixMarket matrix\n3 3 1\n1 2 1\n",
       "x.mtx:1: expected '%%MatrixMarket matrix coordinate|array FIELD [SYMMETRY]'"},
      {"x.dot", "graph g {\n a -- b;\n}\n",
       "x.dot:1: this looks like DOT, which can be written but not read (gv2gml makes GML of it)"},
  });
}

TEST(MalformedTable, IsRefusedWithItsLine) {
  expect_errors({
      {"x.csv", "source,target\na,\"b\nc,d\n",
       "x.csv:2: a value starts with a quote that never ends"},
      {"x.csv", "source,target\na,\"b\"c\n", "x.csv:2: something follows the closing quote of b"},
      {"x.csv", "source,target\n\"a\nb\",c\n,d\n",
       "x.csv:4: an edge needs two vertices, found 1 value"},
      {"x.txt", "a b c d\n",
       "x.txt:1: this is no edge list that could be understood: a line has 4 values; --source and "
       "--target say which columns are the vertices, --from says which format it is"},
  });
  const TempFolder folder;
  const auto table = folder.write("x.csv", "a,b\nc,d\n");
  const auto source = [](const char* column) {
    return ReadOptions{.label_file = {}, .format = {}, .source = column};
  };
  EXPECT_EQ(error_of(table, source("3")), "x.csv:1: there is no column 3; there are: 1 to 2");
  EXPECT_EQ(error_of(table, source("z")), "x.csv:1: there is no column z; there are: a, b");
  EXPECT_EQ(error_of(table, source("2")), "no error");
}

TEST(MalformedGml, IsRefusedWithItsLine) {
  expect_errors({
      {"x.gml", "graph [\n node [ id 0 ]\n",
       "x.gml:3: the file ends before a list does: ']' is missing"},
      {"x.gml", "graph [\n node [ label \"a\" ]\n]\n", "x.gml:2: a node has no 'id'"},
      {"x.gml", "graph [\n edge [ source 1 ]\n]\n", "x.gml:2: an edge has no 'target'"},
      {"x.gml", "graph [\n node [ id 0 ]\n edge [ source 0 target 1 ]\n]\n",
       "x.gml:3: edge mentions vertex 1, which is not declared"},
      {"x.gml", "graph [\n node [ id 0 ]\n node [ id 0 ]\n]\n", "x.gml:3: vertex 0 appears twice"},
      {"x.gml", "graph [\n \"node\" 1\n]\n", "x.gml:2: expected a key, found node"},
      {"x.gml", "graph [\n directed ]\n", "x.gml:2: a key has no value"},
      {"x.gml", "graph [\n name \"x\n]\n", "x.gml:2: a text starts with a quote that never ends"},
  });
}

TEST(MalformedPajek, IsRefusedWithItsLine) {
  const std::string start = "*Vertices 2\n1 \"a\"\n2 \"b\"\n";
  expect_errors({
      {"x.net", "*Vertices two\n", "x.net:1: expected the number of vertices, found 'two'"},
      {"x.net", "*Vertices 99999999999\n",
       "x.net:1: expected the number of vertices, found '99999999999'"},
      {"x.net", "*Vertices 100000\n*Vertices 100000\n",  // many headers make no more room than one
       "x.net:2: expected the number of vertices, found '100000'"},
      {"x.net", "*Network x\n*Edges\n1 2\n", "x.net:2: *Edges before '*Vertices'"},
      {"x.net", start + "3 \"c\"\n", "x.net:4: expected a vertex from 1 to 2, found 3"},
      {"x.net", start + "2 \"c\"\n", "x.net:4: vertex 2 appears twice"},
      {"x.net", start + "*Edges\n1\n", "x.net:5: an edge needs two vertices"},
      {"x.net", start + "*Edges\n1 x\n", "x.net:5: expected a vertex from 1 to 2, found x"},
      {"x.net", start + "*Edges\n1 -9223372036854775808\n",
       "x.net:5: expected a vertex from 1 to 2, found -9223372036854775808"},
      {"x.net", start + "*Matrix\n0 1\n1\n", "x.net:6: expected 2 numbers, found 1"},
      {"x.net", start + "*Planes\n", "x.net:4: unknown section *Planes"},
  });
}

TEST(MalformedMatrixMarket, IsRefusedWithItsLine) {
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  expect_errors({
      {"x.mtx", banner, "x.mtx:1: no graph in this file"},
      {"x.mtx", banner + "3 4 1\n1 2 1\n", "x.mtx:2: a matrix of 3 rows and 4 columns is no graph"},
      {"x.mtx", banner + "3 3\n", "x.mtx:2: expected the numbers of rows, columns and entries"},
      {"x.mtx", banner + "3 3 2\n1 2 1\n", "x.mtx:3: the sizes promise 2 entries, found 1"},
      {"x.mtx", banner + "3 3 1\n1 2 1\n2 3 1\n", "x.mtx:4: more entries than the sizes promise"},
      {"x.mtx", banner + "3 3 1\n0 2 1\n", "x.mtx:3: expected a number from 1 to 3, found 0"},
      {"x.mtx", banner + "3 3 1\n1 2 x\n", "x.mtx:3: expected a number, found x"},
      {"x.mtx", banner + "999999999 999999999 1\n1 2 1\n",
       "x.mtx:2: 999999999 vertices in so small a file are a mistake"},
      {"x.mtx", "%%MatrixMarket matrix dense real general\n",
       "x.mtx:1: the layout is 'coordinate' or 'array', not dense"},
      {"x.mtx", "%%MatrixMarket matrix array real general\n2 2\n0\n1\n",
       "x.mtx:4: the file ends before the matrix does"},
  });
}

TEST(MalformedGraph6, IsRefusedWithItsLine) {
  expect_errors({
      {"x.g6", ">>graph6<<D?\n",
       "x.g6:1: a graph of 5 vertices does not fit the length of this line"},
      {"x.g6", ">>graph6<<D?{\nA \x21\n", "x.g6:2: no character of graph6:  "},
      {"x.g6", ">>graph6<<~?\n", "x.g6:1: the number of vertices is cut short"},
      {"x.g6", ">>graph6<<&B?\n", "x.g6:1: digraph6, of directed graphs, is not read"},
      {"x.s6", ">>sparse6<<;B?\n", "x.s6:1: incremental sparse6 is not read"},
      {"x.s6", ">>sparse6<<:~~~~~~~~\n",
       "x.s6:1: a graph of 68719476735 vertices does not fit the length of this line"},
      {"x.s6", ">>sparse6<<:~WY_\n:~WY_\n",  // many headers make no more room than one
       "x.s6:2: a graph of 100000 vertices does not fit the length of this line"},
      {"x.g6", ">>graph6<<\n", "x.g6:1: no graph in this file"},
  });
}

TEST(MalformedLists, AreRefusedWithTheirLine) {
  const auto error = [](const std::string& content, const std::string& format) {
    const TempFolder folder;
    return error_of(folder.write("x", content), {.label_file = {}, .format = format});
  };
  EXPECT_EQ(error("A pp B\nC pp\n", "sif"),
            "x:2: expected 'VERTEX RELATION VERTEX', found 2 values; it looks like edges");
  EXPECT_EQ(error("0: 1\n0: 2\n", "adjacency"), "x:2: vertex 0 has two lists");
  EXPECT_EQ(error("0 2\n1\n", "adjacency"), "no error");  // plain lists of words
  EXPECT_EQ(error("0 1 2\n3 4\n", "matrix"),
            "x:1: expected 2 numbers, one for each row, found 3; it looks like edges");
  EXPECT_EQ(error("0 a\n1 0\n", "matrix"), "x:1: expected a number, found a; it looks like edges");
}

TEST(MalformedLabelFile, IsRefusedWithItsLine) {
  const std::vector<Case> cases = {
      {"l.txt", "1 A\n2\n", "l.txt:2: vertex 2 has no label"},
      {"l.txt", "1 A\n,\n", "l.txt:2: expected a vertex and its label"},
      {"l.txt", "1 A\n2 B C\n", "l.txt:2: expected a vertex and its label, found 3 values"},
      {"l.txt", "1 A\n1 B\n", "l.txt:2: vertex 1 appears twice"},
      {"l.txt", "1 A\n", "x.txt:1: vertex 2 has no label in l.txt"},
      {"l.txt", "1 A\n2 \x80\n",
       "l.txt:2: byte 0x80 is not UTF-8 text (from Latin-1: iconv -f latin1 -t utf-8)"},
  };
  for (const Case& bad : cases) {
    const TempFolder folder;
    const ReadOptions options{.label_file = folder.write(bad.file, bad.content), .format = {}};
    EXPECT_EQ(error_of(folder.write("x.txt", "1 2\n"), options), bad.error) << bad.content;
  }
  const TempFolder folder;
  const auto edges = folder.write("x.txt", "1 2\n");
  EXPECT_EQ(error_of(edges, {.label_file = folder.path() / "none", .format = {}}),
            "none: No such file or directory");
  const auto lg = folder.write("x.lg", "t # 0\nv 0 A\n");
  EXPECT_EQ(error_of(lg, {.label_file = edges, .format = {}}),
            "x.lg: a label file goes with an edge list, and this is lg");
}

TEST(MalformedGraphml, IsRefusedWithItsLine) {
  const auto graphml = [](const std::string& inside) {
    return "<graphml>\n<key id=\"d\" for=\"node\" attr.name=\"label\"/>\n<graph>\n" + inside +
           "</graph>\n</graphml>\n";
  };
  expect_errors({
      {"x.graphml", "<graphml>\n<graph>\n<node id=\"0\">\n",
       "x.graphml:4: bad XML: no element found"},
      {"x.graphml", "<graphml>\n<graph></node>\n", "x.graphml:2: bad XML: mismatched tag"},
      {"x.graphml", "<svg>\n</svg>\n", "x.graphml:1: XML, but not GraphML: it starts with <svg>"},
      {"x.graphml", "<graphml/>\n", "x.graphml:1: no <graph> in this file"},
      {"x.graphml", graphml("<node/>\n"), "x.graphml:4: a <node> has no 'id'"},
      {"x.graphml", graphml("<node id=\"a\"/>\n<node id=\"a\"/>\n"),
       "x.graphml:5: vertex a appears twice"},
      {"x.graphml", graphml("<node id=\"a\"/>\n<edge source=\"a\" target=\"b\"/>\n"),
       "x.graphml:5: edge mentions vertex b, which is not declared"},
      {"x.graphml", graphml("<edge target=\"b\"/>\n"), "x.graphml:4: an <edge> has no 'source'"},
      {"x.graphml", graphml("<edge source=\"b\"/>\n"), "x.graphml:4: an <edge> has no 'target'"},
      {"x.graphml", graphml("<node id=\"a\"><data key=\"d\">C</data></node>\n<node id=\"b\"/>\n"),
       "x.graphml:5: vertex b has no label, but others have"},
      {"x.graphml", graphml("<node id=\"a\"><graph></graph></node>\n"),
       "x.graphml:4: a graph inside a graph is not supported"},
      {"x.graphml", graphml("<node id=\"a\"><node id=\"b\"/></node>\n"),
       "x.graphml:4: a <node> inside a <node>"},
      {"x.graphml", graphml("<hyperedge/>\n"), "x.graphml:4: hyperedges are not supported"},
      {"x.graphml", "<graphml>\n<node id=\"a\"/>\n</graphml>",
       "x.graphml:2: a <node> outside of a <graph>"},
      {"x.graphml", "<graphml>\n<edge/>\n</graphml>",
       "x.graphml:2: an <edge> outside of a <graph>"},
      {"x.graphml", "<graphml>\n<key attr.name=\"label\"/>\n</graphml>",
       "x.graphml:2: a <key> has no 'id'"},
      {"x.graphml", graphml("<key id=\"e\" attr.name=\"label\"/>"),
       "x.graphml:4: a second <key> for the label of nodes"},
      {"x.graphml", std::string("<graphml>\n\0", 11),
       "x.graphml:2: bad XML: not well-formed (invalid token)"},
  });
}

TEST(MalformedJson, IsRefusedWithItsLine) {
  const auto graph = [](const std::string& vertices, const std::string& edges) {
    return "{\"vertices\": [\n" + vertices + "],\n\"edges\": [\n" + edges + "]}\n";
  };
  const std::string a = "{\"id\": \"a\"}";
  expect_errors({
      {"x.json", "[]", "x.json:1: expected an object: {\"vertices\": [...], \"edges\": [...]}"},
      {"x.json", "{}", "x.json:1: neither 'graphs' nor 'vertices' in this file"},
      {"x.json", "{\"graphs\": []}", "x.json:1: neither 'graphs' nor 'vertices' in this file"},
      {"x.json", "{\"graphs\":\n 3}", "x.json:2: 'graphs' must be a list"},
      {"x.json", "{\"graphs\":\n{}}", "x.json:2: 'graphs' must be a list"},
      {"x.json", "{\"graphs\": [\n[]]}",
       "x.json:2: expected a graph: {\"vertices\": [...], \"edges\": [...]}"},
      {"x.json", "{\"graphs\": [],\n\"edges\": []}", "x.json:2: 'edges' beside 'graphs'"},
      {"x.json", "{\"edges\": [],\n\"graphs\": []}",
       "x.json:2: 'graphs' beside another list of vertices, edges or graphs"},
      {"x.json", graph("\"a\"", ""), "x.json:2: expected a vertex: {\"id\": ..., \"label\": ...}"},
      {"x.json", graph("{\"label\": \"a\"}", ""), "x.json:2: a vertex has no 'id'"},
      {"x.json", graph("{\"id\": 1.5}", ""),
       "x.json:2: ids and labels are strings or whole numbers"},
      {"x.json", graph("{\"id\": null}", ""),
       "x.json:2: ids and labels are strings or whole numbers"},
      {"x.json", graph("{\"id\": []}", ""), "x.json:2: 'id' is a string or a whole number"},
      {"x.json", graph("{\"id\": {}}", ""), "x.json:2: 'id' is a string or a whole number"},
      {"x.json", graph(a + ",\n" + a, ""), "x.json:3: vertex a appears twice"},
      {"x.json", graph("{\"id\": 7},\n{\"id\": \"7\"}", ""), "x.json:3: vertex 7 appears twice"},
      {"x.json", graph(a + ",\n{\"id\": 1, \"label\": 2}", ""),
       "x.json:2: vertex a has no label, but others have"},
      {"x.json", graph(a, "[\"a\", \"b\"]"),
       "x.json:4: edge mentions vertex b, which is not declared"},
      {"x.json", graph(a, "[\"a\", \"a\"],\n[\"a\",\n 12\n]"),
       "x.json:7: edge mentions vertex 12, which is not declared"},
      {"x.json", graph(a, "[\"a\"]"), "x.json:4: an edge is [ID, ID], found 1 value"},
      {"x.json", graph(a, "[1, 2, 3]"), "x.json:4: an edge is [ID, ID], found 3 values"},
      {"x.json", graph(a, "1\n"), "x.json:4: expected an edge: [ID, ID]"},
      {"x.json", graph(a, "[[1], 2]"), "x.json:4: expected an edge: [ID, ID]"},
      {"x.json", graph(a, "{}"), "x.json:4: an edge has no 'source'"},
      {"x.json", graph(a, "{\"source\": 1}"), "x.json:4: an edge has no 'target'"},
      {"x.json", graph(a, "{\"source\": [1]}"), "x.json:4: 'source' is a string or a whole number"},
      {"x.json", "{\"vertices\": [\n",
       "x.json:2: bad JSON: syntax error while parsing value - unexpected end of input; expected "
       "'[', '{', or a literal"},
      {"x.json", "{\"vertices\":\n x",
       "x.json:2: bad JSON: syntax error while parsing value - invalid literal"},
  });
}

TEST(MalformedGzip, IsRefused) {
  const std::string content = "t # 0\nv 0 A\nv 1 B\ne 0 1\n";
  const std::string packed = gzipped(content);
  std::string damaged = packed;
  damaged[12] = static_cast<char>(damaged[12] ^ 0x55);
  std::string wrong_sum = packed;
  wrong_sum[packed.size() - 6] = static_cast<char>(wrong_sum[packed.size() - 6] ^ 1);
  expect_errors({
      {"x.lg.gz", packed.substr(0, packed.size() - 5), "x.lg.gz: the gzip data is cut short"},
      {"x.lg.gz", packed.substr(0, 15), "x.lg.gz: the gzip data is cut short"},
      {"x.lg.gz", packed.substr(0, 2), "x.lg.gz: the gzip data is cut short"},
      {"x.lg.gz", damaged, "x.lg.gz: the gzip data is damaged"},
      {"x.lg.gz", wrong_sum, "x.lg.gz: the gzip data is damaged"},
      {"x.lg.gz", packed + "tail", "x.lg.gz: there is something else after the gzip data"},
      {"x.lg.gz", gzipped(content + "e 0 7\n"),
       "x.lg.gz:5: edge mentions vertex 7, which has no 'v' line"},
      {"x.lg.gz", packed + std::string(512, '\0'), "no error"},
      {"x.lg.gz", gzipped(content.substr(0, 7)) + gzipped(content.substr(7)), "no error"},
  });
}

struct TuCase {
  std::string edges, indicator, labels;
  std::string error;
};

TEST(MalformedTu, IsRefusedWithItsLine) {
  const std::vector<TuCase> cases = {
      {"1, 2\n2, 1\n", "1\n1\n2\n", "A\nB\nC\n", "no error"},
      {"1, 2\r\n", "1\r\n1\r\n\r\n", "A\r\nB\r\n", "no error"},
      {"1, 3\n", "1\n1\n2\n", "A\nB\nC\n", "N_A.txt:1: nodes 1 and 3 are in different graphs"},
      {"1, 2\n4, 1\n", "1\n1\n2\n", "A\nB\nC\n", "N_A.txt:2: expected a node from 1 to 3, found 4"},
      {"0, 1\n", "1\n1\n", "A\nB\n", "N_A.txt:1: expected a node from 1 to 2, found 0"},
      {"-1, 1\n", "1\n1\n", "A\nB\n", "N_A.txt:1: expected a node from 1 to 2, found -1"},
      {"99999999999999999999, 1\n", "1\n1\n", "A\nB\n",
       "N_A.txt:1: expected a node from 1 to 2, found 99999999999999999999"},
      {"1\n", "1\n1\n", "A\nB\n", "N_A.txt:1: expected two nodes, found 1 value"},
      {"1, 2, 3\n", "1\n1\n", "A\nB\n", "N_A.txt:1: expected two nodes, found 3 values"},
      {"1, 2\n\n2, 1\n", "1\n1\n", "A\nB\n", "N_A.txt:2: expected two nodes, found 0 values"},
      {"1, 2\n", "1\nx\n", "A\nB\n",
       "N_graph_indicator.txt:2: expected the number of a graph, found 'x'"},
      {"1, 2\n", "1\n\n1\n", "A\nB\n",
       "N_graph_indicator.txt:2: expected the number of a graph, found ''"},
      {"1, 2\n", "1\n-1\n", "A\nB\n", "N_graph_indicator.txt:2: graph number -1 is negative"},
      {"1, 2\n", "1000000000000\n1000000000000\n", "A\nB\n", "no error"},
      {"1, 2\n", "", "A\nB\n", "N_graph_indicator.txt:1: no graph in this file"},
      {"1, 2\n", "1\n1\n", "A\n", "N_node_labels.txt:2: node 2 has no label"},
      {"1, 2\n", "1\n1\n", "A\n\nB\n", "N_node_labels.txt:2: node 2 has no label"},
      {"1, 2\n", "1\n1\n", "A\nB\nC\n",
       "N_node_labels.txt:3: a label for node 3, but there are 2 nodes"},
      {"1, \x01\n", "1\n1\n", "A\nB\n", "N_A.txt:1: byte 0x01 does not belong in a text file"},
  };
  for (const TuCase& bad : cases) {
    const TempFolder folder;
    folder.write("N_A.txt", bad.edges);
    folder.write("N_graph_indicator.txt", bad.indicator);
    folder.write("N_node_labels.txt", bad.labels);
    EXPECT_EQ(error_of(folder.path(), {}, folder.path().string() + "/"), bad.error) << bad.error;
  }
}

TEST(MalformedTu, FolderThatIsNoCollection) {
  const TempFolder folder;
  const std::string inside = folder.path().string();
  const auto error = [&] { return error_of(folder.path(), {}, inside); };
  EXPECT_EQ(error(), ": not a TU collection: there is no NAME_A.txt in this folder");
  folder.write("N_A.txt", "1, 2\n");
  EXPECT_EQ(error(), ": not a TU collection: N_graph_indicator.txt is missing");
  folder.write("M_A.txt", "1, 2\n");
  EXPECT_EQ(error(), ": several collections in one folder: M, N");
  EXPECT_EQ(error_of(folder.path(), {.label_file = {}, .format = "lg"}, inside),
            ": this folder is a TU collection, not lg");
}

TEST(MissingFile, IsNamed) {
  const TempFolder folder;
  EXPECT_EQ(error_of(folder.path() / "none.lg"), "none.lg: No such file or directory");
  const auto file = folder.write("x.lg", "t # 0\nv 0 A\n");
  EXPECT_EQ(error_of(file, {.label_file = {}, .format = "tu"}),
            "x.lg: a TU collection is a folder, and this is a file; it looks like lg");
  EXPECT_EQ(error_of(file, {.label_file = {}, .format = "gexf"}),
            "x.lg: unknown format gexf; it looks like lg");
}

}  // namespace
}  // namespace rlminer::io
