#include "rlminer/study/training_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "rlminer/report/curves.h"
#include "rlminer/study/paper.h"

namespace rlminer::study {
namespace {

using Row = std::vector<std::string>;

constexpr std::array kRewardFigures{Figure{Measure::BestRound}, Figure{Measure::ChosenRound},
                                    Figure{Measure::Fluctuation, kWholeRun}};
constexpr std::array kAblationFigures{Figure{Measure::ChosenRound}, Figure{Measure::BestRound},
                                      Figure{Measure::Average, kLastQuarter},
                                      Figure{Measure::Fluctuation, kLastQuarter}};

const std::string& collection_of(const TrainingRun& run) {
  return run.wanted.collection;
}

const std::string& variant_of(const TrainingRun& run) {
  return run.wanted.variant.name;
}

// Stretches of the list whose runs have the same `key`.
std::vector<RunList> grouped(RunList runs, const std::string& (*key)(const TrainingRun&)) {
  std::vector<RunList> groups;
  while (!runs.empty()) {
    const auto end = std::ranges::find_if(
        runs, [&](const TrainingRun& run) { return key(run) != key(runs.front()); });
    groups.emplace_back(runs.begin(), end);
    runs = {end, runs.end()};
  }
  return groups;
}

// How tables name a variant. In an ablation the full method is not one reward of three but RLMiner.
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

// How the runs were made.
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

// How far they came.
Table runs_table(RunList runs) {
  Table table{.title = "Training runs",
              .header = {"run", "note", "epochs", "updates", "seconds", "chosen epoch"},
              .rows = {},
              .numbers_from = 2};
  for (const TrainingRun& run : runs) {
    const model::TrainRow& last = run.rounds.back();
    table.rows.push_back({run.wanted.name(), run.note, std::to_string(last.round),
                          std::to_string(last.updates), seconds_cell(last.seconds),
                          std::to_string(run.chosen().round)});
  }
  return table;
}

// A column per size, and one for their average.
class RatioTable {
 public:
  RatioTable(const std::string& title, const char* what, std::vector<int> sizes)
      : sizes_(std::move(sizes)),
        table_{.title = title, .header = {what, "figure"}, .rows = {}, .numbers_from = 2} {
    for (const int size : sizes_)
      table_.header.push_back(fmt::format("k={}", size));
    table_.header.emplace_back("mean");
  }

  // The spread over seeds of the average over some sizes.
  using Value = std::function<std::optional<Spread>(std::span<const int> sizes)>;
  void add(const std::string& label, const std::string& figure, const Value& value) {
    Row& row = table_.rows.emplace_back(Row{label, figure});
    for (const int size : sizes_)
      row.push_back(cell(value(std::span(&size, 1))));
    row.push_back(cell(value(sizes_)));
  }
  void add(const std::string& label, const Figure& figure, RunList runs) {
    add(label, figure.name(),
        [&](std::span<const int> sizes) { return spread_of(runs, figure, sizes); });
  }
  // Where the paper has figures; else nothing.
  void add_paper(const std::string& label, const std::function<std::optional<double>(int)>& paper) {
    if (std::ranges::none_of(sizes_, [&](int size) { return paper(size).has_value(); })) return;
    add(label, "the paper", [&](std::span<const int> sizes) -> std::optional<Spread> {
      const auto mean = mean_over(sizes, paper);
      return mean ? std::optional(Spread{.mean = *mean, .seeds = 1}) : std::nullopt;
    });
  }

  const Table& table() const { return table_; }

 private:
  static std::string cell(const std::optional<Spread>& spread) {
    if (!spread) return ratio_cell(std::nullopt);
    return spread->seeds > 1 ? ratio_cell(spread->mean, spread->deviation)
                             : ratio_cell(spread->mean);
  }

  std::vector<int> sizes_;
  Table table_;
};

// One line per run, figure and size, and the paper's where it has one.
Table figures_data(RunList runs, std::span<const Figure> figures) {
  Table data{
      .header = {"collection", "variant", "seed", "updates", "figure", "k", "value", "paper"}};
  const std::vector<int> sizes = sizes_of(runs);
  for (const TrainingRun& run : runs) {
    for (const Figure& figure : figures) {
      for (const int size : sizes) {
        const auto paper = figure.measure == Measure::BestRound
                               ? paper_reward_ratio(collection_of(run), variant_of(run), size)
                               : std::nullopt;
        data.rows.push_back({collection_of(run), variant_of(run), std::to_string(run.wanted.seed),
                             std::to_string(run.rounds.back().updates), figure.name(),
                             std::to_string(size), csv_cell(figure_of(run, figure, size)),
                             csv_cell(paper)});
      }
    }
  }
  return data;
}

// What these runs say about what the paper says: verdict, difference, sizes that agree.
Row verdict_cells(const Claim& claim, RunList first, RunList second) {
  const auto judgement = judge(claim, first, second);
  if (!judgement) return {"too few rounds", "-", "-"};
  const bool several = first.size() > 1 && second.size() > 1;
  return {std::string(text_of(judgement->verdict)) + (several ? "" : ", one seed"),
          fmt::format("{:+.3f}", judgement->difference) +
              (several ? fmt::format(" ± {:.3f}", judgement->margin) : ""),
          fmt::format("{} of {}", judgement->agreeing, judgement->sizes)};
}

Table verdict_table(std::string_view experiment, RunList runs) {
  Table table{.title = "What the paper says, and what these runs say",
              .header = {"collection", "the paper", "verdict", "difference", "sizes agreeing"},
              .rows = {},
              .numbers_from = 3};
  for (const RunList collection : grouped(runs, collection_of)) {
    std::map<std::string_view, RunList> variants;
    for (const RunList variant : grouped(collection, variant_of))
      variants[variant_of(variant.front())] = variant;
    for (const Claim& claim : paper_claims(experiment)) {
      if (!variants.contains(claim.first) || !variants.contains(claim.second)) continue;
      Row& row =
          table.rows.emplace_back(Row{collection_of(collection.front()), std::string(claim.text)});
      std::ranges::move(verdict_cells(claim, variants[claim.first], variants[claim.second]),
                        std::back_inserter(row));
    }
  }
  return table;
}

// How to read that.
std::string verdict_notes(const Table& verdicts) {
  const auto same = std::ranges::count_if(
      verdicts.rows, [](const Row& row) { return row[2].starts_with(text_of(Verdict::Same)); });
  return fmt::format(
      "{} of {} statements of the paper have the same direction here. Difference: the variant "
      "named first (in ablations RLMiner) minus the other, averaged over the sizes the statement "
      "is about, ± half the width of its 95 % confidence interval over seeds (Student's t, each "
      "statement for itself); what the interval leaves open is not clear. One seed says nothing "
      "about chance. \"Similar\" and \"comparable\" are read as within {}. Stages are parts of "
      "the rounds a run has come to; runs of fewer than {} rounds are not judged.",
      same, verdicts.rows.size(), kSimilar, kFewestRounds);
}

// Test ratio against updates; several seeds averaged round by round as far as all of them came.
report::Series curve(const std::string& name, RunList runs, int size) {
  report::Series series{name, {}};
  const auto shortest =
      std::ranges::min_element(runs, {}, [](const TrainingRun& run) { return run.rounds.size(); });
  for (std::size_t i = 0; i < shortest->rounds.size(); ++i) {
    std::vector<double> updates;
    std::vector<double> ratios;
    for (const TrainingRun& run : runs) {
      updates.push_back(static_cast<double>(run.rounds[i].updates));
      ratios.push_back(model::value_at(run.rounds[i].test, size).value_or(std::nan("")));
    }
    series.points.emplace_back(mean(updates), mean(ratios));
  }
  return series;
}

// A panel per collection and size with a curve per variant. Dashed: the paper's best epoch.
std::string curves_picture(const std::string& title, RunList runs, bool is_ablation) {
  std::vector<report::Panel> panels;
  for (const RunList collection : grouped(runs, collection_of)) {
    const std::string& name = collection_of(collection.front());
    for (const int size : sizes_of(runs)) {
      report::Panel& panel = panels.emplace_back(
          report::Panel{fmt::format("{}, k={}", name, size), "updates", "average test ratio", {}});
      for (const RunList variant : grouped(collection, variant_of)) {
        const std::string label = label_of(variant_of(variant.front()), is_ablation);
        panel.series.push_back(curve(label, variant, size));
        const auto paper = paper_reward_ratio(name, variant_of(variant.front()), size);
        if (!paper) continue;
        panel.references.push_back(
            {*paper, "paper, " + label.substr(0, label.find(" (")), panel.series.size() - 1});
      }
    }
  }
  return report::curves_plot(title, panels);
}

// The sizes for which `value` has something to say.
report::Series size_series(const std::string& name, const std::vector<int>& sizes,
                           const std::function<std::optional<double>(int)>& value) {
  report::Series series{name, {}};
  for (const int size : sizes) {
    if (const auto found = value(size)) series.points.emplace_back(size, *found);
  }
  return series;
}

// Ratio against size: ours beside the paper's.
std::string sizes_picture(const std::string& title, RunList runs) {
  std::vector<report::Panel> panels;
  const std::vector<int> sizes = sizes_of(runs);
  for (const RunList collection : grouped(runs, collection_of)) {
    const std::string& name = collection_of(collection.front());
    report::Panel ours{name + ", ours", "k", "ratio", {}, {{0.0, 1.0}}};
    report::Panel theirs{name + ", paper", "k", "ratio", {}, {{0.0, 1.0}}};
    for (const RunList each : grouped(collection, variant_of)) {
      const std::string& variant = variant_of(each.front());
      ours.series.push_back(size_series(label_of(variant, false), sizes, [&](int size) {
        const auto spread = spread_of(each, {Measure::BestRound}, std::span(&size, 1));
        return spread ? std::optional(spread->mean) : std::nullopt;
      }));
      theirs.series.push_back(size_series(label_of(variant, false), sizes, [&](int size) {
        return paper_reward_ratio(name, variant, size);
      }));
    }
    std::erase_if(theirs.series, [](const report::Series& each) { return each.points.empty(); });
    panels.push_back(std::move(ours));
    if (!theirs.series.empty()) panels.push_back(std::move(theirs));
  }
  return report::curves_plot(title, panels);
}

// The test ratios of one collection, variant by variant with the paper's (rewards), or figure by
// figure (an ablation, of which the paper has none).
Table variants_table(RunList runs, const std::vector<int>& sizes, bool is_ablation) {
  const std::string& collection = collection_of(runs.front());
  const std::vector<RunList> variants = grouped(runs, variant_of);
  const auto label = [&](RunList variant) {
    return label_of(variant_of(variant.front()), is_ablation);
  };
  if (is_ablation) {
    RatioTable table(collection + ", test graphs", "variant", sizes);
    for (const Figure& figure : kAblationFigures) {
      for (const RunList variant : variants)
        table.add(label(variant), figure, variant);
    }
    return table.table();
  }
  RatioTable table(collection, "reward", sizes);
  for (const RunList variant : variants) {
    table.add_paper(label(variant), [&](int size) {
      return paper_reward_ratio(collection, variant_of(variant.front()), size);
    });
    for (const Figure& figure : kRewardFigures)
      table.add(label(variant), figure, variant);
  }
  return table.table();
}

std::string ablation_title(RunList runs) {
  const auto other =
      std::ranges::find_if(runs, [](const TrainingRun& run) { return variant_of(run) != "exact"; });
  if (other == runs.end()) return "Ablation";
  return "Ablation: RLMiner " + label_of(variant_of(*other), true);
}

}  // namespace

std::vector<int> sizes_of(RunList runs) {
  std::set<int> sizes;
  for (const TrainingRun& run : runs) {
    for (const model::TrainRow& round : run.rounds) {
      for (const auto& [size, _] : round.test)
        sizes.insert(size);
    }
  }
  return {sizes.begin(), sizes.end()};
}

Results comparison_results(const ExperimentOptions& options, std::string_view experiment,
                           RunList runs) {
  const bool is_ablation = experiment != "rewards";
  Results results{.name = experiment,
                  .title = is_ablation ? ablation_title(runs)
                                       : "Reward settings: average ratio on unseen test graphs",
                  .intro = training_conditions(options)};
  for (const RunList collection : grouped(runs, collection_of))
    results.tables.push_back(variants_table(collection, sizes_of(runs), is_ablation));
  results.tables.push_back(verdict_table(experiment, runs));
  results.notes = verdict_notes(results.tables.back());
  results.tables.push_back(runs_table(runs));
  if (is_ablation) {
    results.notes += " The paper shows curves of this ablation, and no figures.";
    results.data = figures_data(runs, kAblationFigures);
    results.svg = curves_picture(results.title, runs, true);
  } else {
    results.data = figures_data(runs, kRewardFigures);
    results.svg = sizes_picture("Reward settings: best test round", runs);
  }
  return results;
}

Results curves_results(const ExperimentOptions& options, RunList runs) {
  Results results{.name = "curves",
                  .title = "Test ratio during training, by reward",
                  .intro = training_conditions(options),
                  .tables = {runs_table(runs)}};
  results.notes =
      "Dashed: the paper's best epoch. With several seeds a curve is their average, as far as all "
      "of them came.";
  results.data.header = {"collection", "variant", "seed",       "round", "updates",
                         "seconds",    "k",       "validation", "test"};
  const std::vector<int> sizes = sizes_of(runs);
  for (const TrainingRun& run : runs) {
    for (const model::TrainRow& round : run.rounds) {
      for (const int size : sizes)
        results.data.rows.push_back(
            {collection_of(run), variant_of(run), std::to_string(run.wanted.seed),
             std::to_string(round.round), std::to_string(round.updates), csv_cell(round.seconds),
             std::to_string(size), csv_cell(model::value_at(round.validation, size)),
             csv_cell(model::value_at(round.test, size))});
    }
  }
  results.svg = curves_picture(results.title, runs, false);
  return results;
}

Results train_ratio_results(const ExperimentOptions& options, RunList runs,
                            const std::vector<ResultRow>& ratios) {
  Results results{.name = "train-ratio",
                  .title = "Average ratio on the training graphs (reward Eq. 3)",
                  .intro = training_conditions(options)};
  results.data.header = {"collection", "seed", "graphs", "k", "ratio", "paper"};
  std::vector<report::Panel> panels;
  const std::vector<int> sizes = sizes_of(runs);
  std::span<const ResultRow> measured = ratios;
  for (const RunList each : grouped(runs, collection_of)) {
    const std::string& collection = collection_of(each.front());
    const auto own = measured.first(each.size());
    measured = measured.subspan(each.size());
    const auto paper = [&](int size) { return paper_train_ratio(collection, size); };
    const auto ours = [&](std::span<const int> some) {
      return spread_over(own, [&](const ResultRow& row) { return row.mean(some); });
    };
    RatioTable table(collection, "whose", sizes);
    table.add_paper("RLMiner", paper);
    table.add("ours", fmt::format("round chosen by validation, {} graphs", own[0].graphs), ours);
    results.tables.push_back(table.table());
    panels.push_back({collection, "k", "ratio", {}, {{0.0, 1.0}}});
    panels.back().series = {size_series("ours", sizes,
                                        [&](int size) {
                                          const auto spread = ours(std::span(&size, 1));
                                          return spread ? std::optional(spread->mean)
                                                        : std::nullopt;
                                        }),
                            size_series("paper", sizes, paper)};
    if (panels.back().series.back().points.empty()) panels.back().series.pop_back();
    for (std::size_t i = 0; i < own.size(); ++i) {
      for (const SizeResult& cell : own[i].sizes)
        results.data.rows.push_back({collection, std::to_string(each[i].wanted.seed),
                                     std::to_string(own[i].graphs), std::to_string(cell.size),
                                     csv_cell(cell.ratio), csv_cell(paper(cell.size))});
    }
  }
  results.tables.push_back(runs_table(runs));
  results.notes =
      "Ours: greedy answers of the model that validation chooses, on the graphs it has learned "
      "from (not those of validation). The paper: the highest average of all epochs.";
  results.svg = report::curves_plot("Ratio on training graphs", panels);
  return results;
}

}  // namespace rlminer::study
