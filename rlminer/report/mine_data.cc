#include "rlminer/report/mine_data.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rlminer::report {
namespace {

std::string rounded(double value) {
  return with_separators(static_cast<Count>(std::llround(std::max(value, 0.0))));
}

}  // namespace

std::string_view frequency_kind(const engine::Finding& finding) {
  if (finding.frequency.interval()) return "about";
  return finding.frequency.exact() ? "" : "at least";
}

std::string frequency_phrase(const engine::Finding& finding) {
  const std::string_view kind = frequency_kind(finding);
  return std::string(kind) + (kind.empty() ? "" : " ") + with_separators(finding.frequency.value());
}

std::string interval_phrase(const engine::Finding& finding) {
  const auto& interval = finding.frequency.interval();
  if (!interval) return {};
  return fmt::format("95 % sure: {} to {}", rounded(interval->low), rounded(interval->high));
}

std::optional<double> share_of_sets(const engine::Answer& answer, const engine::Finding& finding) {
  const bool known = finding.frequency.exact() || finding.frequency.interval();
  if (!known || !answer.sets_exact || answer.sets == 0) return std::nullopt;
  return finding.frequency.to_double() / static_cast<double>(answer.sets);
}

std::string sets_phrase(const engine::Answer& answer) {
  if (answer.sets == 0) return {};
  return fmt::format("of {}{} connected {}", answer.sets_exact ? "" : "at least ",
                     with_separators(answer.sets), answer.sets == 1 ? "set" : "sets");
}

std::string verdict_badge(const engine::Answer& answer) {
  return answer.proven ? "<span class=\"badge good\">✓ proven</span>"
                       : "<span class=\"badge doubt\">not proven</span>";
}

std::string doubt_phrase(const engine::Answer& answer) {
  if (answer.proven) return {};
  std::string text;
  if (answer.upper_bound)
    text = "no pattern occurs more than " + with_separators(*answer.upper_bound) + " times";
  if (!answer.note.empty()) text += (text.empty() ? "" : "; ") + answer.note;
  return text;
}

std::string seconds_phrase(double seconds) {
  if (seconds < 0.0005) return "< 1 ms";
  return seconds < 1.0 ? fmt::format("{:.0f} ms", 1000 * seconds)
                       : fmt::format("{:.3g} s", seconds);
}

Json exact_json(const BigCount& count) {
  if (count > BigCount(Count{1} << 53)) return to_string(count);
  return static_cast<std::uint64_t>(count.saturated());
}

namespace {

void add_ids(Json& json, const Graph& graph, const TargetDrawing& drawing) {
  Json ids = Json::array();
  bool successive = true;
  for (const Vertex v : drawing.vertices) {
    ids.push_back(id_to_json(graph.id(v)));
    const std::size_t last = ids.size() - 1;
    successive = successive && ids[last].is_number_integer() &&
                 ids[last].get<std::int64_t>() - ids[0].get<std::int64_t>() ==
                     static_cast<std::int64_t>(last);
  }
  if (successive && !ids.empty()) {
    json["first"] = ids[0];
  } else {
    json["ids"] = std::move(ids);
  }
}

void add_drawing(Json& json, const Graph& graph, const TargetDrawing& drawing) {
  for (const char* const name : {"x", "y", "l", "d", "e"})
    json[name] = Json::array();
  for (std::size_t i = 0; i < drawing.vertices.size(); ++i) {
    json["x"].push_back(std::lround(kDrawingUnit * drawing.layout[i].x));
    json["y"].push_back(std::lround(kDrawingUnit * drawing.layout[i].y));
    json["l"].push_back(graph.label(drawing.vertices[i]));
    json["d"].push_back(graph.degree(drawing.vertices[i]));
  }
  for (const auto& [a, b] : drawing.edges) {
    json["e"].push_back(a);
    json["e"].push_back(b);
  }
}

// An occurrence as places in the drawing; nothing when it is not drawn as a whole.
Json occurrence_places(const std::vector<Vertex>& occurrence, const TargetDrawing& drawing) {
  Json places = Json::array();
  for (const Vertex v : occurrence) {
    const std::size_t place = drawing.place(v);
    if (place == drawing.vertices.size()) return {};
    places.push_back(place);
  }
  return places;
}

Json finding_to_json(const Graph& graph, const engine::Finding& finding,
                     const TargetDrawing& drawing, PatternSymbols& symbols) {
  Json json;
  json["p"] = symbols.number({finding.pattern, label_names(graph, finding.pattern)});
  json["f"] = exact_json(finding.frequency.value());
  json["kind"] = finding.frequency.interval() ? "about"
                 : finding.frequency.exact()  ? "exact"
                                              : "least";
  if (finding.frequency.interval()) json["interval"] = interval_phrase(finding);
  json["listed"] = finding.occurrences.size();
  json["o"] = Json::array();
  for (const auto& occurrence : finding.occurrences) {
    Json places = occurrence_places(occurrence, drawing);
    if (!places.is_null()) json["o"].push_back(std::move(places));
  }
  return json;
}

}  // namespace

Json graph_to_json(const GraphReport& report, const ReportStyle& style,
                   const TargetDrawing& drawing, PatternSymbols& symbols) {
  Json json;
  json["number"] = nullptr;
  if (report.number) json["number"] = *report.number;
  json["n"] = report.graph.num_vertices();
  json["m"] = report.graph.num_edges();
  json["whole"] = drawing.whole;
  add_ids(json, report.graph, drawing);
  add_drawing(json, report.graph, drawing);
  json["answers"] = Json::array();
  for (const engine::Answer& answer : report.answers) {
    Json one;
    one["k"] = answer.size;
    one["engine"] = report.engine;
    one["proven"] = answer.proven;
    one["sets"] = exact_json(answer.sets);
    one["exact"] = answer.sets_exact;
    if (const std::string doubt = doubt_phrase(answer); !doubt.empty()) one["doubt"] = doubt;
    if (style.timing) one["seconds"] = to_microseconds(answer.seconds);
    one["findings"] = Json::array();
    for (const engine::Finding& finding : answer.findings)
      one["findings"].push_back(finding_to_json(report.graph, finding, drawing, symbols));
    json["answers"].push_back(std::move(one));
  }
  return json;
}

}  // namespace rlminer::report
