// Whether the time of a rollout is linear in the size of the subgraph, as the paper says of its
// policy; the exact engine beside it, whose time is not.

#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/base/statistics.h"
#include "rlminer/report/curves.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/measurer.h"
#include "rlminer/study/models.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/store.h"

namespace rlminer::study {
namespace {

const std::vector<int> kTimedSizes{3, 4, 5, 6, 7, 8, 9};
constexpr std::array kTimedMethods{"rl", "exact"};

// One method on one collection: a row for each size, asked for alone.
struct Times {
  std::string method;
  std::vector<ResultRow> rows = {};

  std::vector<double> seconds() const {
    std::vector<double> all;
    for (const ResultRow& row : rows)
      all.push_back(row.seconds.value_or(0.0));
    return all;
  }
  // How well seconds = a + b * size describes them.
  FittedLine line() const {
    const std::vector<double> sizes(kTimedSizes.begin(), kTimedSizes.end());
    return fitted_line(sizes, seconds());
  }
};

std::vector<Times> time_by_size(const Sample& sample, const ModelFile& model, Measurer& measurer) {
  std::vector<Times> times;
  for (const char* method : kTimedMethods) {
    Times& each = times.emplace_back(Times{method});
    const ModelFile* const used = each.method == "rl" ? &model : nullptr;
    for (const int size : kTimedSizes)
      each.rows.push_back(measurer.measure(sample, method, {size}, used));
  }
  return times;
}

Table time_table(const Sample& sample, const std::vector<Times>& times) {
  Table table{.title = fmt::format("{}, {} graphs: seconds", sample.name(), sample.places.size()),
              .header = {"method"}};
  for (const int size : kTimedSizes)
    table.header.push_back(fmt::format("k = {}", size));
  table.header.insert(table.header.end(), {"seconds per step of k", "R² of a straight line"});
  for (const Times& each : times) {
    auto& row = table.rows.emplace_back(std::vector<std::string>{each.method});
    for (const double seconds : each.seconds())
      row.push_back(seconds_cell(seconds));
    const FittedLine line = each.line();
    row.push_back(seconds_cell(line.slope));
    row.push_back(fmt::format("{:.3f}", line.explained));
  }
  return table;
}

report::Panel time_panel(const Sample& sample, const Times& times) {
  report::Series series{times.method, {}};
  const std::vector<double> seconds = times.seconds();
  for (std::size_t i = 0; i < kTimedSizes.size(); ++i)
    series.points.emplace_back(kTimedSizes[i], seconds[i]);
  return {.title = fmt::format("{}: {}", sample.name(), times.method),
          .x_label = "vertices of the subgraph",
          .y_label = "seconds for all graphs",
          .series = {std::move(series)}};
}

constexpr char kTimeIntro[] =
    "Seconds of one run over all graphs of the test part, each size asked for alone: one greedy\n"
    "rollout of the policy and the exact engine. A rollout of k steps asks the policy k times,\n"
    "each time about the whole graph, so its time should grow by the same amount with every k;\n"
    "R² says how much of the differences between the sizes a straight line explains.";

}  // namespace

void run_inference(const ExperimentOptions& options) {
  std::vector<std::pair<Sample, ModelFile>> tasks;
  for (const std::string& name : chosen(options, paper_collections())) {
    tasks.emplace_back(sample_of(options, filtered_collection(options, name), graph::Part::Test),
                       model_of_collection(options, name));
  }
  Measurer measurer(options, tasks.size() * kTimedMethods.size() * kTimedSizes.size());
  Results results{.name = "inference", .title = "Time to answer by size"};
  results.intro = std::string(kTimeIntro) + "\n" + conditions(options);
  std::vector<ResultRow> rows;
  std::vector<report::Panel> panels;
  for (const auto& [sample, model] : tasks) {
    const std::vector<Times> times = time_by_size(sample, model, measurer);
    results.tables.push_back(time_table(sample, times));
    for (const Times& each : times) {
      rows.insert(rows.end(), each.rows.begin(), each.rows.end());
      panels.push_back(time_panel(sample, each));
    }
  }
  results.data = method_data(rows);
  results.svg = report::curves_plot("Time to answer by size", panels);
  write_results(options, results);
}

}  // namespace rlminer::study
