#include "rlminer/report/mine_data.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace rlminer::report {
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
  json["p"] = symbols.number(named(graph, finding.pattern));
  json["f"] = exact_json(finding.frequency.value());
  json["kind"] = finding.frequency.interval() ? "about"
                 : finding.frequency.exact()  ? "exact"
                                              : "least";
  json["o"] = Json::array();
  for (const auto& occurrence : finding.occurrences) {
    Json places = occurrence_places(occurrence, drawing);
    if (!places.is_null()) json["o"].push_back(std::move(places));
  }
  return json;
}

}  // namespace

Json graph_to_json(const GraphReport& report, const TargetDrawing& drawing,
                   PatternSymbols& symbols) {
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
    one["proven"] = answer.proven;
    one["findings"] = Json::array();
    for (const engine::Finding& finding : answer.findings)
      one["findings"].push_back(finding_to_json(report.graph, finding, drawing, symbols));
    json["answers"].push_back(std::move(one));
  }
  return json;
}

}  // namespace rlminer::report
