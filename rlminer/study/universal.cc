// One model for every alphabet of labels, beside the models of one collection each.

#include <algorithm>
#include <fmt/format.h>
#include <optional>
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

const std::vector<std::string> kUniversalMethods{"rl", "rl+samples=32"};
const char* const kKinds[] = {", specialised", ", universal"};  // of models
constexpr char kUnseen[] = "MUTAG";                             // in no training part

// A collection: the test part and the model that was made for it, or all of one nobody has seen.
struct UniversalTask {
  Sample sample;
  std::optional<ModelFile> specialised;
  bool unseen = false;
};

std::vector<UniversalTask> universal_tasks(const ExperimentOptions& options) {
  std::vector<std::string> names = paper_collections();
  names.push_back(kUnseen);
  std::vector<UniversalTask> result;
  for (const std::string& name : chosen(options, names)) {
    const bool unseen = name == kUnseen;
    result.push_back(
        {sample_of(options,
                   unseen ? whole_collection(options, name) : filtered_collection(options, name),
                   unseen ? graph::Part::All : graph::Part::Test),
         unseen ? std::nullopt : find_model(options, name), unseen});
  }
  return result;
}

std::string heading(const UniversalTask& task) {
  const std::size_t graphs = task.sample.collection.graphs.size();
  return task.unseen ? fmt::format("{}, all {} graphs, unseen", task.sample.name(), graphs)
                     : fmt::format("{}, {} test graphs", task.sample.name(), graphs);
}

std::vector<ResultRow> compare(const UniversalTask& task, const ModelFile& universal,
                               Measurer& measurer) {
  std::vector<ResultRow> rows;
  if (auto paper = paper_row(task.sample.name(), "rl")) rows.push_back(*std::move(paper));
  const auto add = [&](const std::string& method, const ModelFile& model, const char* kind) {
    rows.push_back(measurer.measure(task.sample, method, kPaperSizes, &model));
    rows.back().name = method + kind;
  };
  for (const std::string& method : kUniversalMethods) {
    if (task.specialised) add(method, *task.specialised, kKinds[0]);
    add(method, universal, kKinds[1]);
  }
  return rows;
}

std::vector<std::string> glance(const UniversalTask& task, const std::vector<ResultRow>& rows) {
  std::vector<std::string> cells{task.sample.name()};
  for (const std::string& method : kUniversalMethods) {
    for (const char* const kind : kKinds) {
      const auto found = std::ranges::find(rows, method + kind, &ResultRow::name);
      cells.push_back(ratio_cell(found == rows.end() ? std::nullopt : found->mean(kPaperSizes)));
    }
  }
  return cells;
}

constexpr char kUniversalIntro[] =
    "The universal model beside the model made for each collection: average ratio on the test\n"
    "part, greedy and best of 32 rollouts; and the universal model on all of MUTAG, unfiltered,\n"
    "of which no model has seen a graph.";

}  // namespace

void run_universal(const ExperimentOptions& options) {
  const ModelFile universal = require_model(options, "universal");
  const std::vector<UniversalTask> all = universal_tasks(options);
  std::size_t steps = 0;
  for (const UniversalTask& task : all)
    steps += kUniversalMethods.size() * (task.specialised ? 2 : 1);
  Measurer measurer(options, steps);

  Results results{.name = "universal", .title = "One model for all labels"};
  results.intro = std::string(kUniversalIntro) + "\n" + conditions(options);
  results.tables.push_back({.title = "Mean over k = 5..9",
                            .header = {"collection", "rl, specialised", "rl, universal",
                                       "32 samples, specialised", "32 samples, universal"},
                            .rows = {}});
  std::vector<ResultRow> rows;
  std::vector<report::Panel> panels;
  for (const UniversalTask& task : all) {
    const auto compared = compare(task, universal, measurer);
    results.tables.front().rows.push_back(glance(task, compared));
    results.tables.push_back(method_table(heading(task), compared, kPaperSizes));
    rows.insert(rows.end(), compared.begin(), compared.end());
    panels.push_back(ratio_panel(task.sample.name(), compared));
    results.notes += overlap_warning(universal, task.sample);
    if (task.specialised) results.notes += overlap_warning(*task.specialised, task.sample);
  }
  results.data = method_data(rows);
  results.svg = report::curves_plot("The universal model", panels);
  write_results(options, results);
}

}  // namespace rlminer::study
