#include "rlminer/report/graph_report.h"

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_picture.h"
#include "rlminer/report/terminal_drawing.h"

namespace rlminer::report {
namespace {

// "1,234 of 5,678 connected sets (21.7 %)"; a share of an incomplete count would mean nothing.
std::string frequency_text(const engine::Answer& answer, const engine::Finding& finding) {
  const Frequency& frequency = finding.frequency;
  const std::string text = known_text(frequency);
  const bool share_known = frequency.exact() && frequency.value().fits() && answer.sets_exact;
  if (!share_known || answer.sets == 0) return text;
  return fmt::format("{} of {} connected {} ({})", text, with_separators(answer.sets),
                     answer.sets == 1 ? "set" : "sets",
                     percent_text(frequency.saturated(), answer.sets));
}

std::string verdict(const engine::Answer& answer, const ReportStyle& style) {
  std::string text = answer.proven ? "proven" : "NOT proven";
  if (!answer.note.empty()) text += ": " + answer.note;
  if (style.timing) text += fmt::format(" ({:.3g} s)", answer.seconds);
  return text;
}

// A drawing below the listing of the pattern. Larger ones tell nobody anything.
void append_drawing(std::string& text, const NamedPattern& named, Drawings style) {
  constexpr int kMostDrawn = 12;
  if (style == Drawings::None || named.pattern.size() < 2 || named.pattern.size() > kMostDrawn)
    return;
  for (const std::string& line : terminal_drawing(named, LabelColors(named.labels), style))
    text += "             " + line + "\n";
}

void append_finding(std::string& text, const GraphReport& report, const ReportStyle& style,
                    const engine::Answer& answer, std::size_t index) {
  const engine::Finding& finding = answer.findings[index];
  const auto out = std::back_inserter(text);
  if (style.rank) fmt::format_to(out, "  #{}\n", index + 1);
  fmt::format_to(out, "  pattern    {}\n",
                 listing(finding.pattern, label_names(report.graph, finding.pattern)));
  append_drawing(text, {finding.pattern, label_names(report.graph, finding.pattern)},
                 style.drawings);
  fmt::format_to(out, "  frequency  {}\n", frequency_text(answer, finding));
  for (const auto& occurrence : finding.occurrences) {
    fmt::format_to(out, "  occurs at  {}\n", occurrence_text(report.graph, occurrence));
    if (!style.all_occurrences) break;
  }
}

void append_answer(std::string& text, const GraphReport& report, const ReportStyle& style,
                   const engine::Answer& answer) {
  fmt::format_to(std::back_inserter(text), "k = {}: {}\n", answer.size, verdict(answer, style));
  if (answer.findings.empty()) {
    text += answer.proven ? "  no connected subgraph of this size\n" : "  nothing found\n";
  }
  for (std::size_t i = 0; i < answer.findings.size(); ++i) {
    append_finding(text, report, style, answer, i);
  }
}

}  // namespace

std::string to_text(const GraphReport& report, const ReportStyle& style) {
  const std::string name =
      report.number ? fmt::format("graph {}", *report.number) : std::string("union of all graphs");
  std::string text = fmt::format("{} ({} vertices, {} edges), engine {}\n", name,
                                 with_separators(report.graph.num_vertices()),
                                 with_separators(report.graph.num_edges()), report.engine);
  for (const engine::Answer& answer : report.answers)
    append_answer(text, report, style, answer);
  return text + "\n";
}

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
