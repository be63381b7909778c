#include <nlohmann/json.hpp>

#include "rlminer/report/graph_report.h"
#include "rlminer/report/parts.h"

namespace rlminer::report {
namespace {

Json first_occurrence(const Graph& graph, const engine::Finding& finding) {
  if (finding.occurrences.empty()) return Json::array();
  return vertices_to_json(graph, finding.occurrences.front());
}

Json finding_to_json(const GraphReport& report, const ReportStyle& style,
                     const engine::Answer& answer, const engine::Finding& finding,
                     std::size_t rank) {
  Json line;
  if (report.number) {
    line["graph"] = *report.number;
  } else {
    line["graph"] = "union";
  }
  line["k"] = answer.size;
  line["engine"] = report.engine;
  line["frequency"] = to_json(finding.frequency.value());
  line["proven"] = answer.proven;
  line["labels"] = label_names(report.graph, finding.pattern);
  line["edges"] = edges_to_json(finding.pattern);
  line["vertices"] = first_occurrence(report.graph, finding);
  if (style.timing) line["seconds"] = to_microseconds(answer.seconds);
  if (style.rank) line["rank"] = rank;
  line["sets"] = to_json(answer.sets);
  if (!answer.sets_exact) line["sets_exact"] = false;
  if (style.all_occurrences) {
    line["occurrences"] = Json::array();
    for (const auto& occurrence : finding.occurrences) {
      line["occurrences"].push_back(vertices_to_json(report.graph, occurrence));
    }
  }
  if (!finding.frequency.exact()) line["frequency_exact"] = false;
  if (const auto& interval = finding.frequency.interval()) line["interval"] = to_json(*interval);
  if (answer.upper_bound) line["upper_bound"] = to_json(*answer.upper_bound);
  if (!answer.note.empty()) line["note"] = answer.note;
  return line;
}

}  // namespace

std::string to_json_lines(const GraphReport& report, const ReportStyle& style) {
  std::string lines;
  for (const engine::Answer& answer : report.answers) {
    if (answer.findings.empty()) {
      // No pattern: the frequency 0 is exact if it is certain that there is none.
      engine::Finding nothing;
      if (answer.proven) nothing.frequency = Frequency::exactly(Count{0});
      append_line(lines, finding_to_json(report, style, answer, nothing, 1));
    }
    for (std::size_t i = 0; i < answer.findings.size(); ++i) {
      append_line(lines, finding_to_json(report, style, answer, answer.findings[i], i + 1));
    }
  }
  return lines;
}

}  // namespace rlminer::report
