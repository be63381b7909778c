#include "rlminer/study/summary.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values)
    sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

double standard_deviation(const std::vector<double>& values) {
  if (values.size() < 2) return 0.0;
  const double middle = mean(values);
  double sum = 0.0;
  for (const double value : values)
    sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double rounded(double value, double unit) {
  return std::round(value / unit) * unit;
}

// A field of a comma-separated file.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::vector<const MethodRun*> complete_runs(const Evaluation& evaluation,
                                            const std::string& method) {
  std::vector<const MethodRun*> runs;
  for (const MethodRun& run : evaluation.runs) {
    if (run.complete && run.method.name == method) runs.push_back(&run);
  }
  return runs;
}

SummaryRow row_for(const Evaluation& evaluation, const std::vector<const MethodRun*>& runs,
                   std::size_t size) {
  SummaryRow row;
  row.dataset = evaluation.dataset;
  row.method = runs.front()->method.name;
  row.size = evaluation.sizes[size];
  row.seeds = runs.size();
  std::vector<double> means;
  std::vector<double> seconds;
  for (const MethodRun* run : runs) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < evaluation.graphs.size(); ++i) {
      if (const auto ratio = evaluation.ratio(*run, i, size)) ratios.push_back(*ratio);
    }
    means.push_back(mean(ratios));
    seconds.push_back(run->seconds);
    row.graphs = ratios.size();
  }
  row.ratio = mean(means);
  row.deviation = standard_deviation(means);
  row.seconds = mean(seconds);
  for (const EvaluatedGraph& graph : evaluation.graphs)
    row.unproven += graph.best[size] ? 0 : 1;
  return row;
}

Json to_json(const SummaryRow& row) {
  return {{"dataset", row.dataset},
          {"method", row.method},
          {"k", row.size},
          {"ratio", rounded(row.ratio, 1e-6)},
          {"graphs", row.graphs},
          {"seconds", rounded(row.seconds, 1e-6)},
          {"std", rounded(row.deviation, 1e-6)},
          {"seeds", row.seeds},
          {"unproven", row.unproven}};
}

Json conditions(const Evaluation& evaluation) {
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

void append_run(std::string& text, const Evaluation& evaluation, const MethodRun& run) {
  const std::string dataset = csv_field(evaluation.dataset);
  for (std::size_t i = 0; i < evaluation.graphs.size(); ++i) {
    const EvaluatedGraph& graph = evaluation.graphs[i];
    const auto& outcome = run.outcomes[i];
    if (!outcome) continue;
    for (std::size_t s = 0; s < evaluation.sizes.size(); ++s) {
      const auto ratio = evaluation.ratio(run, i, s);
      fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{},{},{:.6f}\n", dataset,
                     graph.number, graph.vertices, graph.edges, evaluation.sizes[s],
                     csv_field(run.method.name), run.seed, to_string(outcome->frequencies[s]),
                     graph.best[s] ? to_string(*graph.best[s]) : "",
                     ratio ? fmt::format("{:.6f}", *ratio) : "", outcome->seconds);
    }
  }
}

}  // namespace

std::vector<SummaryRow> summarise(const Evaluation& evaluation) {
  std::vector<SummaryRow> rows;
  std::vector<std::string> seen;
  for (const MethodRun& run : evaluation.runs) {
    if (std::find(seen.begin(), seen.end(), run.method.name) != seen.end()) continue;
    seen.push_back(run.method.name);
    const auto runs = complete_runs(evaluation, run.method.name);
    if (runs.empty()) continue;
    for (std::size_t s = 0; s < evaluation.sizes.size(); ++s)
      rows.push_back(row_for(evaluation, runs, s));
  }
  return rows;
}

std::string to_summary_json(const std::vector<Evaluation>& evaluations) {
  Json datasets = Json::array();
  Json rows = Json::array();
  for (const Evaluation& evaluation : evaluations) {
    datasets.push_back(conditions(evaluation));
    for (const SummaryRow& row : summarise(evaluation))
      rows.push_back(to_json(row));
  }
  const Json summary = {{"rows", std::move(rows)}, {"datasets", std::move(datasets)}};
  return summary.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_csv(const std::vector<Evaluation>& evaluations) {
  std::string text = "dataset,graph,vertices,edges,k,method,seed,frequency,best,ratio,seconds\n";
  for (const Evaluation& evaluation : evaluations) {
    for (const MethodRun& run : evaluation.runs)
      append_run(text, evaluation, run);
  }
  return text;
}

}  // namespace rlminer::study
