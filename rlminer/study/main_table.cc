// The paper's main table: every method on the five collections, and our own methods beside it.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
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

constexpr char kGreedy[] = "rl";
constexpr char kSamples[] = "rl+samples=32";
// Those that run on every collection, in the order of the table.
const std::vector<std::string> kMainMethods{"exact", "mni", "rand", kGreedy, kSamples, "auto"};
// The paper's algorithm, where a model of it is at hand: with the paper's network, inputs and
// losses, and with what helps on top.
struct SacModel {
  const char* suffix;  // of the model's name
  const char* row;
};
constexpr SacModel kSacModels[] = {{"-sac-paper", "SAC, the paper's"}, {"-sac", "SAC, ours"}};
constexpr double kGoodRatio = 0.99;  // what sampling is expected to reach

// Everything about one collection.
struct Comparison {
  Sample sample;
  std::vector<ModelFile> models;  // the first one is the shipped one, the others have other seeds
  std::vector<std::pair<SacModel, ModelFile>> sac = {};
  std::vector<ResultRow> rows = {};

  const ResultRow& ours(const std::string& method) const {
    return *std::ranges::find_if(
        rows, [&](const ResultRow& row) { return row.ours() && row.name == method; });
  }
};

// What is known before anything is measured: a missing file must not be found out after an hour.
std::vector<Comparison> comparisons(const ExperimentOptions& options) {
  std::vector<Comparison> result;
  for (const std::string& name : chosen(options, paper_collections())) {
    ModelFile shipped = model_of_collection(options, name);
    result.push_back({sample_of(options, filtered_collection(options, name), graph::Part::Test),
                      all_seeds(options, name)});
    if (result.back().models.empty()) result.back().models.push_back(std::move(shipped));
    for (const SacModel& sac : kSacModels) {
      if (auto model = find_model(options, name + sac.suffix))
        result.back().sac.emplace_back(sac, *std::move(model));
    }
  }
  return result;
}

// What the paper would report of a training run; dashes where there is no log of it.
ResultRow by_papers_protocol(const std::string& collection, const std::string& method,
                             std::optional<ResultRow> best) {
  ResultRow row = std::move(best).value_or(ResultRow());
  row.dataset = collection;
  row.name = method + ", best test round";
  row.source = "ours, paper's protocol";
  return row;
}

void add_greedy_variants(const ExperimentOptions& options, Measurer& measurer,
                         Comparison& comparison) {
  if (comparison.models.size() > 1) {
    std::vector<ResultRow> each;
    for (const ModelFile& model : comparison.models)
      each.push_back(measurer.measure(comparison.sample, kGreedy, kPaperSizes, &model));
    comparison.rows.push_back(over_models(each));
    comparison.rows.back().name = fmt::format("rl, {} models", comparison.models.size());
  }
  // Without a log the row stays, with dashes.
  const std::string& name = comparison.sample.name();
  comparison.rows.push_back(
      by_papers_protocol(name, "rl", best_test_round(options, name, kPaperSizes)));
}

void add_sac(const ExperimentOptions& options, Measurer& measurer, Comparison& comparison) {
  const std::string& name = comparison.sample.name();
  for (const auto& [sac, model] : comparison.sac) {
    comparison.rows.push_back(measurer.measure(comparison.sample, kGreedy, kPaperSizes, &model));
    comparison.rows.back().name = sac.row;
    if (auto best = best_test_round(options, name + sac.suffix, kPaperSizes))
      comparison.rows.push_back(by_papers_protocol(name, sac.row, std::move(best)));
  }
}

void measure(const ExperimentOptions& options, Measurer& measurer, Comparison& comparison) {
  for (const std::string& method : kMainMethods) {
    if (auto paper = paper_row(comparison.sample.name(), method))
      comparison.rows.push_back(*std::move(paper));
    const Method parsed = parse_method(method);
    const bool asks = engine::engine_info(parsed.engine).model != engine::UsesModel::Never;
    comparison.rows.push_back(measurer.measure(comparison.sample, method, kPaperSizes,
                                               asks ? &comparison.models.front() : nullptr));
    if (method != kGreedy) continue;
    add_greedy_variants(options, measurer, comparison);
    add_sac(options, measurer, comparison);
  }
}

std::size_t cells(const ResultRow& row, const auto& good) {
  return static_cast<std::size_t>(
      std::count_if(kPaperSizes.begin(), kPaperSizes.end(), [&](int size) {
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

// For a collection that has no model of its own, of any seed; else nothing.
std::string model_note(const std::string& collection, const ModelFile& model) {
  if (model.path.filename().string().starts_with(collection + ".")) return {};
  return fmt::format("{}: `rl` uses the model `{}`.\n\n", collection, model.path.stem().string());
}

std::vector<std::string> verdict(const Comparison& comparison) {
  const ResultRow& greedy = comparison.ours(kGreedy);
  const ResultRow& samples = comparison.ours(kSamples);
  const ResultRow& best = comparison.ours("auto");
  const auto paper = paper_row(comparison.sample.name(), kGreedy);
  const auto good = cells(samples, [](int, double ratio) { return ratio >= kGoodRatio; });
  const auto proven = best.proven();
  return {comparison.sample.name(),
          std::to_string(comparison.sample.places.size()),
          ratio_cell(paper ? paper->mean(kPaperSizes) : std::nullopt),
          ratio_cell(greedy.mean(kPaperSizes)),
          paper ? fmt::format("{} of 5", cells_above(greedy, *paper)) : "-",
          ratio_cell(samples.lowest(kPaperSizes)),
          fmt::format("{} of 5", good),
          proven ? fmt::format("{:.1f} %", 100.0 * *proven) : "-",
          seconds_cell(best.seconds),
          seconds_cell(paper ? paper->seconds : std::nullopt)};
}

bool in_picture(const ResultRow& row) {
  return row.name == "mni" || row.name == "rand" || row.name == kGreedy || row.name == kSamples ||
         row.name == "RLMiner";
}

constexpr char kMainIntro[] =
    "Average ratio of the frequency found to the best frequency, on the test part (a fifth)\n"
    "of each collection after the paper's filter. Total time: one run over all graphs and\n"
    "sizes, without reading files or loading a model; the paper's on its own machine. Methods\n"
    "that draw at random: mean ± standard deviation over seeds. `rl`: one greedy rollout,\n"
    "with the model that the validation graphs chose; by the paper's protocol the round of\n"
    "training that is best on the test graphs is reported instead. `SAC`: the same with models\n"
    "of the paper's algorithm (`rl` is imitation), where there are any: with its network, inputs\n"
    "and losses (COLLECTION-sac-paper), and with what helps on top (COLLECTION-sac). "
    "`rl+samples=32`: the\n"
    "best of 32 patterns drawn without replacement, the greedy one among them. `auto`: exact\n"
    "as long as that fits into 10 s per graph, with the model and local search otherwise.";

}  // namespace

void run_main(const ExperimentOptions& options) {
  std::vector<Comparison> all = comparisons(options);
  std::size_t steps = 0;
  for (const Comparison& each : all)
    steps +=
        kMainMethods.size() + (each.models.size() > 1 ? each.models.size() : 0) + each.sac.size();
  Measurer measurer(options, steps);
  Results results{.name = "main", .title = "All methods on the paper's collections"};
  results.intro = std::string(kMainIntro) + "\n" + conditions(options);
  results.tables = {
      {.title = "At a glance",
       .header = {"collection", "test graphs", "RLMiner (paper), mean", "rl, mean",
                  "sizes above the paper", "rl + 32 samples, lowest", "of them at least .990",
                  "auto: proven", "auto: time (s)", "RLMiner (paper): time (s)"}}};
  std::vector<ResultRow> rows;
  std::vector<report::Panel> panels;
  for (Comparison& each : all) {
    measure(options, measurer, each);
    const std::string& name = each.sample.name();
    results.tables.front().rows.push_back(verdict(each));
    results.tables.push_back(method_table(
        fmt::format("{}, {} graphs", name, each.sample.places.size()), each.rows, kPaperSizes));
    results.notes += model_note(name, each.models.front());
    for (const ModelFile& model : each.models)
      results.notes += overlap_warning(model, each.sample);
    for (const auto& [sac, model] : each.sac)
      results.notes += overlap_warning(model, each.sample);
    rows.insert(rows.end(), each.rows.begin(), each.rows.end());
    std::erase_if(each.rows, [](const ResultRow& row) { return !in_picture(row); });
    panels.push_back(ratio_panel(name, each.rows));
  }
  results.data = method_data(rows);
  results.svg = report::curves_plot("Average ratio on the test graphs", panels);
  write_results(options, results);
}

}  // namespace rlminer::study
