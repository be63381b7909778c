#include "rlminer/report/edge_picture.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/graph/builder.h"
#include "rlminer/report/edge_page.h"
#include "rlminer/report/graph_report.h"
#include "rlminer/report/mine_report.h"
#include "rlminer/report/pattern_picture.h"
#include "rlminer/report/pattern_symbols.h"
#include "rlminer/report/terminal_drawing.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::report {
namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

// Acetic acid: C-C, C=O, C-O.
Graph acid() {
  graph::GraphBuilder builder;
  for (const char* const label : {"C", "C", "O", "O"})
    builder.add_vertex(std::to_string(builder.num_vertices()), label);
  builder.add_edge(0, 1, "1", false);
  builder.add_edge(1, 2, "2", false);
  builder.add_edge(1, 3, "1", false);
  return builder.build();
}

// a > b, b > c and back with another label, c and d both ways.
Graph messages() {
  graph::GraphBuilder builder;
  for (const char* const id : {"a", "b", "c", "d"})
    builder.add_vertex(id, "P");
  builder.add_edge(0, 1, "asks", true);
  builder.add_edge(1, 2, "asks", true);
  builder.add_edge(2, 1, "tells", true);
  builder.add_edge(2, 3, "asks", true);
  builder.add_edge(3, 2, "asks", true);
  return builder.build();
}

NamedPattern whole(const Graph& graph) {
  std::vector<Vertex> all(graph.num_vertices());
  std::iota(all.begin(), all.end(), Vertex{0});
  return named(graph, pattern::induce(graph, all));
}

TEST(Edges, AreListedWithLabelsAndDirections) {
  EXPECT_EQ(listing(whole(acid())), "0:C  1:C  2:O  3:O | 0-1:1 1-2:2 1-3:1");
  EXPECT_EQ(listing(whole(messages())),
            "0:P  1:P  2:P  3:P | 0>1:asks 1>2:asks 2>1:tells 2>3:asks 3>2:asks");
}

TEST(Edges, JsonHasThemInTheOrderOfTheEdges) {
  Json json;
  add_edges(json, whole(acid()));
  EXPECT_EQ(json.dump(), R"({"edges":[[0,1],[1,2],[1,3]],"edge_labels":["1","2","1"]})");
  json = {};
  add_edges(json, whole(messages()));
  EXPECT_EQ(json.dump(), R"({"edges":[[0,1],[1,2],[2,1],[2,3],[3,2]],)"
                         R"("edge_labels":["asks","asks","tells","asks","asks"],"directed":true})");
}

// What a graph knows about others than the pattern decides what is said of it.
TEST(Edges, SayTheSameThingsInEveryPatternOfAGraph) {
  const Graph graph = messages();
  Json json;
  add_edges(json, named(graph, pattern::induce(graph, std::vector<Vertex>{0})));
  EXPECT_EQ(json.dump(), R"({"edges":[],"edge_labels":[],"directed":true})");
  json = {};
  add_edges(json, named(graph, pattern::induce(graph, std::vector<Vertex>{2, 3})));
  EXPECT_EQ(json["edges"].dump(), "[[0,1],[1,0]]");
}

TEST(Edges, OneKindIsAsGoodAsNone) {
  graph::GraphBuilder builder;
  builder.add_vertex("a", "A");
  builder.add_vertex("b", "A");
  builder.add_edge(0, 1, "7", false);
  const NamedPattern pattern = whole(builder.build());
  EXPECT_FALSE(pattern.edges);
  EXPECT_EQ(listing(pattern), "0:A  1:A | 0-1");
}

TEST(EdgeStyles, BondsAreLinesAndOthersAreColours) {
  const EdgeStyles words({"double", "single", "aromatic", "triple"}, {"0", "1"});
  EXPECT_TRUE(words.bonds());
  EXPECT_EQ(words.of("single").lines, 1);
  EXPECT_EQ(words.of("double").lines, 2);
  EXPECT_EQ(words.of("triple").lines, 3);
  EXPECT_TRUE(words.of("aromatic").last_dashed);
  EXPECT_TRUE(EdgeStyles({"1", "2"}, {"C", "Cl"}).bonds());
  EXPECT_FALSE(EdgeStyles({"1", "2"}, {"C", "X"}).bonds());
  EXPECT_FALSE(EdgeStyles({"1", "5"}, {"C"}).bonds());
  const EdgeStyles others({"b", "a", "", "b"}, {"C"});
  EXPECT_EQ(words.names().front(), "single");
  EXPECT_EQ(others.names(), (std::vector<std::string>{"a", "b"}));
  EXPECT_NE(others.of("a").color, others.of("b").color);
  EXPECT_EQ(others.of("").color, "currentColor");
}

TEST(EdgePicture, DrawsBondsAndArrowHeads) {
  const std::string bonds = pattern_svg(whole(acid()));
  EXPECT_EQ(times(bonds, "<line "), 4u + 3u);  // and the legend
  EXPECT_EQ(times(bonds, "<polygon "), 0u);
  const std::string arrows = pattern_svg(whole(messages()));
  EXPECT_EQ(times(arrows, "<polygon "), 5u);    // one for each arc
  EXPECT_EQ(times(arrows, "<line "), 4u + 2u);  // two of them share a line
  EXPECT_EQ(times(arrows, "<title>tells</title>"), 1u);
  EXPECT_EQ(times(arrows, ">tells</text>"), 1u);  // the legend
}

TEST(EdgePicture, IsTheSameForEqualPatterns) {
  Rng rng(3);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = testing::random_related_graph(seed, 7);
    if (graph::connected_components(graph).sizes.size() != 1) continue;
    const Graph other = testing::renumbered(graph, rng);
    EXPECT_EQ(pattern_svg(whole(graph)), pattern_svg(whole(other))) << seed;
    PatternSymbols symbols(LabelColors({}), 10);
    EXPECT_EQ(symbols.number(whole(graph)), symbols.number(whole(other))) << seed;
  }
}

TEST(EdgePicture, KindsMakePatternsDifferent) {
  PatternSymbols symbols(LabelColors({}), 10);
  const Graph graph = acid();
  const auto number = [&](const Graph& from, std::vector<Vertex> vertices) {
    return symbols.number(named(from, pattern::induce(from, vertices)));
  };
  EXPECT_EQ(number(graph, {1, 3}), number(graph, {3, 1}));
  EXPECT_NE(number(graph, {1, 3}), number(graph, {1, 2}));
  const Graph arrows = messages();
  EXPECT_NE(number(arrows, {0, 1}), number(arrows, {1, 2}));
  EXPECT_NE(number(arrows, {0, 1}), number(arrows, {2, 3}));
}

TEST(EdgePage, TellsTheScriptHowEdgesLook) {
  const Graph graph = messages();
  const graph::RelationDictionary& kinds = graph.relation_dictionary();
  const Json json = edges_to_json(kinds, EdgeStyles(kinds.labels(), {"P"}));
  EXPECT_EQ(json["directed"], true);
  EXPECT_EQ(json["styles"].size(), 3u);
  EXPECT_EQ(json["kinds"].size(), kinds.size());
  const auto one_way = kinds.at({"asks", std::nullopt});
  EXPECT_EQ(json["kinds"][one_way].dump(), "[1,-1]");
  EXPECT_EQ(json["kinds"][kinds.converse(one_way)].dump(), "[-1,1]");
  std::vector<engine::Answer> answers(1);
  answers[0].size = 4;
  answers[0].findings.push_back({.pattern = pattern::induce(graph, std::vector<Vertex>{0, 1, 2, 3}),
                                 .frequency = Frequency::exactly(Count{1}),
                                 .occurrences = {{0, 1, 2, 3}}});
  const std::string page = to_html(
      {.name = "x", .asked = {}, .footer = "", .graphs = {{graph, 0, "exact", answers}}}, {});
  EXPECT_EQ(times(page, "<template id=\"edge-legend\">"), 1u);
  EXPECT_EQ(times(page, "\"r\":[" + std::to_string(one_way) + ","), 1u);
}

TEST(TerminalDrawing, ShowsArrowsAndBonds) {
  const auto drawn = [](const NamedPattern& pattern) {
    std::string text;
    for (const std::string& line :
         terminal_drawing(pattern, LabelColors(pattern.labels), Drawings::Plain))
      text += line + "\n";
    return text;
  };
  const std::string bonds = drawn(whole(acid()));
  EXPECT_EQ(times(bonds, "="), 1u) << bonds;
  const std::string arrows = drawn(whole(messages()));
  std::size_t heads = 0;
  for (const char* const arrow : {"→", "↘", "↓", "↙", "←", "↖", "↑", "↗"})
    heads += times(arrows, arrow);
  EXPECT_EQ(heads, 5u) << arrows;
  EXPECT_GE(times(arrows, "ask"), 3u) << arrows;
}

}  // namespace
}  // namespace rlminer::report
