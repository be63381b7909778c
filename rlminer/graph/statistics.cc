#include "rlminer/graph/statistics.h"

#include <algorithm>
#include <utility>

namespace rlminer::graph {
namespace {

// Gathers values one by one into a ValueRange.
class RangeOf {
 public:
  void add(std::size_t value) {
    range_.min = count_ == 0 ? value : std::min(range_.min, value);
    range_.max = std::max(range_.max, value);
    sum_ += value;
    ++count_;
  }
  ValueRange get() const {
    ValueRange result = range_;
    if (count_ > 0) result.mean = static_cast<double>(sum_) / static_cast<double>(count_);
    return result;
  }

 private:
  ValueRange range_;
  std::size_t sum_ = 0;
  std::size_t count_ = 0;
};

void add_components(const Graph& graph, Statistics& statistics) {
  const Components components = connected_components(graph);
  statistics.components += components.sizes.size();
  if (components.sizes.size() == 1) ++statistics.connected_graphs;
  for (const std::size_t size : components.sizes) {
    statistics.largest_component = std::max(statistics.largest_component, size);
  }
}

// Counts the edges by their labels, or the arcs where there are some.
void add_relations(const std::vector<Graph>& graphs, Statistics& statistics) {
  if (graphs.empty() || !graphs.front().has_relations()) return;
  const RelationDictionary& kinds = graphs.front().relation_dictionary();
  statistics.directed = kinds.directed();
  std::vector<std::size_t> counts(kinds.size());
  for (const Graph& graph : graphs) {
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      for (const Relation relation : graph.relations(v))
        ++counts[relation];
    }
  }
  std::map<std::string, std::size_t, decltype(&natural_less)> by_label(&natural_less);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto& label = kinds.kind(static_cast<Relation>(i)).out;
    if (!label) continue;
    if (statistics.directed) statistics.arcs += counts[i];
    if (counts[i] > 0) by_label[*label] += counts[i];
  }
  if (!kinds.labelled()) return;
  for (const auto& [label, ends] : by_label)
    statistics.edge_labels.emplace_back(label, statistics.directed ? ends : ends / 2);
}

}  // namespace

Statistics summarise(const Collection& collection) {
  Statistics result;
  RangeOf vertices;
  RangeOf edges;
  RangeOf degree;
  std::vector<std::size_t> label_counts;
  std::vector<std::size_t> degree_counts;
  for (const Graph& graph : collection.graphs) {
    ++result.graphs;
    result.vertices += graph.num_vertices();
    result.edges += graph.num_edges();
    vertices.add(graph.num_vertices());
    edges.add(graph.num_edges());
    label_counts.resize(std::max(label_counts.size(), graph.num_labels()));
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      ++label_counts[graph.label(v)];
      degree.add(graph.degree(v));
      degree_counts.resize(std::max(degree_counts.size(), graph.degree(v) + 1));
      ++degree_counts[graph.degree(v)];
    }
    add_components(graph, result);
  }
  result.vertices_per_graph = vertices.get();
  result.edges_per_graph = edges.get();
  result.degree = degree.get();
  for (std::size_t d = 0; d < degree_counts.size(); ++d) {
    if (degree_counts[d] > 0) result.degrees[d] = degree_counts[d];
  }
  if (!degree_counts.empty()) result.isolated = degree_counts[0];
  for (Label label = 0; label < label_counts.size(); ++label) {
    if (label_counts[label] == 0) continue;
    const std::string& name = collection.graphs.front().label_dictionary().name(label);
    result.labels.push_back({name, label_counts[label]});
  }
  add_relations(collection.graphs, result);
  return result;
}

std::vector<Bar> degree_bars(const Statistics& statistics) {
  std::vector<Bar> bars;
  auto next = statistics.degrees.begin();
  for (std::size_t from = 0, to = 0; next != statistics.degrees.end(); from = to + 1) {
    to = from < 2 ? from : 2 * (from - 1);
    Bar bar{std::to_string(from), 0};
    if (to > from) bar.name.append("-").append(std::to_string(to));
    for (; next != statistics.degrees.end() && next->first <= to; ++next)
      bar.vertices += next->second;
    bars.push_back(std::move(bar));
  }
  return bars;
}

}  // namespace rlminer::graph
