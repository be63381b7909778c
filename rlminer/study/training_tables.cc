#include "rlminer/study/training_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "rlminer/report/curves.h"
#include "rlminer/study/paper.h"

namespace rlminer::study {
namespace {

using Variants = std::vector<VariantRuns>;
using Row = std::vector<std::string>;

constexpr char kOneSeed[] = ", one seed";

std::string spread_cell(const std::optional<Spread>& spread) {
  if (!spread) return ratio_cell(std::nullopt);
  return spread->seeds > 1 ? ratio_cell(spread->mean, spread->deviation) : ratio_cell(spread->mean);
}

const VariantRuns* find(const Variants& variants, const std::string& collection,
                        std::string_view name) {
  for (const VariantRuns& each : variants) {
    if (each.collection == collection && each.variant == name) return &each;
  }
  return nullptr;
}

}  // namespace

std::string label_of(std::string_view variant, bool is_ablation) {
  static const std::map<std::string_view, std::string_view> labels = {
      {"raw", "Eq. 2 (raw)"},
      {"exact", "Eq. 3 (exact)"},
      {"density", "Eq. 4 (density)"},
      {"no-task-steps", "without remaining steps"},
      {"no-skip-gate", "skip without gate"},
      {"no-state-messages", "without state-aware messages"},
      {"no-reward-head", "without reward head"}};
  if (is_ablation && variant == "exact") return "RLMiner";
  const auto found = labels.find(variant);
  return std::string(found == labels.end() ? variant : found->second);
}

std::vector<int> sizes_of(const Variants& variants) {
  std::set<int> sizes;
  for (const VariantRuns& each : variants) {
    for (const TrainingRun& run : each.runs) {
      for (const TrainingRound& round : run.rounds) {
        for (const auto& [size, _] : round.test)
          sizes.insert(size);
      }
    }
  }
  return {sizes.begin(), sizes.end()};
}

std::vector<std::string> collections_of(const Variants& variants) {
  std::vector<std::string> names;
  for (const VariantRuns& each : variants) {
    if (names.empty() || names.back() != each.collection) names.push_back(each.collection);
  }
  return names;
}

Variants of_collection(const Variants& variants, const std::string& collection) {
  Variants chosen;
  std::copy_if(variants.begin(), variants.end(), std::back_inserter(chosen),
               [&](const VariantRuns& each) { return each.collection == collection; });
  return chosen;
}

std::string training_conditions(const ExperimentOptions& options) {
  std::string text = fmt::format(
      "Trained by soft actor-critic (`rlminer train --algorithm sac`): preset `{}`, device `{}`, "
      "at most {:g} seconds of wall clock per run, counting the graphs first included ({} run{} at "
      "a "
      "time), "
      "split seed {}, {} seed{} per variant",
      options.preset, options.device, options.budget, std::max(1, options.jobs),
      options.jobs > 1 ? "s" : "", options.split_seed, std::max<std::size_t>(1, options.seeds),
      options.seeds > 1 ? "s" : "");
  if (!options.train_options.empty())
    text += fmt::format(", with `{}`", fmt::join(options.train_options, " "));
  return text +
         ". The last table says how far the runs came; the paper trains for 150 epochs on ENZYMES "
         "and 75 on PROTEINS. Test graphs are only looked at, they choose nothing, except where "
         "the paper's protocol does: it reports its best epoch on the test graphs.";
}

Table runs_table(const Variants& variants) {
  Table table{.title = "Training runs",
              .header = {"run", "note", "epochs", "updates", "seconds", "chosen epoch"},
              .rows = {},
              .numbers_from = 2};
  for (const VariantRuns& each : variants) {
    for (const TrainingRun& run : each.runs) {
      const TrainingRound& last = run.rounds.back();
      table.rows.push_back({run.wanted.name(), run.note, std::to_string(last.round),
                            std::to_string(last.updates), seconds_cell(last.seconds),
                            std::to_string(run.chosen().round)});
    }
  }
  return table;
}

Table ratio_table(const std::string& title, const char* what, const std::vector<int>& sizes) {
  Table table{.title = title, .header = {what, "figure"}, .rows = {}, .numbers_from = 2};
  for (const int size : sizes)
    table.header.push_back(fmt::format("k={}", size));
  table.header.emplace_back("mean");
  return table;
}

void add_paper_row(Table& table, const std::string& label, const std::vector<int>& sizes,
                   const std::function<std::optional<double>(int size)>& paper) {
  Row row{label, "the paper"};
  for (const int size : sizes)
    row.push_back(ratio_cell(paper(size)));
  row.push_back(ratio_cell(mean_over(sizes, paper)));
  if (std::ranges::any_of(sizes, [&](int size) { return paper(size).has_value(); }))
    table.rows.push_back(row);
}

void add_row(Table& table, const std::string& label, const std::string& figure,
             const std::vector<int>& sizes,
             const std::function<std::optional<Spread>(std::span<const int>)>& spread) {
  Row row{label, figure};
  for (const int size : sizes)
    row.push_back(spread_cell(spread(std::span(&size, 1))));
  row.push_back(spread_cell(spread(sizes)));
  table.rows.push_back(row);
}

void add_row(Table& table, const std::string& label, const VariantRuns& runs, const Figure& figure,
             const std::vector<int>& sizes) {
  add_row(table, label, figure.name(), sizes,
          [&](std::span<const int> some) { return spread_of(runs, figure, some); });
}

Table figures_data(const Variants& variants, std::span<const Figure> figures,
                   const std::vector<int>& sizes) {
  Table data{
      .title = "",
      .header = {"collection", "variant", "seed", "updates", "figure", "k", "value", "paper"},
      .rows = {}};
  for (const VariantRuns& each : variants) {
    for (const TrainingRun& run : each.runs) {
      for (const Figure& figure : figures) {
        for (const int size : sizes) {
          const auto paper = figure.measure == Measure::BestRound
                                 ? paper_reward_ratio(each.collection, each.variant, size)
                                 : std::nullopt;
          data.rows.push_back({each.collection, each.variant, std::to_string(run.wanted.seed),
                               std::to_string(run.rounds.back().updates), figure.name(),
                               std::to_string(size), csv_cell(figure_of(run, figure, size)),
                               csv_cell(paper)});
        }
      }
    }
  }
  return data;
}

Table verdict_table(std::string_view experiment, const Variants& variants) {
  Table table{.title = "What the paper says, and what these runs say",
              .header = {"collection", "the paper", "verdict", "difference", "sizes agreeing"},
              .rows = {},
              .numbers_from = 3};
  for (const std::string& collection : collections_of(variants)) {
    for (const Claim& claim : paper_claims(experiment)) {
      const VariantRuns* const first = find(variants, collection, claim.first);
      const VariantRuns* const second = find(variants, collection, claim.second);
      if (first == nullptr || second == nullptr) continue;
      Row row{collection, std::string(claim.text)};
      if (const auto judgement = judge(claim, *first, *second)) {
        const bool several = first->runs.size() > 1 && second->runs.size() > 1;
        row.push_back(std::string(to_string(judgement->verdict)) + (several ? "" : kOneSeed));
        row.push_back(fmt::format("{:+.3f}", judgement->difference) +
                      (several ? fmt::format(" ± {:.3f}", judgement->margin) : ""));
        row.push_back(fmt::format("{} of {}", judgement->agreeing, judgement->sizes));
      } else {
        row.insert(row.end(), {"too few rounds", "-", "-"});
      }
      table.rows.push_back(row);
    }
  }
  return table;
}

std::string verdict_notes(const Table& verdicts) {
  const auto same = std::count_if(verdicts.rows.begin(), verdicts.rows.end(), [](const Row& row) {
    return row[2].starts_with(to_string(Verdict::Same));
  });
  return fmt::format(
      "{} of {} statements of the paper have the same direction here. Difference: the variant "
      "named first (in ablations RLMiner) minus the other, averaged over the sizes the statement "
      "is about, ± half the width of its 95 % confidence interval over seeds (Student's t, each "
      "statement for itself); what the interval leaves open is not clear. One seed says nothing "
      "about chance. \"Similar\" and \"comparable\" are read as within {}. Stages are parts of "
      "the rounds a run has come to; runs of fewer than {} rounds are not judged.",
      same, verdicts.rows.size(), kSimilar, kFewestRounds);
}

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
