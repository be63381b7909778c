// How many candidates, and how much time, buy which ratio: ways to get candidates out of a policy,
// and random growth.

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
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

const std::vector<std::size_t> kCandidates{1, 2, 4, 8, 16, 32, 64, 100};

// A way to get so many candidates.
struct DecodingWay {
  const char* name;
  const char* pattern;  // of the method's name
  bool learned;
};

constexpr DecodingWay kDecodingWays[] = {
    {"samples, temperature 1", "rl+samples={}", true},
    {"samples, temperature 2", "rl+samples={}+temperature=2", true},
    {"beam", "rl+beam={}", true},
    {"multistart", "rl+multistart={}", true},
    {"random growth", "rand+samples={}", false}};

// What one way reaches, by number of candidates.
struct Curve {
  const DecodingWay& way;
  std::vector<ResultRow> rows = {};
};

std::vector<Curve> measure(const Sample& sample, const ModelFile& model, Measurer& measurer) {
  std::vector<Curve> curves;
  for (const DecodingWay& way : kDecodingWays) {
    Curve& curve = curves.emplace_back(Curve{way});
    for (const std::size_t candidates : kCandidates) {
      const std::string method = fmt::format(fmt::runtime(way.pattern), candidates);
      curve.rows.push_back(
          measurer.measure(sample, method, kPaperSizes, way.learned ? &model : nullptr));
    }
  }
  return curves;
}

Table table_of(const std::string& title, const std::vector<Curve>& curves, const auto& cell) {
  Table table{.title = title, .header = {"candidates"}, .rows = {}};
  for (const std::size_t candidates : kCandidates)
    table.header.push_back(std::to_string(candidates));
  for (const Curve& curve : curves) {
    auto& row = table.rows.emplace_back(std::vector<std::string>{curve.way.name});
    std::ranges::transform(curve.rows, std::back_inserter(row), cell);
  }
  return table;
}

// Random growth needs far more candidates, so there is a picture with and one without it.
report::Panel panel_of(const std::string& name, const std::vector<Curve>& curves, bool by_time,
                       bool learned_only) {
  report::Panel panel{
      .title = fmt::format("{}: ratio against {}{}", name, by_time ? "time" : "candidates",
                           learned_only ? ", with the policy" : ""),
      .x_label = by_time ? "log10 of the seconds for all graphs and sizes"
                         : "log2 of the candidates per graph and size",
      .y_label = "mean ratio over k = 5..9",
      .series = {}};
  for (const Curve& curve : curves) {
    if (learned_only && !curve.way.learned) continue;
    report::Series series{curve.way.name, {}};
    for (std::size_t i = 0; i < kCandidates.size(); ++i) {
      const ResultRow& row = curve.rows[i];
      const auto ratio = row.mean(kPaperSizes);
      if (!ratio || !row.seconds) continue;
      const auto candidates = static_cast<double>(kCandidates[i]);
      series.points.emplace_back(by_time ? std::log10(*row.seconds) : std::log2(candidates),
                                 *ratio);
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

constexpr char kDecodingIntro[] =
    "Mean ratio over k = 5..9 on the test part against the number of candidates per graph and\n"
    "size, and the seconds that one run over all graphs and sizes takes. The greedy rollout\n"
    "is the first candidate of every way that asks the policy; equal patterns are counted\n"
    "once; no local search follows.";

}  // namespace

void run_decoding(const ExperimentOptions& options) {
  std::vector<std::pair<Sample, ModelFile>> tasks;
  for (const std::string& name : chosen(options, {"ENZYMES", "PROTEINS"})) {
    tasks.emplace_back(sample_of(options, filtered_collection(options, name), graph::Part::Test),
                       model_of_collection(options, name));
  }
  Measurer measurer(options, tasks.size() * std::size(kDecodingWays) * kCandidates.size());
  Results results{.name = "decoding", .title = "Search on top of the policy"};
  results.intro = std::string(kDecodingIntro) + "\n" + conditions(options);
  std::vector<ResultRow> rows;
  std::vector<report::Panel> panels;
  for (const auto& [sample, model] : tasks) {
    const std::string& name = sample.name();
    const auto curves = measure(sample, model, measurer);
    for (const Curve& curve : curves)
      rows.insert(rows.end(), curve.rows.begin(), curve.rows.end());
    results.tables.push_back(
        table_of(fmt::format("{}, {} graphs: mean ratio", name, sample.places.size()), curves,
                 [](const ResultRow& row) {
                   const auto mean = row.mean(kPaperSizes);
                   return mean ? fmt::format("{:.4f}", *mean) : "-";
                 }));
    results.tables.push_back(table_of(name + ": seconds", curves, [](const ResultRow& row) {
      return seconds_cell(row.seconds);
    }));
    for (const bool learned_only : {false, true}) {
      for (const bool by_time : {false, true})
        panels.push_back(panel_of(name, curves, by_time, learned_only));
    }
  }
  results.data = method_data(rows);
  results.svg = report::curves_plot("Search on top of the policy", panels);
  write_results(options, results);
}

}  // namespace rlminer::study
