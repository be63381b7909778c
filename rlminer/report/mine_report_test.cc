#include "rlminer/report/mine_report.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/graph/builder.h"
#include "rlminer/report/html_page.h"
#include "rlminer/report/target_drawing.h"

namespace rlminer::report {
namespace {

// A path of vertices with labels that alternate.
Graph path_graph(std::size_t vertices, const std::string& label = "A",
                 const std::string& id = "v") {
  graph::GraphBuilder builder;
  for (std::size_t i = 0; i < vertices; ++i)
    builder.add_vertex(id + std::to_string(i), i % 2 == 0 ? label : "B");
  for (Vertex i = 1; i < vertices; ++i)
    builder.add_edge(i - 1, i);
  return builder.build();
}

// What an engine might answer about a path for size 2.
std::vector<engine::Answer> path_answers(const Graph& graph) {
  Pattern pattern;
  pattern.add_vertex(graph.label(0));
  pattern.add_vertex(graph.label(1), 0b1);
  engine::Finding finding;
  finding.pattern = pattern;
  finding.frequency = Frequency::exactly(graph.num_edges());
  for (Vertex i = 1; i < graph.num_vertices(); ++i) {
    finding.occurrences.push_back(i % 2 == 1 ? std::vector<Vertex>{i - 1, i}
                                             : std::vector<Vertex>{i, i - 1});
  }
  engine::Answer answer;
  answer.size = 2;
  answer.findings = {finding};
  answer.proven = true;
  answer.sets = graph.num_edges();
  answer.sets_exact = true;
  answer.seconds = 0.25;
  return {answer};
}

std::string page_of(const std::vector<Graph>& graphs, bool timing = false) {
  std::vector<std::vector<engine::Answer>> answers;
  for (const Graph& graph : graphs)
    answers.push_back(path_answers(graph));
  MineReport report{.name = "paths", .asked = {{"Input", "paths.lg"}}, .footer = "f", .graphs = {}};
  for (std::size_t i = 0; i < graphs.size(); ++i)
    report.graphs.push_back({graphs[i], i, "exact", answers[i]});
  return to_html(report, {.timing = timing});
}

Json data_of(const std::string& html) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = html.find(begin) + begin.size();
  return Json::parse(html.substr(from, html.find("</script>", from) - from));
}

TEST(MineReport, HoldsTheGraphAndTheOccurrences) {
  const std::string html = page_of({path_graph(5)});
  const Json data = data_of(html);
  ASSERT_EQ(data["graphs"].size(), 1U);
  const Json& graph = data["graphs"][0];
  EXPECT_EQ(graph["n"], 5);
  EXPECT_EQ(graph["m"], 4);
  EXPECT_EQ(graph["whole"], true);
  EXPECT_EQ(graph["ids"], Json({"v0", "v1", "v2", "v3", "v4"}));
  EXPECT_EQ(graph["l"], Json({0, 1, 0, 1, 0}));
  EXPECT_EQ(graph["d"], Json({1, 2, 2, 2, 1}));
  EXPECT_EQ(graph["e"], Json({0, 1, 1, 2, 2, 3, 3, 4}));
  EXPECT_EQ(data["names"], Json({"A", "B"}));
  EXPECT_EQ(graph["answers"][0]["findings"][0]["o"], Json({{0, 1}, {2, 1}, {2, 3}, {4, 3}}));
  EXPECT_EQ(graph["answers"][0]["findings"][0]["f"], 4);
  EXPECT_NE(html.find("<strong>4</strong> times"), std::string::npos);
}

TEST(MineReport, IdsThatAreSuccessiveNumbersAreNotListed) {
  const Json graph = data_of(page_of({path_graph(5, "A", "1")}))["graphs"][0];  // 10, 11, ...
  EXPECT_EQ(graph["first"], 10);
  EXPECT_FALSE(graph.contains("ids"));
}

TEST(MineReport, EqualAnswersAreEqualBytes) {
  EXPECT_EQ(page_of({path_graph(30), path_graph(8)}), page_of({path_graph(30), path_graph(8)}));
  EXPECT_EQ(page_of({path_graph(30)}).find("250 ms"), std::string::npos);
  EXPECT_NE(page_of({path_graph(30)}, true).find("250 ms"), std::string::npos);
}

TEST(MineReport, NamesAreText) {
  for (const std::string name :
       {"</script><b>", "<!--", "\" onload=\"x", "a\xff\xfe", "'", "]]>", "\u2028"}) {
    for (const bool collection : {false, true}) {
      std::vector<Graph> graphs;
      graphs.push_back(path_graph(3, name, name));
      if (collection) graphs.push_back(path_graph(3, name, name));
      std::string html = page_of(graphs);
      EXPECT_EQ(valid_utf8(html), html);
      EXPECT_EQ(data_of(html)["graphs"][0]["ids"][1], valid_utf8(name) + "1");
      // In the data quotes are escaped in another way, and only < matters.
      const std::size_t data = html.find("id=\"data\">");
      html.erase(data, html.find("</script>", data) - data);
      for (const char* const markup : {"<b>", "</script><b", "\" onload=", "<!--"})
        EXPECT_EQ(html.find(markup), std::string::npos) << name << " " << markup;
    }
  }
}

TEST(MineReport, ACollectionSharesPictures) {
  std::vector<Graph> graphs;
  for (std::size_t i = 0; i < 40; ++i)
    graphs.push_back(path_graph(3 + i));
  const std::string html = page_of(graphs);
  EXPECT_EQ(data_of(html)["patterns"].size(), 1U);
  EXPECT_NE(html.find("<symbol id=\"p0\""), std::string::npos);
  EXPECT_EQ(html.find("<symbol id=\"p1\""), std::string::npos);
  EXPECT_NE(html.find("1 different pattern in 40 graphs"), std::string::npos);
}

TEST(MineReport, GraphsBeyondTheLimitAreListedOnly) {
  const Graph graph = path_graph(50);
  const std::vector<engine::Answer> answers = path_answers(graph);
  MineReport report{.name = "two", .asked = {}, .footer = "", .graphs = {}};
  for (std::size_t i = 0; i < 2; ++i)
    report.graphs.push_back({graph, i, "exact", answers});
  for (const PageLimits& limits : {PageLimits{.drawn_in_all = 60}, PageLimits{.drawn_graphs = 1}}) {
    const Json data = data_of(to_html(report, {}, limits));
    EXPECT_EQ(data["graphs"][0]["x"].size(), 50U);
    EXPECT_EQ(data["graphs"][1]["x"].size(), 0U);
    EXPECT_EQ(data["graphs"][1]["answers"][0]["findings"][0]["o"].size(), 0U);
  }
}

TEST(MineTexts, SayHowSureAnAnswerIs) {
  engine::Answer answer;
  EXPECT_EQ(frequency_phrase(Frequency::at_least(1234567)), "at least 1,234,567");
  EXPECT_EQ(frequency_phrase(Frequency::exactly(1234567)), "1,234,567");
  const Frequency frequency = Frequency::estimated(1234567, {1'200'000.4, 1'300'000.6});
  EXPECT_EQ(frequency_phrase(frequency), "about 1,234,567");
  EXPECT_EQ(interval_phrase(*frequency.interval()), "95 % sure: 1,200,000 to 1,300,001");
  answer.note = "out of time";
  EXPECT_EQ(doubt_phrase(answer), "out of time");
  answer.upper_bound = 2000;
  EXPECT_EQ(doubt_phrase(answer), "no pattern occurs more than 2,000 times; out of time");
  answer.proven = true;
  EXPECT_EQ(doubt_phrase(answer), "");
  EXPECT_EQ(share_of_sets(answer, frequency), std::nullopt);
  answer.sets = 2'469'134;
  answer.sets_exact = true;
  EXPECT_DOUBLE_EQ(*share_of_sets(answer, frequency), 0.5);
  EXPECT_EQ(exact_json(Count{1} << 53), Json(std::uint64_t{1} << 53));
  EXPECT_EQ(exact_json((Count{1} << 53) + 1), Json("9007199254740993"));
}

TEST(TargetDrawing, ALargeGraphIsDrawnAroundTheOccurrences) {
  const Graph graph = path_graph(500);
  std::vector<engine::Answer> answers = path_answers(graph);
  answers[0].findings[0].occurrences = {{100, 101}, {300, 301}, {400, 401}};
  const DrawingLimits limits{
      .whole_vertices = 499, .whole_edges = 10'000, .vertices = 7, .edges = 50};
  const TargetDrawing drawing = draw_target(graph, answers, limits, Deadline());
  EXPECT_FALSE(drawing.whole);
  // All occurrences, and of their neighbours as many as there is room for.
  EXPECT_EQ(drawing.vertices, (std::vector<Vertex>{99, 100, 101, 300, 301, 400, 401}));
  EXPECT_EQ(drawing.edges, (EdgeList{{0, 1}, {1, 2}, {3, 4}, {5, 6}}));
  EXPECT_EQ(drawing.layout.size(), 7U);
  EXPECT_EQ(drawing.place(300), 3U);
  EXPECT_EQ(drawing.place(302), 7U);
  EXPECT_TRUE(draw_target(graph, answers, {}, Deadline()).whole);
}

TEST(TargetDrawing, NeverMoreThanTheLimits) {
  graph::GraphBuilder builder;
  for (std::size_t i = 0; i < 200; ++i)
    builder.add_vertex(std::to_string(i), "A");
  Rng rng(3);
  for (Vertex i = 0; i < 200; ++i) {
    for (Vertex j = 0; j < i; ++j) {
      if (rng.chance(0.3)) builder.add_edge(j, i);
    }
  }
  const Graph graph = builder.build();
  engine::Answer answer;
  answer.findings.emplace_back();
  for (Vertex i = 0; i < 150; ++i)
    answer.findings[0].occurrences.push_back({i, i + 7, i + 30});
  const DrawingLimits limits{
      .whole_vertices = 100, .whole_edges = 100, .vertices = 60, .edges = 300};
  const TargetDrawing drawing = draw_target(graph, {answer}, limits, Deadline());
  EXPECT_LE(drawing.vertices.size(), 60U);
  EXPECT_LE(drawing.edges.size(), 300U);
  EXPECT_GT(drawing.vertices.size(), 20U);
}

}  // namespace
}  // namespace rlminer::report
