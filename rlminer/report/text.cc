#include <fmt/format.h>
#include <iterator>

#include "rlminer/report/graph_report.h"
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

}  // namespace rlminer::report
