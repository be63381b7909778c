#include "rlminer/study/result_row.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/model/train_log.h"
#include "rlminer/study/models.h"
#include "rlminer/study/paper.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::study {
namespace {

const std::vector<int> kSizes{5, 6};

ResultRow figures(std::optional<double> five, std::optional<double> six) {
  ResultRow result;
  result.sizes = {{.size = 5, .ratio = five, .graphs = 3}, {.size = 6, .ratio = six, .graphs = 3}};
  result.graphs = 3;
  result.seconds = 2.0;
  return result;
}

TEST(ResultRows, MeanAndLowest) {
  EXPECT_DOUBLE_EQ(*figures(0.5, 0.9).mean(kSizes), 0.7);
  EXPECT_DOUBLE_EQ(*figures(0.5, 0.9).lowest(kSizes), 0.5);
  EXPECT_FALSE(figures(0.5, std::nullopt).mean(kSizes));
  EXPECT_FALSE(figures(0.5, 0.9).mean(std::vector<int>{5, 7}));
  EXPECT_FALSE(ResultRow().mean(kSizes));
  EXPECT_FALSE(ResultRow().proven());
}

TEST(ResultRows, JsonAndBack) {
  ResultRow before = figures(0.25, std::nullopt);
  before.sizes[0].deviation = 0.125;
  before.sizes[0].proven = 0.5;
  before.sizes[1].unproven = 2;
  before.seeds = 4;
  const ResultRow after = row_from_json(to_json(before));
  EXPECT_EQ(to_json(after), to_json(before));
  EXPECT_EQ(after.ratio(5), 0.25);
  EXPECT_FALSE(after.ratio(6));
  EXPECT_EQ(after.at(6)->unproven, 2u);
  EXPECT_EQ(after.seeds, 4u);
}

TEST(ResultRows, OverSeveralModels) {
  const std::vector<ResultRow> each{figures(0.5, 0.9), figures(0.7, std::nullopt)};
  const ResultRow all = over_models(each);
  EXPECT_DOUBLE_EQ(*all.ratio(5), 0.6);
  EXPECT_NEAR(all.at(5)->deviation, 0.1414, 1e-4);
  EXPECT_FALSE(all.ratio(6));
  EXPECT_EQ(all.seeds, 2u);
  EXPECT_DOUBLE_EQ(*all.seconds, 2.0);
}

TEST(ResultRows, PaperRows) {
  const auto row = paper_row("ENZYMES", "rl");
  ASSERT_TRUE(row);
  EXPECT_DOUBLE_EQ(*row->ratio(9), 0.779);
  EXPECT_FALSE(paper_row("ENZYMES", "auto"));
  EXPECT_FALSE(paper_row("MUTAG", "rl"));
}

TEST(ResultRows, Table) {
  ResultRow drawn = figures(0.5, 0.9);
  drawn.seeds = 2;
  const auto row = [](const char* name, const char* source, ResultRow figures) {
    figures.name = name;
    figures.source = source;
    return figures;
  };
  const std::vector<ResultRow> rows{row("RLMiner", "paper", figures(0.4, 0.8)),
                                    row("rl", "ours", drawn), row("log", "elsewhere", ResultRow())};
  const Table table = method_table("A", rows, kSizes);
  EXPECT_EQ(table.header,
            (std::vector<std::string>{"method", "k=5", "k=6", "mean", "total time (s)"}));
  EXPECT_EQ(table.rows[0],
            (std::vector<std::string>{"RLMiner (paper)", "0.400", "0.800", "0.600", "2"}));
  EXPECT_EQ(table.rows[1],
            (std::vector<std::string>{"**rl**", "0.500 ± 0.000", "0.900 ± 0.000", "0.700", "2"}));
  EXPECT_EQ(table.rows[2], (std::vector<std::string>{"log (elsewhere)", "-", "-", "-", "-"}));
  EXPECT_EQ(method_data(rows).rows.size(), 4u);
  EXPECT_EQ(ratio_series(rows[0]).points.size(), 2u);
}

TEST(TrainingLog, BestTestRound) {
  const testing::TempFolder folder;
  ExperimentOptions options;
  options.models = folder.path();
  EXPECT_FALSE(best_test_round(options, "A", kSizes));
  const auto log = [](const std::vector<model::Ratios>& tests) {
    std::string lines;
    for (const model::Ratios& test : tests)
      lines += model::to_json({.test = test}) + "\n";
    return lines;
  };
  folder.write("A.log.jsonl", log({{{5, 0.4}, {6, std::nan("")}},
                                   {{5, 0.5}, {6, 0.6}},
                                   {{5, 0.9}, {6, 0.4}, {7, 0.1}},
                                   {{5, 0.99}}}));
  const auto best = best_test_round(options, "A", kSizes);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->ratio(5), 0.9);
  EXPECT_EQ(best->ratio(6), 0.4);
  folder.write("B.safetensors.log.jsonl", log({{}}));
  EXPECT_FALSE(best_test_round(options, "B", kSizes));
  folder.write("C.log.jsonl", log({{}}) + "broken");
  EXPECT_THROW(best_test_round(options, "C", kSizes), Error);
}

}  // namespace
}  // namespace rlminer::study
