#include "rlminer/study/page.h"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "rlminer/report/html_page.h"
#include "rlminer/study/plot.h"
#include "rlminer/study/table.h"
#include "rlminer/study/time_plot.h"

namespace rlminer::study {
namespace {

report::HtmlCell ratio_cell(const std::optional<double>& ratio,
                            const std::optional<double>& deviation) {
  if (!ratio) return report::number_cell("", -1.0);
  std::string text = fmt::format("{:.3f}", *ratio);
  if (deviation) text += fmt::format(" ± {:.3f}", *deviation);
  return report::number_cell(text, *ratio);
}

std::string seconds_text(double seconds) {
  return seconds < 100.0 ? fmt::format("{:.3g}", seconds)
                         : with_separators(static_cast<Count>(std::llround(seconds)));
}

report::HtmlTable main_table(const Evaluation& evaluation) {
  report::HtmlTable table{.caption = "Average ratio to the best frequency",
                          .columns = {{"Method"}, {"Source"}},
                          .rows = {}};
  for (const int size : evaluation.sizes)
    table.columns.push_back({fmt::format("k = {}", size), true});
  table.columns.push_back({"Mean", true});
  table.columns.push_back({"Seconds", true});
  for (const TableRow& row : table_rows(evaluation)) {
    report::HtmlRow line;
    line.cells = {row.paper
                      ? report::text_cell(row.name)
                      : report::HtmlCell{"<strong>" + report::html_escaped(row.name) + "</strong>"},
                  report::text_cell(row.paper ? "paper" : "measured")};
    for (std::size_t i = 0; i < row.ratios.size(); ++i)
      line.cells.push_back(ratio_cell(row.ratios[i], row.deviations[i]));
    line.cells.push_back(ratio_cell(row.mean(), std::nullopt));
    line.cells.push_back(report::number_cell(seconds_text(row.seconds), row.seconds));
    table.rows.push_back(std::move(line));
  }
  return table;
}

// The mean over the sizes and seeds of each method's ratios on one graph.
std::map<std::string, double> means_on(const Evaluation& evaluation, std::size_t graph) {
  std::map<std::string, std::pair<double, std::size_t>> sums;
  for (const MethodRun& run : evaluation.runs) {
    for (std::size_t size = 0; run.complete && size < evaluation.sizes.size(); ++size) {
      const auto ratio = evaluation.ratio(run, graph, size);
      if (!ratio) continue;
      sums[run.method.name].first += *ratio;
      ++sums[run.method.name].second;
    }
  }
  std::map<std::string, double> means;
  for (const auto& [name, sum] : sums)
    means[name] = sum.first / static_cast<double>(sum.second);
  return means;
}

report::HtmlTable graph_table(const Evaluation& evaluation) {
  report::HtmlTable table{.caption = "Every graph: the mean ratio over its sizes and all seeds",
                          .columns = {{"Graph", true}, {"Vertices", true}, {"Edges", true}},
                          .rows = {}};
  std::vector<std::string> methods;
  for (const TableRow& row : table_rows(evaluation)) {
    if (row.paper) continue;
    methods.push_back(row.name);
    table.columns.push_back({row.name, true});
  }
  for (std::size_t i = 0; i < evaluation.graphs.size(); ++i) {
    const EvaluatedGraph& graph = evaluation.graphs[i];
    const std::map<std::string, double> means = means_on(evaluation, i);
    report::HtmlRow line;
    for (const std::size_t value : {graph.number, graph.vertices, graph.edges})
      line.cells.push_back(report::number_cell(std::to_string(value), static_cast<double>(value)));
    for (const std::string& method : methods) {
      const auto found = means.find(method);
      line.cells.push_back(ratio_cell(
          found == means.end() ? std::nullopt : std::optional(found->second), std::nullopt));
    }
    table.rows.push_back(std::move(line));
  }
  return table;
}

std::string section(const Evaluation& evaluation) {
  std::string html =
      "<div class=\"stack\"><p>" + report::html_escaped(conditions(evaluation)) + "</p>\n";
  for (const std::string& warning : evaluation.warnings)
    html += "<p class=\"muted\">" + report::html_escaped(warning) + "</p>\n";
  html += report::table_html(main_table(evaluation)) + "<div class=\"plots\">\n" +
          report::figure_html(ratio_plot(evaluation), "Ratio against pattern size") +
          report::figure_html(time_plot(evaluation),
                              "Ratio against time; the paper's on its own machine") +
          "</div>\n<details><summary>Every graph</summary>\n" +
          report::table_html(graph_table(evaluation)) + "</details>\n";
  return html + "</div>\n";
}

}  // namespace

std::string to_html(const std::vector<Evaluation>& evaluations, const std::string& footer) {
  std::string names;
  for (const Evaluation& evaluation : evaluations)
    names += (names.empty() ? "" : ", ") + evaluation.dataset;
  report::HtmlPage page("Evaluation", names);
  for (std::size_t i = 0; i < evaluations.size(); ++i)
    page.add_section(evaluations[i].dataset, section(evaluations[i]), fmt::format("data-{}", i));
  page.add_html(
      "<p class=\"prose muted\">Ratio: frequency found / best frequency. Methods that draw at "
      "random: mean ± standard deviation over seeds. Seconds: one run over all graphs and "
      "sizes.</p>\n");
  page.set_footer(footer);
  return page.finish();
}

}  // namespace rlminer::study
