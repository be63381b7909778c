#include "rlminer/report/count_report.h"

#include <fmt/format.h>
#include <iterator>

#include "rlminer/report/parts.h"

namespace rlminer {
namespace {

std::string amount(const BigCount& count, bool exact) {
  return (exact ? "" : "at least ") + with_separators(count);
}

// A number where one can be written, as for Count.
Json to_json(const BigCount& count) {
  return count.fits() ? rlminer::to_json(count.saturated()) : Json(to_string(count));
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
  line["frequency"] = to_json(report.frequency);
  line["proven"] = report.exact;
  line["labels"] = report.labels;
  line["edges"] = edges_to_json(report.pattern);
  line["vertices"] = report.occurrences.empty()
                         ? Json::array()
                         : vertices_to_json(report.graph, report.occurrences.front());
  if (style.timing) line["seconds"] = to_microseconds(report.seconds);
  if (report.mappings) line["mappings"] = to_json(*report.mappings);
  if (report.mappings && !report.exact) line["mappings_exact"] = false;
  if (report.mni) line["mni"] = *report.mni;
  if (report.mni && !report.mni_exact) line["mni_exact"] = false;
  if (style.all_occurrences) {
    line["occurrences"] = Json::array();
    for (const auto& occurrence : report.occurrences)
      line["occurrences"].push_back(vertices_to_json(report.graph, occurrence));
  }
  if (!report.exact) line["frequency_exact"] = false;
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
  fmt::format_to(out, "  frequency  {}", amount(report.frequency, report.exact));
  if (style.timing) fmt::format_to(out, " ({:.3g} s)", report.seconds);
  text += '\n';
  if (report.mappings)
    fmt::format_to(out, "  mappings   {}\n", amount(*report.mappings, report.exact));
  if (report.mni)
    fmt::format_to(out, "  mni        {}\n", amount(Count{*report.mni}, report.mni_exact));
  for (const auto& occurrence : report.occurrences)
    fmt::format_to(out, "  occurs at  {}\n", occurrence_text(report.graph, occurrence));
  if (!report.note.empty()) fmt::format_to(out, "  note       {}\n", printable(report.note));
  return text + "\n";
}

}  // namespace rlminer
