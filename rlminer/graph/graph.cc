#include "rlminer/graph/graph.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <optional>
#include <unordered_set>
#include <utility>

namespace rlminer::graph {
namespace {

// The value of text that is a whole number in its shortest spelling ("7", "-3", not "07" or "+1").
std::optional<std::int64_t> as_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  const std::string_view digits = text.front() == '-' ? text.substr(1) : text;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  return value;
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
  const auto number_a = as_integer(a);
  const auto number_b = as_integer(b);
  if (number_a && number_b) return std::pair(*number_a, a) < std::pair(*number_b, b);
  if (number_a.has_value() != number_b.has_value()) return number_a.has_value();
  return a < b;
}

LabelDictionary::LabelDictionary(std::vector<std::string> names) : names_(std::move(names)) {
  std::sort(names_.begin(), names_.end(), natural_less);
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
}

Label LabelDictionary::at(std::string_view name) const {
  const auto place = std::lower_bound(names_.begin(), names_.end(), name, natural_less);
  return static_cast<Label>(place - names_.begin());
}

bool LabelDictionary::contains(std::string_view name) const {
  return std::binary_search(names_.begin(), names_.end(), name, natural_less);
}

bool Graph::has_edge(Vertex u, Vertex v) const {
  if (degree(u) > degree(v)) std::swap(u, v);
  const auto row = neighbors(u);
  return std::binary_search(row.begin(), row.end(), v);
}

Relation Graph::relation(Vertex u, Vertex v) const {
  const bool shorter = degree(u) <= degree(v);
  if (!shorter) std::swap(u, v);
  const auto row = neighbors(u);
  const auto place = std::lower_bound(row.begin(), row.end(), v);
  assert(place != row.end() && *place == v);
  const Relation relation = relations(u)[static_cast<std::size_t>(place - row.begin())];
  return shorter ? relation : relation_kinds_->converse(relation);
}

std::size_t Components::largest() const {
  return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
}

Components connected_components(const Graph& graph) {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  Components result;
  result.of.assign(graph.num_vertices(), kNone);
  std::vector<Vertex> queue;
  for (Vertex start = 0; start < graph.num_vertices(); ++start) {
    if (result.of[start] != kNone) continue;
    const auto number = static_cast<std::uint32_t>(result.sizes.size());
    result.of[start] = number;
    queue.assign(1, start);
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (const Vertex next : graph.neighbors(queue[head])) {
        if (result.of[next] != kNone) continue;
        result.of[next] = number;
        queue.push_back(next);
      }
    }
    result.sizes.push_back(queue.size());
  }
  return result;
}

std::size_t largest_component(const Graph& graph, std::size_t enough) {
  std::vector<bool> seen(graph.num_vertices(), false);
  std::vector<Vertex> queue;
  std::size_t largest = 0;
  for (Vertex start = 0; start < graph.num_vertices() && largest < enough; ++start) {
    if (seen[start]) continue;
    seen[start] = true;
    queue.assign(1, start);
    for (std::size_t head = 0; head < queue.size() && queue.size() < enough; ++head) {
      for (const Vertex next : graph.neighbors(queue[head])) {
        if (seen[next]) continue;
        seen[next] = true;
        queue.push_back(next);
      }
    }
    largest = std::max(largest, std::min(queue.size(), enough));
  }
  return largest;
}

std::size_t component_size(const Graph& graph, Vertex vertex, std::size_t enough) {
  std::unordered_set<Vertex> seen{vertex};
  std::vector<Vertex> queue{vertex};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const Vertex next : graph.neighbors(queue[head])) {
      if (queue.size() >= enough) return enough;
      if (seen.insert(next).second) queue.push_back(next);
    }
  }
  return std::min(queue.size(), enough);
}

}  // namespace rlminer::graph
