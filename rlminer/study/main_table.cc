// The paper's main table: every method on the five collections, and our own methods beside it.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <vector>

#include "rlminer/report/curves.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/measurer.h"
#include "rlminer/study/models.h"
#include "rlminer/study/paper.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

const std::vector<int> kSizes{5, 6, 7, 8, 9};
constexpr char kGreedy[] = "rl";
constexpr char kSamples[] = "rl+samples=32+temperature=2";
// Those that run on every collection, in the order of the table.
const std::vector<std::string> kMethods{"exact", "mni", "rand", kGreedy, kSamples, "auto"};
constexpr double kGoodRatio = 0.99;  // what sampling is expected to reach

// Everything about one collection.
struct Comparison {
  std::string name;
  std::size_t graphs = 0;
  std::vector<ResultRow> rows;
  std::string warning;  // Markdown; empty: none

  const ResultRow& ours(const std::string& method) const {
    return *std::ranges::find_if(
        rows, [&](const ResultRow& row) { return row.ours() && row.name == method; });
  }
};

// What is known about a collection before anything is measured: a missing file must not be found
// out after an hour.
struct Task {
  Sample sample;
  std::vector<ModelFile> models;  // the first one is the shipped one, the others have other seeds
};

std::vector<Task> tasks(const ExperimentOptions& options) {
  std::vector<Task> result;
  for (const std::string& name : chosen(options, paper_collections())) {
    require_model(options, name);
    result.push_back({sample_of(options, filtered_collection(options, name), graph::Part::Test),
                      all_seeds(options, name)});
  }
  return result;
}

void add_greedy_variants(const ExperimentOptions& options, const Task& task, Measurer& measurer,
                         Comparison& comparison) {
  if (task.models.size() > 1) {
    std::vector<ResultRow> each;
    for (const ModelFile& model : task.models)
      each.push_back(measurer.measure(task.sample, kGreedy, kSizes, &model));
    comparison.rows.push_back(over_models(each));
    comparison.rows.back().name = fmt::format("rl, {} models", task.models.size());
  }
  // Without a log the row stays, with dashes.
  ResultRow log = best_test_round(options, comparison.name, kSizes).value_or(ResultRow());
  log.dataset = comparison.name;
  log.name = "rl, best test round";
  log.source = "ours, paper's protocol";
  comparison.rows.push_back(std::move(log));
}

Comparison compare(const ExperimentOptions& options, const Task& task, Measurer& measurer) {
  Comparison comparison{.name = task.sample.name(),
                        .graphs = task.sample.collection.graphs.size(),
                        .rows = {},
                        .warning = {}};
  for (const std::string& method : kMethods) {
    if (auto paper = paper_row(comparison.name, method))
      comparison.rows.push_back(*std::move(paper));
    const Method parsed = parse_method(method);
    const bool asks = engine::engine_info(parsed.engine).model != engine::UsesModel::Never;
    comparison.rows.push_back(
        measurer.measure(task.sample, method, kSizes, asks ? &task.models.front() : nullptr));
    if (method == kGreedy) add_greedy_variants(options, task, measurer, comparison);
  }
  for (const ModelFile& model : task.models)
    comparison.warning += overlap_warning(model, task.sample);
  return comparison;
}

std::size_t cells(const ResultRow& row, const auto& good) {
  return static_cast<std::size_t>(std::count_if(kSizes.begin(), kSizes.end(), [&](int size) {
    const auto ratio = row.ratio(size);
    return ratio && good(size, *ratio);
  }));
}

// The figures of the paper are rounded to three digits, and so are ours before they are compared.
std::size_t cells_above(const ResultRow& ours, const ResultRow& paper) {
  return cells(ours, [&](int size, double ratio) {
    return std::round(ratio * 1000) > std::round(paper.ratio(size).value_or(1.0) * 1000);
  });
}

std::vector<std::string> verdict(const Comparison& comparison) {
  const ResultRow& greedy = comparison.ours(kGreedy);
  const ResultRow& samples = comparison.ours(kSamples);
  const ResultRow& best = comparison.ours("auto");
  const auto paper = paper_row(comparison.name, kGreedy);
  const auto good = cells(samples, [](int, double ratio) { return ratio >= kGoodRatio; });
  const auto proven = best.proven();
  return {comparison.name,
          std::to_string(comparison.graphs),
          ratio_cell(paper ? paper->mean(kSizes) : std::nullopt),
          ratio_cell(greedy.mean(kSizes)),
          paper ? fmt::format("{} of 5", cells_above(greedy, *paper)) : "-",
          ratio_cell(samples.lowest(kSizes)),
          fmt::format("{} of 5", good),
          proven ? fmt::format("{:.1f} %", 100.0 * *proven) : "-",
          seconds_cell(best.seconds),
          seconds_cell(paper ? paper->seconds : std::nullopt)};
}

Table verdicts(const std::vector<Comparison>& comparisons) {
  Table table{
      .title = "At a glance",
      .header = {"collection", "test graphs", "RLMiner (paper), mean", "rl, mean",
                 "sizes above the paper", "rl + 32 samples, lowest", "of them at least .990",
                 "auto: proven", "auto: time (s)", "RLMiner (paper): time (s)"},
      .rows = {}};
  for (const Comparison& comparison : comparisons)
    table.rows.push_back(verdict(comparison));
  return table;
}

report::Panel panel_of(const Comparison& comparison) {
  report::Panel panel{
      .title = comparison.name, .x_label = "k", .y_label = "average ratio", .series = {}};
  for (const ResultRow& row : comparison.rows) {
    const bool shown = row.name == "mni" || row.name == "rand" || row.name == kGreedy ||
                       row.name == kSamples || row.name == "RLMiner";
    if (shown) panel.series.push_back(ratio_series(row));
  }
  return panel;
}

constexpr char kIntro[] =
    "Average ratio of the frequency found to the best frequency, on the test part (a fifth)\n"
    "of each collection after the paper's filter. Total time: one run over all graphs and\n"
    "sizes, without reading files or loading a model; the paper's on its own machine. Methods\n"
    "that draw at random: mean ± standard deviation over seeds. `rl`: one greedy rollout,\n"
    "with the model that the validation graphs chose; by the paper's protocol the round of\n"
    "training that is best on the test graphs is reported instead. `rl+samples=32+...`: the\n"
    "best of 32 rollouts drawn at temperature 2, each pattern counted once. `auto`: exact as long "
    "as that fits into 10 s\n"
    "per graph, with the model and local search otherwise.";

}  // namespace

void run_main(const ExperimentOptions& options) {
  const std::vector<Task> all = tasks(options);
  std::size_t steps = 0;
  for (const Task& task : all)
    steps += kMethods.size() + (task.models.size() > 1 ? task.models.size() : 0);
  Measurer measurer(options, steps);
  std::vector<Comparison> comparisons;
  for (const Task& task : all)
    comparisons.push_back(compare(options, task, measurer));

  Results results{.name = "main", .title = "All methods on the paper's collections"};
  results.intro = std::string(kIntro) + "\n" + conditions(options);
  results.tables.push_back(verdicts(comparisons));
  std::vector<ResultRow> rows;
  std::vector<report::Panel> panels;
  for (const Comparison& comparison : comparisons) {
    results.tables.push_back(method_table(
        fmt::format("{}, {} graphs", comparison.name, comparison.graphs), comparison.rows, kSizes));
    results.notes += comparison.warning;
    std::copy(comparison.rows.begin(), comparison.rows.end(), std::back_inserter(rows));
    panels.push_back(panel_of(comparison));
  }
  results.data = method_data(rows);
  results.svg = report::curves_plot("Average ratio on the test graphs", panels);
  write_results(options, results);
}

}  // namespace rlminer::study
