#include "rlminer/study/training_results.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "rlminer/report/curves.h"
#include "rlminer/study/paper.h"
#include "rlminer/study/training_tables.h"

namespace rlminer::study {
namespace {

using Variants = std::vector<VariantRuns>;

// Test ratio against updates; several seeds averaged round by round as far as all of them came.
report::Series curve(const std::string& name, const VariantRuns& variant_runs, int size) {
  report::Series series{name, {}};
  std::size_t rounds = ~std::size_t{0};
  for (const TrainingRun& run : variant_runs.runs)
    rounds = std::min(rounds, run.rounds.size());
  const auto seeds = static_cast<double>(variant_runs.runs.size());
  for (std::size_t i = 0; i < rounds && seeds > 0.0; ++i) {
    double updates = 0.0;
    double ratio = 0.0;
    for (const TrainingRun& run : variant_runs.runs) {
      const auto found = run.rounds[i].test.find(size);
      updates += static_cast<double>(run.rounds[i].updates) / seeds;
      ratio += found == run.rounds[i].test.end() ? std::nan("") : found->second / seeds;
    }
    series.points.emplace_back(updates, ratio);
  }
  return series;
}

// A panel per collection and size with a curve per variant. Dashed: the paper's best epoch.
std::string curves_picture(const std::string& title, const Variants& variants, bool is_ablation) {
  std::vector<report::Panel> panels;
  for (const std::string& collection : collections_of(variants)) {
    for (const int size : sizes_of(variants)) {
      report::Panel panel{.title = fmt::format("{}, k={}", collection, size),
                          .x_label = "updates",
                          .y_label = "average test ratio",
                          .series = {}};
      for (const VariantRuns& each : of_collection(variants, collection)) {
        panel.series.push_back(curve(label_of(each.variant, is_ablation), each, size));
        const auto paper = paper_reward_ratio(collection, each.variant, size);
        if (!paper) continue;
        const std::string label = label_of(each.variant, is_ablation);
        panel.references.push_back(
            {*paper, "paper, " + label.substr(0, label.find(" (")), panel.series.size() - 1});
      }
      panels.push_back(std::move(panel));
    }
  }
  return report::curves_plot(title, panels);
}

std::string ablation_title(const Variants& variants) {
  for (const VariantRuns& each : variants) {
    if (each.variant != "exact") return "Ablation: RLMiner " + label_of(each.variant, true);
  }
  return "Ablation";
}

// Ratio against size: ours beside the paper's.
std::string sizes_picture(const std::string& title, const Variants& variants) {
  std::vector<report::Panel> panels;
  const std::vector<int> sizes = sizes_of(variants);
  for (const std::string& collection : collections_of(variants)) {
    report::Panel ours{
        .title = collection + ", ours", .x_label = "k", .y_label = "ratio", .series = {}};
    report::Panel theirs{
        .title = collection + ", paper", .x_label = "k", .y_label = "ratio", .series = {}};
    for (const VariantRuns& each : of_collection(variants, collection)) {
      report::Series own{label_of(each.variant, false), {}};
      report::Series published = own;
      for (const int size : sizes) {
        const auto value = spread_of(each, {Measure::BestRound}, std::span(&size, 1));
        const auto paper = paper_reward_ratio(collection, each.variant, size);
        if (value) own.points.emplace_back(size, value->mean);
        if (paper) published.points.emplace_back(size, *paper);
      }
      ours.series.push_back(std::move(own));
      if (!published.points.empty()) theirs.series.push_back(std::move(published));
    }
    panels.push_back(std::move(ours));
    if (!theirs.series.empty()) panels.push_back(std::move(theirs));
  }
  for (report::Panel& panel : panels)
    panel.y_range = {0.0, 1.0};
  return report::curves_plot(title, panels);
}

// Over the runs, which differ in their seeds.
std::optional<Spread> spread_of(const std::vector<ResultRow>& runs, std::span<const int> sizes) {
  return spread_over(runs, [&](const ResultRow& row) { return row.mean(sizes); });
}

report::Panel train_panel(const std::string& collection, const std::vector<ResultRow>& runs,
                          const std::vector<int>& sizes) {
  report::Series ours{"ours", {}};
  report::Series paper{"paper", {}};
  for (const int size : sizes) {
    if (const auto own = spread_of(runs, std::span(&size, 1)))
      ours.points.emplace_back(size, own->mean);
    if (const auto ratio = paper_train_ratio(collection, size)) {
      paper.points.emplace_back(size, *ratio);
    }
  }
  report::Panel panel{.title = collection, .x_label = "k", .y_label = "ratio", .series = {ours}};
  if (!paper.points.empty()) panel.series.push_back(paper);
  panel.y_range = {0.0, 1.0};
  return panel;
}

}  // namespace

Results rewards_results(const ExperimentOptions& options, const Variants& variants) {
  constexpr std::array kFigures{Figure{Measure::BestRound}, Figure{Measure::ChosenRound},
                                Figure{Measure::Fluctuation, kWholeRun}};
  const std::vector<int> sizes = sizes_of(variants);
  Results results{.name = "rewards",
                  .title = "Reward settings: average ratio on unseen test graphs",
                  .intro = training_conditions(options)};
  for (const std::string& collection : collections_of(variants)) {
    Table table = ratio_table(collection, "reward", sizes);
    for (const VariantRuns& each : of_collection(variants, collection)) {
      const std::string label = label_of(each.variant, false);
      add_paper_row(table, label, sizes,
                    [&](int size) { return paper_reward_ratio(collection, each.variant, size); });
      for (const Figure& figure : kFigures)
        add_row(table, label, each, figure, sizes);
    }
    results.tables.push_back(std::move(table));
  }
  results.tables.push_back(verdict_table("rewards", variants));
  results.notes = verdict_notes(results.tables.back());
  results.tables.push_back(runs_table(variants));
  results.data = figures_data(variants, kFigures, sizes);
  results.svg = sizes_picture("Reward settings: best test round", variants);
  return results;
}

Results curves_results(const ExperimentOptions& options, const Variants& variants) {
  Results results{.name = "curves",
                  .title = "Test ratio during training, by reward",
                  .intro = training_conditions(options),
                  .tables = {runs_table(variants)}};
  results.notes =
      "Dashed: the paper's best epoch. With several seeds a curve is their average, as far as all "
      "of them came.";
  results.data.header = {"collection", "variant", "seed",       "round", "updates",
                         "seconds",    "k",       "validation", "test"};
  const auto at = [](const std::map<int, double>& ratios, int size) {
    const auto found = ratios.find(size);
    return csv_cell(found == ratios.end() ? std::nullopt : std::optional(found->second));
  };
  const std::vector<int> sizes = sizes_of(variants);
  for (const VariantRuns& each : variants) {
    for (const TrainingRun& run : each.runs) {
      for (const TrainingRound& round : run.rounds) {
        for (const int size : sizes)
          results.data.rows.push_back(
              {each.collection, each.variant, std::to_string(run.wanted.seed),
               std::to_string(round.round), std::to_string(round.updates), csv_cell(round.seconds),
               std::to_string(size), at(round.validation, size), at(round.test, size)});
      }
    }
  }
  results.svg = curves_picture("Test ratio during training, by reward", variants, false);
  return results;
}

Results ablation_results(const ExperimentOptions& options, std::string_view experiment,
                         const Variants& variants) {
  constexpr std::array kFigures{Figure{Measure::ChosenRound}, Figure{Measure::BestRound},
                                Figure{Measure::Average, kLastQuarter},
                                Figure{Measure::Fluctuation, kLastQuarter}};
  const std::vector<int> sizes = sizes_of(variants);
  Results results{
      .name = experiment, .title = ablation_title(variants), .intro = training_conditions(options)};
  for (const std::string& collection : collections_of(variants)) {
    Table table = ratio_table(collection + ", test graphs", "variant", sizes);
    for (const Figure& figure : kFigures) {
      for (const VariantRuns& each : of_collection(variants, collection))
        add_row(table, label_of(each.variant, true), each, figure, sizes);
    }
    results.tables.push_back(std::move(table));
  }
  results.tables.push_back(verdict_table(experiment, variants));
  results.notes = verdict_notes(results.tables.back()) +
                  " The paper shows curves of this ablation, and no figures.";
  results.tables.push_back(runs_table(variants));
  results.data = figures_data(variants, kFigures, sizes);
  results.svg = curves_picture(results.title, variants, true);
  return results;
}

Results train_ratio_results(const ExperimentOptions& options, const Variants& variants,
                            const std::vector<ResultRow>& ratios) {
  Results results{.name = "train-ratio",
                  .title = "Average ratio on the training graphs (reward Eq. 3)",
                  .intro = training_conditions(options)};
  results.data.header = {"collection", "seed", "graphs", "k", "ratio", "paper"};
  std::vector<report::Panel> panels;
  const std::vector<int> sizes = sizes_of(variants);
  auto measured = ratios.begin();
  for (const VariantRuns& each : variants) {
    Table table = ratio_table(each.collection, "whose", sizes);
    const auto paper = [&](int size) { return paper_train_ratio(each.collection, size); };
    add_paper_row(table, "RLMiner", sizes, paper);
    const std::vector<ResultRow> own(measured, measured + std::ssize(each.runs));
    measured += std::ssize(each.runs);
    add_row(table, "ours",
            fmt::format("round chosen by validation, {} graphs", own.empty() ? 0 : own[0].graphs),
            sizes, [&](std::span<const int> some) { return spread_of(own, some); });
    panels.push_back(train_panel(each.collection, own, sizes));
    for (std::size_t i = 0; i < own.size(); ++i) {
      for (const SizeResult& cell : own[i].sizes)
        results.data.rows.push_back({each.collection, std::to_string(each.runs[i].wanted.seed),
                                     std::to_string(own[i].graphs), std::to_string(cell.size),
                                     csv_cell(cell.ratio), csv_cell(paper(cell.size))});
    }
    results.tables.push_back(std::move(table));
  }
  results.tables.push_back(runs_table(variants));
  results.notes =
      "Ours: greedy answers of the model that validation chooses, on the graphs it has learned "
      "from (not those of validation). The paper: the highest average of all epochs.";
  results.svg = report::curves_plot("Ratio on training graphs", panels);
  return results;
}

}  // namespace rlminer::study
