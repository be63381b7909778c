#include "rlminer/study/evaluation_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "rlminer/report/curves.h"
#include "rlminer/report/html_page.h"
#include "rlminer/report/pattern_symbols.h"
#include "rlminer/study/paper.h"
#include "rlminer/study/table.h"

namespace rlminer::study {
namespace {

using Json = nlohmann::ordered_json;
using Runs = std::vector<const MethodRun*>;

double rounded(double value) {
  constexpr double kUnit = 1e-6;
  return std::round(value / kUnit) * kUnit;
}

std::size_t answered(const MethodRun& run) {
  return static_cast<std::size_t>(
      std::count_if(run.outcomes.begin(), run.outcomes.end(),
                    [](const auto& outcome) { return outcome.has_value(); }));
}

// The runs of a method that its figures come from: the complete ones or, when it was interrupted
// before there was one, what it has answered until then.
Runs runs_of(const Evaluation& evaluation, const std::string& method) {
  Runs complete, begun;
  for (const MethodRun& run : evaluation.runs) {
    if (run.method.name != method) continue;
    if (run.complete) {
      complete.push_back(&run);
    } else if (answered(run) > 0) {
      begun.push_back(&run);
    }
  }
  return complete.empty() ? begun : complete;
}

SizeResult size_result(const Evaluation& evaluation, const Runs& runs, std::size_t size) {
  SizeResult result{.size = evaluation.sizes[size]};
  std::vector<double> means;
  std::vector<double> proven;  // 1 or 0 for every answer
  for (const MethodRun* run : runs) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < evaluation.graphs.size(); ++i) {
      if (const auto ratio = evaluation.ratio(*run, i, size)) ratios.push_back(*ratio);
      const auto& outcome = run->outcomes[i];
      if (outcome && !outcome->proven.empty()) proven.push_back(outcome->proven[size] ? 1.0 : 0.0);
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
                .graphs = answered(*runs.front()),
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
    const Runs runs = runs_of(evaluation, name);
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
  Table table{.header = {"dataset", "graph", "vertices", "edges", "k", "method", "seed",
                         "frequency", "best", "ratio", "seconds"}};
  for (const Evaluation& evaluation : evaluations) {
    for (const MethodRun& run : evaluation.runs)
      add_rows(evaluation, run, table);
  }
  return to_csv(table);
}

namespace {

// "rand+samples=32" is a variant of the method the paper's row is about.
std::string family(const ResultRow& row) {
  return row.method.substr(0, row.method.find('+'));
}

// The paper's rows, each above those of ours that it is about, and then the others of ours.
std::vector<ResultRow> rows_with_paper(const Evaluation& evaluation) {
  std::vector<ResultRow> ours = summarise(evaluation);
  std::vector<ResultRow> rows;
  for (ResultRow& quoted : paper_rows(evaluation.dataset)) {
    rows.push_back(std::move(quoted));
    const std::string method = rows.back().method;
    std::ranges::copy_if(ours, std::back_inserter(rows),
                         [&](const ResultRow& row) { return family(row) == method; });
    std::erase_if(ours, [&](const ResultRow& row) { return family(row) == method; });
  }
  rows.insert(rows.end(), ours.begin(), ours.end());
  return rows;
}

// Which methods an interrupt has left with a part of the graphs.
std::string interruption(const Evaluation& evaluation) {
  if (evaluation.complete) return {};
  std::string text = " Interrupted: methods that were not begun are missing.";
  for (const ResultRow& row : summarise(evaluation)) {
    if (row.graphs == evaluation.graphs.size()) continue;
    text += fmt::format(" {} was left after {} of {} graphs; its figures are about these.",
                        row.name, row.graphs, evaluation.graphs.size());
  }
  return text;
}

// On which graphs, with how many threads, and what is missing.
std::string conditions(const Evaluation& evaluation) {
  std::string text = fmt::format("{} of {} graphs ({}", evaluation.graphs.size(),
                                 evaluation.collection_size, graph::to_string(evaluation.part));
  if (evaluation.part != graph::Part::All)
    text += fmt::format(" part, split seed {}", evaluation.split_seed);
  text += fmt::format("), {} thread{}.", evaluation.threads, evaluation.threads == 1 ? "" : "s");
  for (std::size_t s = 0; s < evaluation.sizes.size(); ++s) {
    const auto unproven =
        std::count_if(evaluation.graphs.begin(), evaluation.graphs.end(),
                      [&](const EvaluatedGraph& graph) { return !graph.best[s]; });
    if (unproven > 0) {
      text += fmt::format(" k={}: {} graphs left out, their best frequency is not proven.",
                          evaluation.sizes[s], unproven);
    }
  }
  return text + interruption(evaluation);
}

// The mean over the sizes and seeds of each method's ratios on one graph.
std::map<std::string, double> means_on(const Evaluation& evaluation,
                                       const std::vector<ResultRow>& methods, std::size_t graph) {
  std::map<std::string, std::vector<double>> ratios;
  for (const ResultRow& row : methods) {
    for (const MethodRun* run : runs_of(evaluation, row.name)) {
      for (std::size_t size = 0; size < evaluation.sizes.size(); ++size) {
        if (const auto ratio = evaluation.ratio(*run, graph, size))
          ratios[row.name].push_back(*ratio);
      }
    }
  }
  std::map<std::string, double> means;
  for (const auto& [name, values] : ratios)
    means[name] = spread_of(values).mean;
  return means;
}

Table graph_table(const Evaluation& evaluation) {
  Table table{.title = "Every graph: the mean ratio over its sizes and all seeds",
              .header = {"Graph", "Vertices", "Edges"},
              .rows = {},
              .numbers_from = 0};
  const std::vector<ResultRow> methods = summarise(evaluation);
  for (const ResultRow& method : methods)
    table.header.push_back(method.name);
  for (std::size_t i = 0; i < evaluation.graphs.size(); ++i) {
    const EvaluatedGraph& graph = evaluation.graphs[i];
    const std::map<std::string, double> means = means_on(evaluation, methods, i);
    auto& cells = table.rows.emplace_back();
    for (const std::size_t value : {graph.number, graph.vertices, graph.edges})
      cells.push_back(std::to_string(value));
    for (const ResultRow& method : methods) {
      const auto found = means.find(method.name);
      cells.push_back(found == means.end() ? "" : ratio_cell(found->second));
    }
  }
  return table;
}

}  // namespace

std::string main_table_html(const Evaluation& evaluation) {
  return to_html(method_table("Average ratio to the best frequency", rows_with_paper(evaluation),
                              evaluation.sizes));
}

namespace {

std::string section(const Evaluation& evaluation) {
  std::string html =
      "<div class=\"stack\"><p>" + report::html_escaped(conditions(evaluation)) + "</p>\n";
  for (const std::string& warning : evaluation.warnings)
    html += "<p class=\"muted\">" + report::html_escaped(warning) + "</p>\n";
  return html + main_table_html(evaluation) + "<div class=\"plots\">\n" +
         report::figure_html(ratio_plot(evaluation), "Ratio against pattern size") +
         report::figure_html(time_plot(evaluation),
                             "Ratio against time; the paper's on its own machine") +
         "</div>\n<details><summary>Every graph</summary>\n" + to_html(graph_table(evaluation)) +
         "</details>\n</div>\n";
}

// Colours of methods: the same in all plots, and for the paper's row about a method.
class MethodColors {
 public:
  std::string_view of(std::string_view method) {
    namespace palette = report::palette;
    constexpr std::array kOthers{palette::kPurple, palette::kSky, palette::kOrange, palette::kGrey};
    if (method == "exact") return palette::kBlack;
    if (method == "mni") return palette::kVermilion;
    if (method == "rand") return palette::kBlue;
    if (method == "rl") return palette::kGreen;
    return kOthers[others_++ % kOthers.size()];
  }

 private:
  std::size_t others_ = 0;  // methods without a colour of their own, so far
};

// Ratios from a round number below the lowest of them to 1.
std::pair<double, double> ratio_axis(const report::Panel& panel, double highest_start) {
  double low = highest_start;
  for (const report::Series& series : panel.series) {
    for (std::size_t i = 0; i < series.points.size(); ++i) {
      const double bar = series.deviations.empty() ? 0.0 : series.deviations[i];
      low = std::min(low, std::floor((series.points[i].second - bar) * 10.0) / 10.0);
    }
  }
  return {std::max(low, 0.0), 1.0};
}

}  // namespace

std::string to_markdown(const std::vector<Evaluation>& evaluations) {
  std::string text;
  for (const Evaluation& evaluation : evaluations) {
    if (!text.empty()) text += "\n";
    text += "### " + evaluation.dataset + "\n\n" + conditions(evaluation) + "\n\n" +
            to_markdown(
                method_table("", rows_with_paper(evaluation), evaluation.sizes, TableStyle::Paper));
  }
  return text +
         "\nAverage approximation ratio: frequency found / best frequency. Methods that draw at "
         "random: mean ± standard\ndeviation over seeds. Total time: one run over all graphs and "
         "sizes; the paper's on its own machine.\n";
}

std::string to_html(const std::vector<Evaluation>& evaluations, const std::string& footer) {
  std::string names;
  for (const Evaluation& evaluation : evaluations)
    names += (names.empty() ? "" : ", ") + evaluation.dataset;
  report::HtmlPage page("Evaluation", names);
  for (std::size_t i = 0; i < evaluations.size(); ++i)
    page.add_section(evaluations[i].dataset, section(evaluations[i]), fmt::format("data-{}", i));
  page.add_html(
      "<p class=\"prose muted\">Ratio: frequency found / best frequency. Methods that draw at "
      "random: mean ± standard deviation over seeds. Total time: one run over all graphs and "
      "sizes.</p>\n");
  page.set_footer(footer);
  return page.finish();
}

std::string ratio_plot(const Evaluation& evaluation) {
  report::Panel panel{.title = fmt::format("{} {} graphs", evaluation.graphs.size(),
                                           graph::to_string(evaluation.part)),
                      .x_label = "pattern size k",
                      .y_label = "average ratio",
                      .series = {}};
  std::vector<ResultRow> rows = summarise(evaluation);
  for (ResultRow& quoted : paper_rows(evaluation.dataset)) {
    std::erase_if(quoted.sizes, [&](const SizeResult& each) {
      return std::ranges::find(evaluation.sizes, each.size) == evaluation.sizes.end();
    });
    if (quoted.method != "exact") rows.push_back(std::move(quoted));  // which is 1 by definition
  }
  MethodColors colors;
  for (const ResultRow& row : rows) {
    report::Series series = ratio_series(row);
    if (series.points.empty()) continue;
    series.color = colors.of(row.method);
    panel.series.push_back(std::move(series));
  }
  panel.y_range = ratio_axis(panel, 0.5);
  return report::curves_plot(evaluation.dataset + ": average ratio to the best frequency", {panel});
}

std::string time_plot(const Evaluation& evaluation) {
  report::Panel panel{.title = "",
                      .x_label = "seconds for all graphs and sizes",
                      .y_label = "average ratio",
                      .series = {},
                      .log_x = true};
  // The paper's times are for these sizes together.
  const bool as_in_paper = evaluation.sizes == kPaperSizes;
  MethodColors colors;
  for (const ResultRow& row : rows_with_paper(evaluation)) {
    const auto mean = row.mean(evaluation.sizes);
    if (!mean || !(row.seconds > 0.0) || (!row.ours() && !as_in_paper)) continue;
    panel.series.push_back({.name = row.full_name(),
                            .points = {{*row.seconds, *mean}},
                            .color = colors.of(row.method),
                            .dashed = !row.ours(),
                            .joined = false});
  }
  panel.y_range = ratio_axis(panel, 0.9);
  return report::curves_plot(evaluation.dataset + ": average ratio over all sizes against time",
                             {panel});
}

}  // namespace rlminer::study
