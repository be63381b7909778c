#include "rlminer/study/page.h"

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "rlminer/study/plot.h"
#include "rlminer/study/table.h"
#include "rlminer/study/time_plot.h"
#include "rlminer/report/html_page.h"

namespace rlminer {
namespace {

HtmlCell ratio_cell(const std::optional<double>& ratio, const std::optional<double>& deviation) {
  if (!ratio) return number_cell("", -1.0);
  std::string text = fmt::format("{:.3f}", *ratio);
  if (deviation) text += fmt::format(" ± {:.3f}", *deviation);
  return number_cell(text, *ratio);
}

std::string seconds_text(double seconds) {
  return seconds < 100.0 ? fmt::format("{:.3g}", seconds)
                         : with_separators(static_cast<Count>(std::llround(seconds)));
}

HtmlTable main_table(const Evaluation& evaluation) {
  HtmlTable table{.caption = "Average ratio to the best frequency",
                  .columns = {{"Method"}, {"Source"}},
                  .rows = {}};
  for (const int size : evaluation.sizes)
    table.columns.push_back({fmt::format("k = {}", size), true});
  table.columns.push_back({"Mean", true});
  table.columns.push_back({"Seconds", true});
  for (const TableRow& row : table_rows(evaluation)) {
    HtmlRow line;
    line.cells = {row.paper ? text_cell(row.name)
                            : HtmlCell{"<strong>" + html_escaped(row.name) + "</strong>"},
                  text_cell(row.paper ? "paper" : "measured")};
    for (std::size_t i = 0; i < row.ratios.size(); ++i)
      line.cells.push_back(ratio_cell(row.ratios[i], row.deviations[i]));
    line.cells.push_back(ratio_cell(row.mean(), std::nullopt));
    line.cells.push_back(number_cell(seconds_text(row.seconds), row.seconds));
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

HtmlTable graph_table(const Evaluation& evaluation) {
  HtmlTable table{.caption = "Every graph: the mean ratio over its sizes and all seeds",
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
    HtmlRow line;
    for (const std::size_t value : {graph.number, graph.vertices, graph.edges})
      line.cells.push_back(number_cell(std::to_string(value), static_cast<double>(value)));
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
  std::string html = "<div class=\"stack\"><p>" + html_escaped(conditions(evaluation)) + "</p>\n";
  for (const std::string& warning : evaluation.warnings)
    html += "<p class=\"muted\">" + html_escaped(warning) + "</p>\n";
  html += table_html(main_table(evaluation)) + "<div class=\"plots\">\n" +
          figure_html(ratio_plot(evaluation), "Ratio against pattern size") +
          figure_html(time_plot(evaluation), "Ratio against time; the paper's on its own machine") +
          "</div>\n<details><summary>Every graph</summary>\n" +
          table_html(graph_table(evaluation)) + "</details>\n";
  return html + "</div>\n";
}

}  // namespace

std::string to_html(const std::vector<Evaluation>& evaluations, const std::string& footer) {
  std::string names;
  for (const Evaluation& evaluation : evaluations)
    names += (names.empty() ? "" : ", ") + evaluation.dataset;
  HtmlPage page("Evaluation", names);
  for (std::size_t i = 0; i < evaluations.size(); ++i)
    page.add_section(evaluations[i].dataset, section(evaluations[i]), fmt::format("data-{}", i));
  page.add_html(
      "<p class=\"prose muted\">Ratio: frequency found / best frequency. Methods that draw at "
      "random: mean ± standard deviation over seeds. Seconds: one run over all graphs and "
      "sizes.</p>\n");
  page.set_footer(footer);
  return page.finish();
}

}  // namespace rlminer
