#include "rlminer/report/parts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "rlminer/base/text.h"
#include "rlminer/report/plane.h"

namespace rlminer::report {

Json to_json(Count count) {
  if (count > Count{1} << 63) return to_string(count);
  return static_cast<std::uint64_t>(count);
}

Json to_json(const BigCount& count) {
  return count.fits() ? to_json(count.saturated()) : Json(to_string(count));
}

Json to_json(const Interval& interval) {
  return {interval.low, interval.high};
}

Json id_to_json(const std::string& id) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), value);
  // Only the shortest spelling reads back as the same id: "007" and "-0" stay text.
  if (error != std::errc() || std::to_string(value) != id) return id;
  return value;
}

Json vertices_to_json(const Graph& graph, std::span<const Vertex> vertices) {
  Json ids = Json::array();
  for (const Vertex v : vertices)
    ids.push_back(id_to_json(graph.id(v)));
  return ids;
}

double to_microseconds(double seconds) {
  return std::round(seconds * 1e6) / 1e6;
}

std::vector<std::string> letters_of(std::string_view text) {
  std::vector<std::string> letters;
  for (const char c : text) {
    if (letters.empty() || (static_cast<unsigned char>(c) & 0xc0) != 0x80) letters.emplace_back();
    letters.back() += c;
  }
  return letters;
}

NamedPattern named(const Pattern& pattern, std::vector<std::string> labels,
                   const graph::RelationDictionary& kinds, bool labelled, bool directed) {
  const EdgeList pairs = edges_of(pattern);
  std::vector<graph::EdgeKind> own;
  for (const auto& [a, b] : pairs)
    own.push_back(kinds.kind(pattern.relation(static_cast<int>(a), static_cast<int>(b))));
  NamedPattern result{pattern, std::move(labels),
                      EdgeNames{.kinds = graph::RelationDictionary(own)}};
  result.edges->labelled = labelled;
  result.edges->directed = directed;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const graph::Relation relation = result.edges->kinds.at(own[i]);
    result.pattern.set_relation(static_cast<int>(pairs[i].first), static_cast<int>(pairs[i].second),
                                relation, result.edges->kinds.converse(relation));
  }
  return result;
}

NamedPattern named(const Graph& graph, const Pattern& pattern) {
  std::vector<std::string> labels;
  for (int i = 0; i < pattern.size(); ++i)
    labels.push_back(graph.label_dictionary().name(pattern.label(i)));
  const bool told = !pattern.plain() || pattern.num_edges() == 0;
  if (!graph.distinguishes_edges() || !told) return {pattern, std::move(labels)};
  const graph::RelationDictionary& kinds = graph.relation_dictionary();
  return named(pattern, std::move(labels), kinds, kinds.labelled(), kinds.directed());
}

std::vector<NamedEdge> edges_of(const NamedPattern& named) {
  std::vector<NamedEdge> edges;
  for (const auto& [a, b] : edges_of(named.pattern)) {
    if (!named.edges) {
      edges.push_back({a, b});
      continue;
    }
    const graph::EdgeKind& kind =
        named.edges->kinds.kind(named.pattern.relation(static_cast<int>(a), static_cast<int>(b)));
    const bool arc = named.edges->directed;
    if (kind.out) edges.push_back({a, b, arc, *kind.out});
    if (kind.in && arc) edges.push_back({b, a, arc, *kind.in});
  }
  std::sort(edges.begin(), edges.end(), [](const NamedEdge& a, const NamedEdge& b) {
    return std::pair(a.from, a.to) < std::pair(b.from, b.to);
  });
  return edges;
}

std::string listing(const NamedPattern& named) {
  std::string text;
  for (std::size_t i = 0; i < named.labels.size(); ++i)
    text += fmt::format("{}{}:{}", i == 0 ? "" : "  ", i, text::printable(named.labels[i]));
  if (named.pattern.num_edges() == 0) return text;
  text += " |";
  for (const NamedEdge& edge : edges_of(named)) {
    text += fmt::format(" {}{}{}", edge.from, edge.arc ? '>' : '-', edge.to);
    if (!edge.label.empty()) text += ":" + text::printable(edge.label);
  }
  return text;
}

void add_edges(Json& json, const NamedPattern& named) {
  Json edges = Json::array();
  Json labels = Json::array();
  for (const NamedEdge& edge : edges_of(named)) {
    edges.push_back({edge.from, edge.to});
    labels.push_back(edge.label);
  }
  json["edges"] = std::move(edges);
  if (named.edges && named.edges->labelled) json["edge_labels"] = std::move(labels);
  if (named.edges && named.edges->directed) json["directed"] = true;
}

std::string occurrence_text(const Graph& graph, std::span<const Vertex> occurrence) {
  std::string text;
  for (const Vertex v : occurrence) {
    if (!text.empty()) text += ' ';
    text += text::printable(graph.id(v));
  }
  return text;
}

std::string_view frequency_kind(const Frequency& frequency) {
  if (frequency.interval()) return "about";
  return frequency.exact() ? "" : "at least";
}

std::string frequency_phrase(const Frequency& frequency) {
  const std::string_view kind = frequency_kind(frequency);
  return fmt::format("{}{}{}", kind, kind.empty() ? "" : " ", with_separators(frequency.value()));
}

std::string frequency_text(const Frequency& frequency) {
  const auto& interval = frequency.interval();
  if (!interval) return frequency_phrase(frequency);
  return fmt::format("about {:.5g} (95 %: {:.5g} to {:.5g})", frequency.to_double(), interval->low,
                     interval->high);
}

std::optional<double> share_of_sets(const engine::Answer& answer, const Frequency& frequency) {
  const bool known = frequency.exact() || frequency.interval();
  if (!known || !answer.sets_exact || answer.sets == 0) return std::nullopt;
  return frequency.to_double() / static_cast<double>(answer.sets);
}

std::string percent_text(double share) {
  const double percent = 100.0 * share;
  return percent < 0.001 ? "< 0.001 %" : fmt::format("{:.3g} %", percent);
}

std::string sets_text(const engine::Answer& answer) {
  return fmt::format("{}{} connected {}", answer.sets_exact ? "" : "at least ",
                     with_separators(answer.sets), answer.sets == 1 ? "set" : "sets");
}

std::string answer_heading(const engine::Answer& answer, bool timing) {
  std::string text =
      fmt::format("k = {}: {}", answer.size, answer.proven ? "proven" : "NOT proven");
  if (!answer.note.empty()) text += ": " + text::printable(answer.note);
  if (timing) text += fmt::format(" ({:.3g} s)", answer.seconds);
  return text;
}

std::string_view nothing_text(const engine::Answer& answer) {
  return answer.proven ? "no connected subgraph of this size" : "nothing found";
}

std::string graph_name(const std::optional<std::size_t>& number) {
  return number ? fmt::format("graph {}", *number) : "union of all graphs";
}

std::string graph_size(const Graph& graph) {
  return fmt::format("{} vertices, {} edges", with_separators(graph.num_vertices()),
                     with_separators(graph.num_edges()));
}

}  // namespace rlminer::report
