#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/report/graph_report.h"

namespace rlminer::report {
namespace {

// The path 7 - 007 - x with labels C, C, O, and its one answer at k = 3.
Graph path_graph(const std::string& last_label = "O") {
  graph::GraphBuilder builder;
  builder.add_vertex("7", "C");
  builder.add_vertex("007", "C");
  builder.add_vertex("x", last_label);
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  return builder.build();
}

Pattern path_pattern() {
  Pattern pattern;
  pattern.add_vertex(0);
  pattern.add_vertex(0, 0b001);
  pattern.add_vertex(1, 0b010);
  return pattern;
}

engine::Answer empty_answer(int size, bool proven) {
  engine::Answer answer;
  answer.size = size;
  answer.proven = proven;
  answer.sets_exact = proven;
  return answer;
}

engine::Answer path_answer(Count frequency = 1, Count sets = 1) {
  engine::Answer answer = empty_answer(3, true);
  answer.sets = sets;
  answer.seconds = 0.00125;
  answer.findings.push_back({.pattern = path_pattern(),
                             .frequency = Frequency::exactly(frequency),
                             .occurrences = {{0, 1, 2}, {2, 1, 0}}});
  return answer;
}

std::string json(const Graph& graph, const std::vector<engine::Answer>& answers,
                 const ReportStyle& style = {}) {
  return to_json_lines({.graph = graph, .number = 4, .engine = "exact", .answers = answers}, style);
}

std::string text(const Graph& graph, const std::vector<engine::Answer>& answers,
                 const ReportStyle& style = {}) {
  return to_text({.graph = graph, .number = 4, .engine = "exact", .answers = answers}, style);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Json, FollowsTheContractByteForByte) {
  EXPECT_EQ(
      json(path_graph(), {path_answer()}),
      R"({"graph":4,"k":3,"engine":"exact","frequency":1,"proven":true,"labels":["C","C","O"],)"
      R"("edges":[[0,1],[1,2]],"vertices":[7,"007","x"],"seconds":0.00125,"sets":1})"
      "\n");
}

TEST(Json, StyleAddsRankAndOccurrencesAndDropsTiming) {
  EXPECT_EQ(
      json(path_graph(), {path_answer()}, {.rank = true, .all_occurrences = true, .timing = false}),
      R"({"graph":4,"k":3,"engine":"exact","frequency":1,"proven":true,"labels":["C","C","O"],)"
      R"("edges":[[0,1],[1,2]],"vertices":[7,"007","x"],"rank":1,"sets":1,)"
      R"("occurrences":[[7,"007","x"],["x","007",7]]})"
      "\n");
}

TEST(Json, NoPatternOfThatSizeIsProvenZero) {
  EXPECT_EQ(
      json(path_graph(), {empty_answer(9, true)}, {.timing = false}),
      R"({"graph":4,"k":9,"engine":"exact","frequency":0,"proven":true,"labels":[],"edges":[],)"
      R"("vertices":[],"sets":0})"
      "\n");
}

TEST(Json, LowerBoundsSayWhatTheyAre) {
  engine::Answer answer = path_answer();
  answer.proven = false;
  answer.sets_exact = false;
  answer.note = "time limit";
  answer.findings[0].frequency = Frequency::at_least(Count{1});
  EXPECT_EQ(
      json(path_graph(), {answer}, {.timing = false}),
      R"({"graph":4,"k":3,"engine":"exact","frequency":1,"proven":false,"labels":["C","C","O"],)"
      R"("edges":[[0,1],[1,2]],"vertices":[7,"007","x"],"sets":1,"sets_exact":false,)"
      R"("frequency_exact":false,"note":"time limit"})"
      "\n");
}

TEST(Json, NothingFoundInTimeIsNoExactZero) {
  engine::Answer answer = empty_answer(3, false);
  answer.note = "time limit";
  const auto line = nlohmann::json::parse(json(path_graph(), {answer}));
  EXPECT_EQ(line["frequency"], 0);
  EXPECT_EQ(line["proven"], false);
  EXPECT_EQ(line["frequency_exact"], false);
}

TEST(Json, FrequenciesAboveTwoToThe63AreStrings) {
  const Count limit = Count{1} << 63;
  EXPECT_TRUE(contains(json(path_graph(), {path_answer(limit, limit)}),
                       R"("frequency":9223372036854775808,)"));
  EXPECT_TRUE(contains(json(path_graph(), {path_answer(limit + 1, limit + 1)}),
                       R"("frequency":"9223372036854775809",)"));
}

TEST(Json, UnionHasNoNumber) {
  const Graph graph = path_graph();
  const std::vector<engine::Answer> answers{path_answer()};
  const auto line = nlohmann::json::parse(to_json_lines(
      {.graph = graph, .number = std::nullopt, .engine = "exact", .answers = answers}));
  EXPECT_EQ(line["graph"], "union");
}

TEST(Json, AwkwardLabelsStayValidJson) {
  const Graph graph = path_graph("a\"b\\\n\xff");
  engine::Answer answer = path_answer();
  const auto line = nlohmann::json::parse(json(graph, {answer}));
  EXPECT_EQ(line["labels"][2], "a\"b\\\n\xef\xbf\xbd");
}

TEST(Json, ManyAnswersAreManyLines) {
  engine::Answer answer = path_answer();
  answer.findings.push_back(answer.findings.front());
  const std::string lines = json(path_graph(), {answer, path_answer()}, {.rank = true});
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3);
  EXPECT_TRUE(contains(lines, R"("rank":2)"));
}

TEST(Text, ShowsPatternShareOccurrenceAndProof) {
  EXPECT_EQ(text(path_graph(), {path_answer(1234, 9872)}),
            "graph 4 (3 vertices, 2 edges), engine exact\n"
            "k = 3: proven (0.00125 s)\n"
            "  pattern    0:C  1:C  2:O | 0-1 1-2\n"
            "  frequency  1,234 of 9,872 connected sets (12.5 %)\n"
            "  occurs at  7 007 x\n\n");
}

TEST(Text, RankAndAllOccurrences) {
  const std::string shown =
      text(path_graph(), {path_answer()}, {.rank = true, .all_occurrences = true, .timing = false});
  EXPECT_TRUE(contains(shown, "k = 3: proven\n  #1\n"));
  EXPECT_TRUE(contains(shown, "  occurs at  7 007 x\n  occurs at  x 007 7\n"));
}

TEST(Text, SaysWhyNotProvenAndGivesNoShareOfAnIncompleteCount) {
  engine::Answer answer = path_answer();
  answer.proven = false;
  answer.sets_exact = false;
  answer.note = "time limit";
  answer.findings[0].frequency = Frequency::at_least(Count{1});
  const std::string shown = text(path_graph(), {answer}, {.timing = false});
  EXPECT_TRUE(contains(shown, "k = 3: NOT proven: time limit\n"));
  EXPECT_TRUE(contains(shown, "  frequency  at least 1\n"));
}

TEST(Text, NothingOfThatSizeDiffersFromNothingFound) {
  EXPECT_TRUE(
      contains(text(path_graph(), {empty_answer(9, true)}), "no connected subgraph of this size"));
  EXPECT_TRUE(contains(text(path_graph(), {empty_answer(9, false)}), "nothing found"));
}

TEST(Text, ControlCharactersDoNotReachTheTerminal) {
  EXPECT_TRUE(contains(text(path_graph("e\x1b[31m"), {path_answer()}), "2:e?[31m |"));
}

}  // namespace
}  // namespace rlminer::report
