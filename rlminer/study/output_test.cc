#include <algorithm>
#include <expat.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/report/svg.h"
#include "rlminer/study/evaluation_report.h"
#include "rlminer/study/paper.h"
#include "rlminer/study/table.h"

namespace rlminer::study {
namespace {

MethodRun run_of(const std::string& method, std::uint64_t seed,
                 const std::vector<std::vector<Count>>& frequencies, double seconds) {
  MethodRun run;
  run.method = parse_method(method);
  run.seed = seed;
  run.seconds = seconds;
  run.complete = true;
  for (const auto& found : frequencies)
    run.outcomes.push_back(GraphOutcome{found, 0.25});
  return run;
}

// Two graphs at k = 5 and 9; the second graph has nothing of size 9 in the first variant.
Evaluation sample(const std::string& dataset = "COX2") {
  Evaluation evaluation;
  evaluation.dataset = dataset;
  evaluation.collection_size = 10;
  evaluation.sizes = {5, 9};
  evaluation.split_seed = 7;
  evaluation.complete = true;
  evaluation.graphs = {{3, 20, 21, {Count{10}, Count{4}}}, {8, 6, 6, {Count{8}, Count{0}}}};
  evaluation.runs = {run_of("exact", 0, {{10, 4}, {8, 0}}, 1.5),
                     run_of("rand", 0, {{10, 4}, {4, 0}}, 2.0),
                     run_of("rand", 1, {{5, 2}, {4, 0}}, 4.0)};
  return evaluation;
}

TEST(Summary, MeansAndDeviations) {
  const auto rows = summarise(sample());
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "exact");
  EXPECT_EQ(rows[0].seeds, 1u);
  ASSERT_EQ(rows[0].sizes.size(), 2u);
  EXPECT_DOUBLE_EQ(*rows[0].sizes[0].ratio, 1.0);
  EXPECT_EQ(rows[1].name, "rand");
  EXPECT_DOUBLE_EQ(*rows[1].seconds, 3.0);
  const SizeResult& five = rows[1].sizes[0];
  EXPECT_EQ(five.size, 5);
  EXPECT_DOUBLE_EQ(*five.ratio, 0.625);  // (1 + .5) / 2 and (.5 + .5) / 2
  EXPECT_NEAR(five.deviation, 0.176777, 1e-6);
  EXPECT_EQ(five.graphs, 2u);
  const SizeResult& nine = rows[1].sizes[1];
  EXPECT_EQ(nine.size, 9);
  EXPECT_DOUBLE_EQ(*nine.ratio, 0.75);
  EXPECT_EQ(nine.graphs, 1u);
}

TEST(Summary, UnprovenGraphsAndIncompleteRunsAreLeftOut) {
  Evaluation evaluation = sample();
  evaluation.graphs[0].best[0].reset();
  evaluation.runs[2].complete = false;
  const ResultRow row = summarise(evaluation)[1];
  EXPECT_EQ(row.seeds, 1u);
  EXPECT_EQ(row.sizes[0].graphs, 1u);
  EXPECT_EQ(row.sizes[0].unproven, 1u);
  EXPECT_DOUBLE_EQ(*row.sizes[0].ratio, 0.5);
}

TEST(Summary, AnInterruptedMethodKeepsTheGraphsThatAreFinished) {
  Evaluation evaluation = sample();
  evaluation.complete = false;
  evaluation.runs.pop_back();
  evaluation.runs[1].complete = false;
  evaluation.runs[1].outcomes[1].reset();
  const ResultRow row = summarise(evaluation)[1];
  EXPECT_EQ(row.name, "rand");
  EXPECT_EQ(row.graphs, 1u);
  EXPECT_EQ(row.sizes[0].graphs, 1u);
  EXPECT_DOUBLE_EQ(*row.sizes[0].ratio, 1.0);
  EXPECT_NE(to_markdown({evaluation}).find("rand was left after 1 of 2 graphs"), std::string::npos);
  EXPECT_NE(to_html({evaluation}, "").find("rand was left after 1 of 2 graphs"), std::string::npos);
  evaluation.runs[1].outcomes[0].reset();
  EXPECT_EQ(summarise(evaluation).size(), 1u);
}

TEST(Summary, Json) {
  const auto summary = nlohmann::json::parse(to_summary_json({sample(), sample("other \"name\"")}));
  const auto& rows = summary.at("rows");
  ASSERT_EQ(rows.size(), 8u);
  const auto& row = rows[2];
  EXPECT_EQ(row.at("dataset"), "COX2");
  EXPECT_EQ(row.at("method"), "rand");
  EXPECT_EQ(row.at("k"), 5);
  EXPECT_EQ(row.at("ratio"), 0.625);
  EXPECT_EQ(row.at("graphs"), 2);
  EXPECT_EQ(row.at("seconds"), 3.0);
  EXPECT_EQ(row.at("std"), 0.176777);
  EXPECT_EQ(row.at("seeds"), 2);
  EXPECT_EQ(rows[4].at("dataset"), "other \"name\"");
  const auto& conditions = summary.at("datasets")[0];
  EXPECT_EQ(conditions.at("split"), "test");
  EXPECT_EQ(conditions.at("split_seed"), 7);
  EXPECT_EQ(conditions.at("graphs"), nlohmann::json::array({3, 8}));
}

TEST(Summary, Csv) {
  std::istringstream lines(to_csv({sample("a,\"b\"")}));
  std::string line;
  std::vector<std::string> all;
  while (std::getline(lines, line))
    all.push_back(line);
  ASSERT_EQ(all.size(), 1u + 3 * 2 * 2);
  EXPECT_EQ(all[0], "dataset,graph,vertices,edges,k,method,seed,frequency,best,ratio,seconds");
  EXPECT_EQ(all[1], "\"a,\"\"b\"\"\",3,20,21,5,exact,0,10,10,1.000000,0.250000");
  EXPECT_EQ(all[12], "\"a,\"\"b\"\"\",8,6,6,9,rand,1,0,0,,0.250000");
}

TEST(Paper, HasTheFiveCollections) {
  for (const char* dataset : {"ENZYMES", "COX2", "BZR", "DHFR", "PROTEINS"}) {
    const auto rows = paper_rows(dataset);
    ASSERT_EQ(rows.size(), 4u) << dataset;
    for (const ResultRow& row : rows) {
      EXPECT_EQ(row.dataset, dataset);
      EXPECT_EQ(row.source, "paper");
    }
  }
  EXPECT_TRUE(paper_rows("MUTAG").empty());
  EXPECT_EQ(paper_rows("DHFR")[2].ratio(9), .749);
  EXPECT_EQ(paper_rows("DHFR")[2].ratio(4), std::nullopt);
  EXPECT_EQ(paper_rows("DHFR")[2].ratio(10), std::nullopt);
}

TEST(Table, PaperAndOursSideBySide) {
  const std::string table = to_markdown({sample()});
  EXPECT_NE(table.find("### COX2\n\n2 of 10 graphs (test part, split seed 7), 1 thread.\n\n"
                       "| method | k=5 | k=9 | total time (s) |\n"
                       "| --- | ---: | ---: | ---: |\n"
                       "| Exact Enumeration (paper) | 1.000 | 1.000 | 168.36 |\n"
                       "| **exact** | 1.000 | 1.000 | 1.5 |\n"
                       "| T-FSM-serial (paper) | 0.850 | 0.633 | 6.17 |\n"
                       "| Rand (paper) | 0.998 | 0.711 | 287.55 |\n"
                       "| **rand** | 0.625 ± 0.177 | 0.750 ± 0.354 | 3 |\n"
                       "| RLMiner (paper) | 0.999 | 0.971 | 9.67 |\n"),
            std::string::npos)
      << table;
}

TEST(Table, WithoutThePaper) {
  Evaluation evaluation = sample("other");
  evaluation.complete = false;
  evaluation.graphs[0].best[0].reset();
  const std::string table = to_markdown({evaluation});
  EXPECT_EQ(table.find("(paper)"), std::string::npos);
  EXPECT_NE(table.find("| **exact** |"), std::string::npos);
  EXPECT_NE(table.find("Interrupted"), std::string::npos);
  EXPECT_NE(table.find("k=5: 1 graphs left out"), std::string::npos);
}

bool well_formed(const std::string& xml) {
  XML_Parser parser = XML_ParserCreate(nullptr);
  const bool good = XML_Parse(parser, xml.data(), static_cast<int>(xml.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  return good;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(Plot, CurvesOfOursAndDashedOnesOfThePaper) {
  const std::string svg = ratio_plot(sample());
  EXPECT_TRUE(well_formed(svg));
  EXPECT_EQ(occurrences(svg, "<polyline"), 2u + 3u);
  EXPECT_EQ(occurrences(svg, "(paper)</text>"), 3u);
  EXPECT_EQ(occurrences(svg, "stroke-dasharray"), 2 * 3u);  // the curve and its legend
}

TEST(Plot, OddNamesAndSingleSizesAndNothingAtAll) {
  Evaluation evaluation = sample("<&\"odd\x01\">");
  EXPECT_TRUE(well_formed(ratio_plot(evaluation)));
  evaluation.sizes = {5};
  EXPECT_TRUE(well_formed(ratio_plot(evaluation)));
  evaluation.runs.clear();
  EXPECT_TRUE(well_formed(ratio_plot(evaluation)));
}

TEST(TimePlot, APointForEachMethod) {
  const std::string svg = time_plot(sample());
  EXPECT_TRUE(well_formed(svg));
  EXPECT_EQ(occurrences(svg, "<circle"), 2 * 2u);  // and its legend
  EXPECT_EQ(occurrences(svg, "(paper)"), 0u);      // whose times are for all of k = 5 .. 9
  Evaluation evaluation = sample("<&\"odd\x01\">");
  EXPECT_TRUE(well_formed(time_plot(evaluation)));
  evaluation.runs.clear();
  EXPECT_TRUE(well_formed(time_plot(evaluation)));
}

TEST(Page, HoldsTheTableThePlotsAndEveryGraph) {
  const std::string html = to_html({sample(), sample("<b>")}, "made by a test");
  for (const char* const part :
       {"2 of 10 graphs (test part, split seed 7), 1 thread.", "<strong>rand</strong>",
        "data-sort=\"0.625\">0.625 ± 0.177</td>", "T-FSM-serial", "made by a test",
        "average ratio over all sizes against time", "Every graph", "&lt;b&gt;"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_EQ(occurrences(html, "<svg"), 4u);
  // Graph 8 has nothing of size 9: its ratios are those of size 5.
  EXPECT_NE(html.find("data-sort=\"8\">8</td><td class=\"number\" data-sort=\"6\">6</td><td "
                      "class=\"number\" data-sort=\"6\">6</td><td class=\"number\" "
                      "data-sort=\"1\">1.000</td><td class=\"number\" "
                      "data-sort=\"0.5\">0.500</td>"),
            std::string::npos);
}

}  // namespace
}  // namespace rlminer::study
