#include "rlminer/report/parts.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

Json edges_to_json(const Pattern& pattern) {
  Json edges = Json::array();
  for (const auto& [a, b] : edges_of(pattern))
    edges.push_back({a, b});
  return edges;
}

double to_microseconds(double seconds) {
  return std::round(seconds * 1e6) / 1e6;
}

void append_line(std::string& lines, const Json& line) {
  lines += line.dump(-1, ' ', false, Json::error_handler_t::replace);
  lines += '\n';
}

std::string printable(std::string_view name) {
  std::string result(name);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return result;
}

std::string listing(const Pattern& pattern, const std::vector<std::string>& labels) {
  std::string text;
  for (int i = 0; i < pattern.size(); ++i) {
    text += fmt::format("{}{}:{}", i == 0 ? "" : "  ", i,
                        printable(labels[static_cast<std::size_t>(i)]));
  }
  if (pattern.num_edges() == 0) return text;
  text += " |";
  for (const auto& [a, b] : edges_of(pattern))
    text += fmt::format(" {}-{}", a, b);
  return text;
}

std::string occurrence_text(const Graph& graph, std::span<const Vertex> occurrence) {
  std::string text;
  for (const Vertex v : occurrence) {
    if (!text.empty()) text += ' ';
    text += printable(graph.id(v));
  }
  return text;
}

std::string estimate_text(double value, const Interval& interval) {
  return fmt::format("about {:.5g} (95 %: {:.5g} to {:.5g})", value, interval.low, interval.high);
}

std::string known_text(const Frequency& frequency) {
  if (frequency.interval()) return estimate_text(frequency.to_double(), *frequency.interval());
  return (frequency.exact() ? "" : "at least ") + with_separators(frequency.value());
}

std::string percent_text(Count part, Count whole) {
  const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return percent < 0.001 ? "< 0.001 %" : fmt::format("{:.3g} %", percent);
}

std::vector<std::string> label_names(const Graph& graph, const Pattern& pattern) {
  std::vector<std::string> names;
  for (int i = 0; i < pattern.size(); ++i)
    names.push_back(graph.label_dictionary().name(pattern.label(i)));
  return names;
}

}  // namespace rlminer::report
