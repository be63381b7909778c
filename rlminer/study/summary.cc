#include "rlminer/study/summary.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "rlminer/study/spread.h"
#include "rlminer/study/table.h"

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;
using Runs = std::vector<const MethodRun*>;

double rounded(double value) {
  constexpr double kUnit = 1e-6;
  return std::round(value / kUnit) * kUnit;
}

Runs complete_runs(const Evaluation& evaluation, const std::string& method) {
  Runs runs;
  for (const MethodRun& run : evaluation.runs) {
    if (run.complete && run.method.name == method) runs.push_back(&run);
  }
  return runs;
}

SizeResult size_result(const Evaluation& evaluation, const Runs& runs, std::size_t size) {
  SizeResult result{.size = evaluation.sizes[size]};
  std::vector<double> means;
  std::vector<double> proven;  // 1 or 0 for every answer
  for (const MethodRun* run : runs) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < evaluation.graphs.size(); ++i) {
      if (const auto ratio = evaluation.ratio(*run, i, size)) ratios.push_back(*ratio);
      const std::vector<bool>& flags = run->outcomes[i]->proven;
      if (!flags.empty()) proven.push_back(flags[size] ? 1.0 : 0.0);
    }
    means.push_back(spread_of(ratios).mean);
    result.graphs = ratios.size();
  }
  const Spread spread = spread_of(means);
  if (result.graphs > 0) result.ratio = spread.mean;
  result.deviation = spread.deviation;
  if (!proven.empty()) result.proven = spread_of(proven).mean;
  for (const EvaluatedGraph& graph : evaluation.graphs)
    result.unproven += graph.best[size] ? 0 : 1;
  return result;
}

ResultRow row_of(const Evaluation& evaluation, const std::string& method, const Runs& runs) {
  ResultRow row{.dataset = evaluation.dataset,
                .name = method,
                .graphs = evaluation.graphs.size(),
                .seeds = runs.size(),
                .method = method};
  for (std::size_t s = 0; s < evaluation.sizes.size(); ++s)
    row.sizes.push_back(size_result(evaluation, runs, s));
  std::vector<double> seconds;
  for (const MethodRun* run : runs)
    seconds.push_back(run->seconds);
  row.seconds = spread_of(seconds).mean;
  return row;
}

void add_rows(const ResultRow& row, Json& rows) {
  for (const SizeResult& each : row.sizes) {
    rows.push_back({{"dataset", row.dataset},
                    {"method", row.name},
                    {"k", each.size},
                    {"ratio", rounded(each.ratio.value_or(0.0))},
                    {"graphs", each.graphs},
                    {"seconds", rounded(row.seconds.value_or(0.0))},
                    {"std", rounded(each.deviation)},
                    {"seeds", row.seeds},
                    {"unproven", each.unproven}});
  }
}

Json conditions_json(const Evaluation& evaluation) {
  Json numbers = Json::array();
  for (const EvaluatedGraph& graph : evaluation.graphs)
    numbers.push_back(graph.number);
  return {{"dataset", evaluation.dataset},
          {"graphs_in_collection", evaluation.collection_size},
          {"split", graph::to_string(evaluation.part)},
          {"split_seed", evaluation.split_seed},
          {"threads", evaluation.threads},
          {"complete", evaluation.complete},
          {"graphs", std::move(numbers)}};
}

void add_rows(const Evaluation& evaluation, const MethodRun& run, Table& table) {
  for (std::size_t i = 0; i < evaluation.graphs.size(); ++i) {
    const EvaluatedGraph& graph = evaluation.graphs[i];
    const auto& outcome = run.outcomes[i];
    for (std::size_t s = 0; outcome && s < evaluation.sizes.size(); ++s) {
      const auto ratio = evaluation.ratio(run, i, s);
      table.rows.push_back(
          {evaluation.dataset, std::to_string(graph.number), std::to_string(graph.vertices),
           std::to_string(graph.edges), std::to_string(evaluation.sizes[s]), run.method.name,
           std::to_string(run.seed), to_string(outcome->frequencies[s]),
           graph.best[s] ? to_string(*graph.best[s]) : "",
           ratio ? fmt::format("{:.6f}", *ratio) : "", fmt::format("{:.6f}", outcome->seconds)});
    }
  }
}

}  // namespace

std::vector<ResultRow> summarise(const Evaluation& evaluation) {
  std::vector<ResultRow> rows;
  for (const MethodRun& run : evaluation.runs) {
    const std::string& name = run.method.name;
    if (std::ranges::find(rows, name, &ResultRow::name) != rows.end()) continue;
    const Runs runs = complete_runs(evaluation, name);
    if (!runs.empty()) rows.push_back(row_of(evaluation, name, runs));
  }
  return rows;
}

std::string to_summary_json(const std::vector<Evaluation>& evaluations) {
  Json datasets = Json::array();
  Json rows = Json::array();
  for (const Evaluation& evaluation : evaluations) {
    datasets.push_back(conditions_json(evaluation));
    for (const ResultRow& row : summarise(evaluation))
      add_rows(row, rows);
  }
  const Json summary = {{"rows", std::move(rows)}, {"datasets", std::move(datasets)}};
  return summary.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_csv(const std::vector<Evaluation>& evaluations) {
  Table table{.title = "",
              .header = {"dataset", "graph", "vertices", "edges", "k", "method", "seed",
                         "frequency", "best", "ratio", "seconds"}};
  for (const Evaluation& evaluation : evaluations) {
    for (const MethodRun& run : evaluation.runs)
      add_rows(evaluation, run, table);
  }
  return to_csv(table);
}

}  // namespace rlminer::study
