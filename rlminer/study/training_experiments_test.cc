#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/study/claims.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/paper.h"
#include "rlminer/study/training_tables.h"
#include "rlminer/testing/graph_files.h"

namespace rlminer::study {
namespace {

using testing::TempFolder;
using Row = std::vector<std::string>;

// A run of so many rounds whose test ratio at size k is value(round, k); validation likes the last
// round but one.
template <typename Value>
TrainingRun made_up_run(std::uint64_t seed, std::size_t rounds, const Value& value) {
  TrainingRun run;
  run.wanted.seed = seed;
  for (std::size_t i = 0; i < rounds; ++i) {
    model::TrainRow round{.round = i + 1, .updates = 100 * (i + 1)};
    round.best = i + 2 == rounds;
    for (int k = 5; k <= 9; ++k)
      round.test[k] = value(i, k);
    run.rounds.push_back(round);
  }
  return run;
}

using Runs = std::vector<TrainingRun>;

Runs flat(const std::string& variant, const std::vector<double>& ratios) {
  Runs runs;
  for (const double ratio : ratios) {
    runs.push_back(made_up_run(runs.size(), 8, [&](std::size_t, int) { return ratio; }));
    runs.back().wanted.collection = "ENZYMES";
    runs.back().wanted.variant.name = variant;
  }
  return runs;
}

Runs joined(const std::vector<Runs>& lists) {
  Runs all;
  for (const Runs& each : lists)
    all.insert(all.end(), each.begin(), each.end());
  return all;
}

Claim claim(Relation relation, Figure figure = {Measure::ChosenRound}) {
  return {.experiment = "",
          .text = "",
          .first = "a",
          .second = "b",
          .figure = figure,
          .relation = relation};
}

Verdict verdict(Relation relation, const std::vector<double>& first,
                const std::vector<double>& second) {
  return judge(claim(relation), flat("a", first), flat("b", second))->verdict;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(PaperTraining, FiguresAreThoseOfItsTables) {
  EXPECT_EQ(paper_reward_ratio("ENZYMES", "raw", 5), .878);
  EXPECT_EQ(paper_reward_ratio("ENZYMES", "exact", 9), .779);
  EXPECT_EQ(paper_reward_ratio("PROTEINS", "density", 7), .739);
  EXPECT_EQ(paper_reward_ratio("PROTEINS", "raw", 8), .633);
  EXPECT_EQ(paper_train_ratio("ENZYMES", 5), .989);
  EXPECT_EQ(paper_train_ratio("PROTEINS", 9), .865);
  EXPECT_FALSE(paper_reward_ratio("ENZYMES", "exact", 4));
  EXPECT_FALSE(paper_reward_ratio("ENZYMES", "exact", 10));
  EXPECT_FALSE(paper_reward_ratio("COX2", "exact", 5));
  EXPECT_FALSE(paper_reward_ratio("ENZYMES", "no-skip-gate", 5));
  EXPECT_FALSE(paper_train_ratio("MUTAG", 5));
}

TEST(PaperTraining, ItsOwnFiguresAgreeWithWhatItSays) {
  for (const char* dataset : {"ENZYMES", "PROTEINS"}) {
    for (const Claim& said : paper_claims("rewards")) {
      if (said.relation != Relation::Higher) continue;
      for (int k = 5; k <= 9; ++k) {
        EXPECT_GT(paper_reward_ratio(dataset, said.first, k),
                  paper_reward_ratio(dataset, said.second, k));
      }
    }
  }
}

TEST(PaperTraining, EveryComparisonHasStatements) {
  std::size_t all = 0;
  for (const char* experiment :
       {"rewards", "ablation-task", "ablation-gate", "ablation-state", "ablation-reward-head"}) {
    for (const Claim& said : paper_claims(experiment)) {
      EXPECT_EQ(said.experiment, experiment);
      EXPECT_LE(said.smallest, said.largest);
      ++all;
    }
  }
  EXPECT_EQ(all, 13U);
  EXPECT_EQ(paper_claims("rewards").size(), 5U);
  EXPECT_EQ(paper_claims("ablation-reward-head").size(), 3U);
  EXPECT_TRUE(paper_claims("datasets").empty());
}

TEST(Stages, ArePartsOfTheRounds) {
  const auto run = made_up_run(0, 12, [](std::size_t i, int) { return 0.01 * double(i); });
  const auto span_of = [&](const Stage& stage) {
    const auto rounds = rounds_of(run, stage);
    return std::pair(rounds.front().round, rounds.back().round);
  };
  EXPECT_EQ(span_of(kWholeRun), std::pair(std::size_t{1}, std::size_t{12}));
  EXPECT_EQ(span_of(kFirstThird), std::pair(std::size_t{1}, std::size_t{4}));
  EXPECT_EQ(span_of(kFirstTwoThirds), std::pair(std::size_t{1}, std::size_t{8}));
  EXPECT_EQ(span_of(kAfterFirstThird), std::pair(std::size_t{5}, std::size_t{12}));
  EXPECT_EQ(span_of(kLastQuarter), std::pair(std::size_t{10}, std::size_t{12}));
  const auto shortest = made_up_run(0, 1, [](std::size_t, int) { return 0.5; });
  for (const Stage& stage : {kWholeRun, kFirstThird, kLastQuarter})
    EXPECT_EQ(rounds_of(shortest, stage).size(), 1U);
}

TEST(Figures, AreTakenFromTheLog) {
  // Goes up by .01 per round, and up and down by .1 at size 9.
  auto run = made_up_run(0, 12, [](std::size_t i, int k) {
    return 0.01 * double(i) + (k == 9 && i % 2 == 1 ? 0.1 : 0.0);
  });
  EXPECT_DOUBLE_EQ(*figure_of(run, {Measure::ChosenRound}, 5), 0.10);
  EXPECT_DOUBLE_EQ(*figure_of(run, {Measure::BestRound}, 5), 0.11);
  EXPECT_DOUBLE_EQ(*figure_of(run, {Measure::Average, kLastQuarter}, 5), 0.10);
  EXPECT_NEAR(*figure_of(run, {Measure::Fluctuation, kLastQuarter}, 5), 0.01, 1e-12);
  EXPECT_NEAR(*figure_of(run, {Measure::Fluctuation, kLastQuarter}, 9), 0.10, 1e-12);
  EXPECT_FALSE(figure_of(run, {Measure::ChosenRound}, 10));
  run.rounds[10].test[5] = std::nan("");
  EXPECT_FALSE(figure_of(run, {Measure::ChosenRound}, 5));
  EXPECT_DOUBLE_EQ(*figure_of(run, {Measure::Average, kLastQuarter}, 5), 0.10);
  const auto once = made_up_run(0, 1, [](std::size_t, int) { return 0.5; });
  EXPECT_FALSE(figure_of(once, {Measure::Fluctuation, kWholeRun}, 5));
}

TEST(Figures, HaveASpreadOverSeeds) {
  const std::vector<int> sizes{5, 6, 7};
  const auto spread = spread_of(flat("a", {0.4, 0.6, 0.8}), {Measure::BestRound}, sizes);
  EXPECT_NEAR(spread->mean, 0.6, 1e-12);
  EXPECT_NEAR(spread->deviation, 0.2, 1e-12);
  EXPECT_EQ(spread->seeds, 3U);
  const std::vector<int> unknown{5, 12};
  EXPECT_FALSE(spread_of(flat("a", {0.4}), {Measure::BestRound}, unknown));
  EXPECT_FALSE(spread_of(flat("a", {}), {Measure::BestRound}, sizes));
}

TEST(Verdicts, FollowTheDifference) {
  EXPECT_EQ(verdict(Relation::Higher, {0.8}, {0.7}), Verdict::Same);
  EXPECT_EQ(verdict(Relation::Higher, {0.7}, {0.8}), Verdict::Opposite);
  EXPECT_EQ(verdict(Relation::Higher, {0.7}, {0.7}), Verdict::Unclear);
  EXPECT_EQ(verdict(Relation::Lower, {0.7}, {0.8}), Verdict::Same);
  EXPECT_EQ(verdict(Relation::Lower, {0.8}, {0.7}), Verdict::Opposite);
  EXPECT_EQ(verdict(Relation::Similar, {0.71}, {0.70}), Verdict::Same);
  EXPECT_EQ(verdict(Relation::Similar, {0.70}, {0.80}), Verdict::Opposite);
  EXPECT_EQ(verdict(Relation::NotMuchHigher, {0.71}, {0.70}), Verdict::Same);
  EXPECT_EQ(verdict(Relation::NotMuchHigher, {0.60}, {0.70}), Verdict::Same);
  EXPECT_EQ(verdict(Relation::NotMuchHigher, {0.80}, {0.70}), Verdict::Opposite);
}

TEST(Verdicts, NeedMoreThanTheNoiseOfSeeds) {
  EXPECT_EQ(verdict(Relation::Higher, {0.8, 0.81, 0.79}, {0.7, 0.71, 0.69}), Verdict::Same);
  EXPECT_EQ(verdict(Relation::Higher, {0.5, 0.9}, {0.5, 0.8}), Verdict::Unclear);
  EXPECT_EQ(verdict(Relation::Similar, {0.5, 0.9}, {0.5, 0.9}), Verdict::Unclear);
  const auto judgement =
      judge(claim(Relation::Higher), flat("a", {0.6, 0.8}), flat("b", {0.5, 0.5}));
  EXPECT_NEAR(judgement->difference, 0.2, 1e-12);
  EXPECT_NEAR(judgement->margin, 4.303 * 0.1, 1e-9);  // two degrees of freedom
}

TEST(Verdicts, ChanceAloneSeldomDecides) {
  Rng rng(1);
  const auto drawn = [&] {  // three seeds, roughly normal
    std::vector<double> ratios(3, 0.5);
    for (double& ratio : ratios) {
      for (int i = 0; i < 6; ++i)
        ratio += 0.05 * (rng.uniform() - 0.5);
    }
    return ratios;
  };
  int decided = 0;
  for (int i = 0; i < 400; ++i)
    decided += verdict(Relation::Higher, drawn(), drawn()) == Verdict::Unclear ? 0 : 1;
  EXPECT_LT(decided, 32);  // 5 % would be 20
}

TEST(Verdicts, CountTheSizesThatAgree) {
  Runs first{made_up_run(0, 8, [](std::size_t, int k) { return k >= 8 ? 0.9 : 0.5; })};
  const Runs second = flat("b", {0.6});
  Claim said = claim(Relation::Higher);
  auto judgement = judge(said, first, second);
  EXPECT_EQ(judgement->agreeing, 2U);
  EXPECT_EQ(judgement->sizes, 5U);
  EXPECT_NEAR(judgement->difference, 0.06, 1e-12);
  said.largest = 7;
  EXPECT_EQ(judge(said, first, second)->verdict, Verdict::Opposite);
  said.smallest = 8;
  said.largest = 12;  // of which only 8 and 9 are known
  judgement = judge(said, first, second);
  EXPECT_EQ(judgement->verdict, Verdict::Same);
  EXPECT_EQ(judgement->sizes, 2U);
  said.smallest = 10;
  EXPECT_FALSE(judge(said, first, second));
  first[0].rounds.pop_back();  // too short to be judged
  EXPECT_FALSE(judge(claim(Relation::Higher), first, second));
}

// Rows of the table whose title contains this.
std::vector<Row> rows_of(const Results& results, const std::string& title) {
  for (const Table& table : results.tables) {
    if (contains(table.title, title)) return table.rows;
  }
  return {};
}

TEST(TrainingResults, RewardsHaveThePapersFiguresBesideOurs) {
  ExperimentOptions options;
  options.budget = 30.0;
  options.preset = "fast";
  options.seeds = 2;
  const Results results = comparison_results(
      options, "rewards",
      joined({flat("raw", {0.6, 0.7}), flat("exact", {0.5, 0.5}), flat("density", {0.9, 0.9})}));
  EXPECT_TRUE(contains(results.intro, "preset `fast`"));
  EXPECT_TRUE(contains(results.intro, "30 seconds of wall clock per run"));
  const auto rows = rows_of(results, "ENZYMES");
  ASSERT_EQ(rows.size(), 12U);
  EXPECT_EQ(rows[0], (Row{"Eq. 2 (raw)", "the paper", "0.878", "0.807", "0.760", "0.734", "0.685",
                          "0.773"}));
  EXPECT_EQ(rows[1][1], "best test round (the paper's protocol)");
  EXPECT_EQ(rows[1][2], "0.650 ± 0.071");
  EXPECT_EQ(rows[2][1], "round chosen by validation");
  const auto verdicts = rows_of(results, "What the paper says");
  ASSERT_EQ(verdicts.size(), 5U);
  EXPECT_EQ(verdicts[0], (Row{"ENZYMES", "Eq. 3 is better than Eq. 2", "not clear",
                              "-0.150 ± 0.215", "0 of 5"}));
  EXPECT_EQ(verdicts[2][2], "same direction");
  EXPECT_TRUE(contains(results.notes, "1 of 5 statements"));
  const auto runs = rows_of(results, "Training runs");
  ASSERT_EQ(runs.size(), 6U);
  EXPECT_EQ(runs[1], (Row{"ENZYMES-raw-seed1", "", "8", "800", "0", "7"}));
  EXPECT_EQ(results.data.rows.size(), 6U * 3U * 5U);
  EXPECT_EQ(results.data.rows[0],
            (Row{"ENZYMES", "raw", "0", "800", "best test round (the paper's protocol)", "5", "0.6",
                 "0.878"}));
  EXPECT_TRUE(contains(results.svg, "ENZYMES, paper"));
}

TEST(TrainingResults, CurvesHaveEveryRound) {
  const Results results = curves_results({}, joined({flat("raw", {0.6}), flat("exact", {0.7})}));
  EXPECT_EQ(results.data.rows.size(), 2U * 8U * 5U);
  EXPECT_TRUE(contains(results.svg, "ENZYMES, k=9"));
}

TEST(TrainingResults, AblationsCompareWithTheFullMethod) {
  const Results results = comparison_results(
      {}, "ablation-gate", joined({flat("exact", {0.8}), flat("no-skip-gate", {0.7})}));
  EXPECT_EQ(results.name, "ablation-gate");
  const auto rows = rows_of(results, "ENZYMES");
  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows[0][0], "RLMiner");
  EXPECT_EQ(rows[5], (Row{"skip without gate", "average, last quarter of the rounds", "0.700",
                          "0.700", "0.700", "0.700", "0.700", "0.700"}));
  const auto verdicts = rows_of(results, "What the paper says");
  ASSERT_EQ(verdicts.size(), 1U);
  EXPECT_EQ(verdicts[0][2], "same direction, one seed");
  EXPECT_EQ(verdicts[0][3], "+0.100");
  EXPECT_EQ(verdicts[0][4], "2 of 2");
}

TEST(TrainingResults, TrainingGraphs) {
  ResultRow first{.graphs = 440};
  for (int k = 5; k <= 9; ++k)
    first.sizes.push_back({.size = k, .ratio = 0.1 * (14 - k)});
  ResultRow second = first;
  for (SizeResult& each : second.sizes)
    *each.ratio += 0.02;
  const Results results = train_ratio_results({}, flat("exact", {0.5, 0.5}), {first, second});
  const auto rows = rows_of(results, "ENZYMES");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0][2], "0.989");
  EXPECT_EQ(rows[1][1], "round chosen by validation, 440 graphs");
  EXPECT_EQ(rows[1][2], "0.910 ± 0.014");
  EXPECT_EQ(rows[1].back(), "0.710 ± 0.014");
  EXPECT_EQ(results.data.rows[1], (Row{"ENZYMES", "0", "440", "6", "0.8", "0.984"}));
}

// Stands in for the trainer: notes which model it was asked for, and tells of three rounds.
std::string train(const TrainingTask& task) {
  std::ofstream(task.collection.parent_path() / "calls", std::ios::app)
      << task.model.filename().string() << "\n";
  for (std::size_t i = 1; i <= 3; ++i) {
    const double ratio = 0.1 * static_cast<double>(i);
    task.on_round({.round = i,
                   .updates = i,
                   .seconds = static_cast<double>(i),
                   .validation = {{5, 0.5}},
                   .test = {{5, ratio}, {9, ratio}},
                   .best = true});
  }
  std::ofstream(task.model) << "model";
  return {};
}

TEST(TrainingExperiments, ShareTheirRuns) {
  const TempFolder folder;
  ExperimentOptions options;
  options.data = folder.path();
  options.out = folder.path() / "out";
  options.learning.train = train;
  options.collections = {"TINY"};
  options.seeds = 1;
  std::filesystem::create_directories(folder.path() / "TINY");
  for (const std::string name : {"rewards", "curves", "ablation-task", "ablation-gate",
                                 "ablation-state", "ablation-reward-head"}) {
    experiment(name).run(options);
    for (const char* ending : {".csv", ".md", ".svg"}) {
      const auto file = options.out / (name + ending);
      EXPECT_GT(std::filesystem::file_size(file), 100U) << file;
    }
  }
  std::istringstream calls(content(folder.path() / "calls"));
  std::vector<std::string> models{std::istream_iterator<std::string>(calls), {}};
  std::sort(models.begin(), models.end());
  EXPECT_EQ(models, (std::vector<std::string>{
                        "TINY-density.safetensors", "TINY-exact.safetensors",
                        "TINY-no-reward-head.safetensors", "TINY-no-skip-gate.safetensors",
                        "TINY-no-state-messages.safetensors", "TINY-no-task-steps.safetensors",
                        "TINY-raw.safetensors"}));
  const std::string ablation = content(options.out / "ablation-task.md");
  EXPECT_TRUE(contains(ablation, "without remaining steps"));
  EXPECT_TRUE(contains(ablation, "too few rounds"));
}

}  // namespace
}  // namespace rlminer::study
