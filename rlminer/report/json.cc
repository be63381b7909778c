#include "rlminer/report/json.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace rlminer {
namespace {

using Json = nlohmann::ordered_json;  // keeps the order of the fields

Json to_json(Count count) {
  if (count > Count{1} << 63) return to_string(count);
  return static_cast<std::uint64_t>(count);
}

Json id_to_json(const std::string& id) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), value);
  // Only the shortest spelling reads back as the same id: "007" and "-0" stay text.
  if (error != std::errc() || std::to_string(value) != id) return id;
  return value;
}

Json labels_to_json(const Graph& graph, const Pattern& pattern) {
  Json labels = Json::array();
  for (int i = 0; i < pattern.size(); ++i) {
    labels.push_back(graph.label_dictionary().name(pattern.label(i)));
  }
  return labels;
}

Json edges_to_json(const Pattern& pattern) {
  Json edges = Json::array();
  for (int a = 0; a < pattern.size(); ++a) {
    for (int b = a + 1; b < pattern.size(); ++b) {
      if (pattern.has_edge(a, b)) edges.push_back({a, b});
    }
  }
  return edges;
}

Json vertices_to_json(const Graph& graph, const std::vector<Vertex>& vertices) {
  Json ids = Json::array();
  for (const Vertex v : vertices)
    ids.push_back(id_to_json(graph.id(v)));
  return ids;
}

double to_microseconds(double seconds) {
  return std::round(seconds * 1e6) / 1e6;
}

Json first_occurrence(const Graph& graph, const Finding& finding) {
  if (finding.occurrences.empty()) return Json::array();
  return vertices_to_json(graph, finding.occurrences.front());
}

Json finding_to_json(const GraphReport& report, const ReportStyle& style, const Answer& answer,
                     const Finding& finding, std::size_t rank) {
  Json line;
  if (report.number) {
    line["graph"] = *report.number;
  } else {
    line["graph"] = "union";
  }
  line["k"] = answer.size;
  line["engine"] = report.engine;
  line["frequency"] = to_json(finding.frequency);
  line["proven"] = answer.proven;
  line["labels"] = labels_to_json(report.graph, finding.pattern);
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
  if (!finding.exact) line["frequency_exact"] = false;
  if (!answer.note.empty()) line["note"] = answer.note;
  return line;
}

void append_line(std::string& lines, const Json& line) {
  lines += line.dump(-1, ' ', false, Json::error_handler_t::replace);
  lines += '\n';
}

}  // namespace

std::string to_json_lines(const GraphReport& report, const ReportStyle& style) {
  std::string lines;
  for (const Answer& answer : report.answers) {
    if (answer.findings.empty()) {
      // No pattern: the frequency 0 is exact if it is certain that there is none.
      Finding nothing;
      nothing.exact = answer.proven;
      append_line(lines, finding_to_json(report, style, answer, nothing, 1));
    }
    for (std::size_t i = 0; i < answer.findings.size(); ++i) {
      append_line(lines, finding_to_json(report, style, answer, answer.findings[i], i + 1));
    }
  }
  return lines;
}

}  // namespace rlminer
