#include "rlminer/report/count_report.h"

#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

#include "rlminer/report/parts.h"

namespace rlminer::report {
namespace {

// As often as there are ways to lay the pattern over one of its occurrences.
Frequency mappings_of(const CountReport& report) {
  return report.frequency.times(*report.automorphisms);
}

void add_mappings(Json& line, const Frequency& mappings) {
  line["mappings"] = to_json(mappings.value());
  if (!mappings.exact()) line["mappings_exact"] = false;
  if (mappings.interval()) line["mappings_interval"] = to_json(*mappings.interval());
}

}  // namespace

std::string to_json_line(const CountReport& report, const ReportStyle& style) {
  Json line;
  if (report.number) {
    line["graph"] = *report.number;
  } else {
    line["graph"] = "union";
  }
  line["k"] = report.pattern.size();
  line["engine"] = "count";
  line["frequency"] = to_json(report.frequency.value());
  line["proven"] = report.frequency.exact();
  line["labels"] = report.labels;
  line["edges"] = edges_to_json(report.pattern);
  line["vertices"] = report.occurrences.empty()
                         ? Json::array()
                         : vertices_to_json(report.graph, report.occurrences.front());
  if (style.timing) line["seconds"] = to_microseconds(report.seconds);
  if (report.automorphisms) add_mappings(line, mappings_of(report));
  if (report.mni) line["mni"] = *report.mni;
  if (report.mni && !report.mni_exact) line["mni_exact"] = false;
  if (style.all_occurrences) {
    line["occurrences"] = Json::array();
    for (const auto& occurrence : report.occurrences)
      line["occurrences"].push_back(vertices_to_json(report.graph, occurrence));
  }
  if (!report.frequency.exact()) line["frequency_exact"] = false;
  if (const auto& interval = report.frequency.interval()) line["interval"] = to_json(*interval);
  if (!report.note.empty()) line["note"] = report.note;
  std::string text;
  append_line(text, line);
  return text;
}

std::string to_text(const CountReport& report, const ReportStyle& style) {
  std::string text;
  const auto out = std::back_inserter(text);
  const std::string name =
      report.number ? fmt::format("graph {}", *report.number) : std::string("union of all graphs");
  fmt::format_to(out, "{} ({} vertices, {} edges)\n", name,
                 with_separators(report.graph.num_vertices()),
                 with_separators(report.graph.num_edges()));
  fmt::format_to(out, "  pattern    {}\n", listing(report.pattern, report.labels));
  fmt::format_to(out, "  frequency  {}", known_text(report.frequency));
  if (style.timing) fmt::format_to(out, " ({:.3g} s)", report.seconds);
  text += '\n';
  if (report.automorphisms)
    fmt::format_to(out, "  mappings   {}\n", known_text(mappings_of(report)));
  if (report.mni)
    fmt::format_to(out, "  mni        {}{}\n", report.mni_exact ? "" : "at least ",
                   with_separators(*report.mni));
  for (const auto& occurrence : report.occurrences)
    fmt::format_to(out, "  occurs at  {}\n", occurrence_text(report.graph, occurrence));
  if (!report.note.empty()) fmt::format_to(out, "  note       {}\n", printable(report.note));
  return text + "\n";
}

}  // namespace rlminer::report
