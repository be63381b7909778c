#include "rlminer/study/training_tables.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <set>

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

}  // namespace rlminer::study
