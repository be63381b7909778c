#include "rlminer/graph/builder.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"

namespace rlminer::graph {

void Assembly::note_edge_label(std::string_view label) {
  if (edge_labels_differ_) return;
  if (!any_edge_label_) {
    any_edge_label_ = true;
    first_edge_label_ = label;
  } else if (label != first_edge_label_) {
    edge_labels_differ_ = true;
    warn("edge labels are ignored (they differ: " + text::shown(first_edge_label_) + ", " +
         text::shown(label) + ", ...)");
  }
}

Collection Assembly::finish(std::string format) {
  std::vector<std::string> names;
  for (const GraphBuilder& builder : builders_) {
    names.insert(names.end(), builder.label_names().begin(), builder.label_names().end());
  }
  const auto dictionary = std::make_shared<const LabelDictionary>(std::move(names));

  Collection result;
  result.format = std::move(format);
  std::size_t self_loops = 0;
  for (GraphBuilder& builder : builders_) {
    result.numbers.push_back(result.graphs.size());
    result.graphs.push_back(builder.build(dictionary));
    self_loops += builder.dropped().self_loops;
  }
  if (self_loops > 0) warn(text::counted(self_loops, "self-loop") + " dropped");
  result.warnings = std::move(warnings_);
  return result;
}

namespace {

Vertex smaller_end(std::uint64_t edge) {
  return static_cast<Vertex>(edge >> 32);
}

Vertex larger_end(std::uint64_t edge) {
  return static_cast<Vertex>(edge & 0xffffffffu);
}

// Lays sorted distinct edges out in rows: the neighbours of v are targets[offsets[v]] ..
// targets[offsets[v + 1] - 1].
void fill_rows(std::span<const std::uint64_t> edges, std::size_t vertices,
               std::vector<std::size_t>& offsets, std::vector<Vertex>& targets) {
  offsets.assign(vertices + 1, 0);
  for (const std::uint64_t edge : edges) {
    ++offsets[smaller_end(edge) + std::size_t{1}];
    ++offsets[larger_end(edge) + std::size_t{1}];
  }
  for (std::size_t v = 0; v < vertices; ++v)
    offsets[v + 1] += offsets[v];
  targets.resize(2 * edges.size());
  // Edges are sorted by (smaller, larger) end, so writing first the smaller neighbours and then the
  // larger ones fills every row in ascending order.
  std::vector<std::size_t> fill(offsets.begin(), offsets.end() - 1);
  for (const std::uint64_t edge : edges)
    targets[fill[larger_end(edge)]++] = smaller_end(edge);
  for (const std::uint64_t edge : edges)
    targets[fill[smaller_end(edge)]++] = larger_end(edge);
}

}  // namespace

Vertex GraphBuilder::add_vertex(std::string id, std::string_view label) {
  if (ids_.size() == std::numeric_limits<Vertex>::max())
    throw Error("a graph has too many vertices");
  auto place = place_of_label_.find(label);
  if (place == place_of_label_.end()) {
    const auto number = static_cast<std::uint32_t>(label_names_.size());
    place = place_of_label_.emplace(std::string(label), number).first;
    label_names_.emplace_back(label);
  }
  labels_.push_back(place->second);
  ids_.push_back(std::move(id));
  return static_cast<Vertex>(ids_.size() - 1);
}

void GraphBuilder::add_edge(Vertex u, Vertex v) {
  assert(u < ids_.size() && v < ids_.size());
  edges_.push_back(static_cast<std::uint64_t>(std::min(u, v)) << 32 | std::max(u, v));
}

Graph GraphBuilder::build(std::shared_ptr<const LabelDictionary> dictionary) {
  if (!dictionary) dictionary = std::make_shared<const LabelDictionary>(label_names_);

  Dropped dropped;
  const std::size_t mentioned = edges_.size();
  std::erase_if(edges_, [](std::uint64_t edge) { return smaller_end(edge) == larger_end(edge); });
  dropped.self_loops = mentioned - edges_.size();
  std::sort(edges_.begin(), edges_.end());
  const auto repeated = std::unique(edges_.begin(), edges_.end());
  dropped.repeated_edges = static_cast<std::size_t>(edges_.end() - repeated);
  edges_.erase(repeated, edges_.end());

  std::vector<Label> label_at;
  for (const std::string& name : label_names_) {
    assert(dictionary->contains(name));
    label_at.push_back(dictionary->at(name));
  }
  Graph graph;
  graph.labels_.reserve(labels_.size());
  for (const std::uint32_t place : labels_)
    graph.labels_.push_back(label_at[place]);
  graph.ids_ = std::move(ids_);
  graph.labels_by_name_ = std::move(dictionary);
  fill_rows(edges_, graph.labels_.size(), graph.offsets_, graph.targets_);

  *this = GraphBuilder();
  dropped_ = dropped;
  return graph;
}

Graph disjoint_union(const std::vector<Graph>& graphs, std::span<const std::size_t> numbers) {
  GraphBuilder builder;
  Vertex base = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const Graph& graph = graphs[i];
    const std::string prefix = std::to_string(numbers.empty() ? i : numbers[i]) + ":";
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      builder.add_vertex(prefix + graph.id(v), graph.label_name(v));
      for (const Vertex u : graph.neighbors(v)) {
        if (u < v) builder.add_edge(base + u, base + v);
      }
    }
    base += static_cast<Vertex>(graph.num_vertices());
  }
  if (graphs.empty()) return builder.build();
  // One dictionary for all, even the labels that only dropped graphs of the collection use.
  return builder.build(std::make_shared<const LabelDictionary>(graphs.front().label_dictionary()));
}

namespace {

// The same vertices and edges with ids of one's own: id(v).
template <typename Id>
Graph rebuilt(const Graph& graph, std::shared_ptr<const LabelDictionary> dictionary, Id&& id) {
  GraphBuilder builder;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    builder.add_vertex(id(v), graph.label_name(v));
    for (const Vertex u : graph.neighbors(v)) {
      if (u < v) builder.add_edge(u, v);
    }
  }
  return builder.build(std::move(dictionary));
}

}  // namespace

Graph renumbered(const Graph& graph) {
  return rebuilt(graph, std::make_shared<const LabelDictionary>(graph.label_dictionary()),
                 [](Vertex v) { return std::to_string(v); });
}

void share_labels(std::vector<Collection>& collections) {
  if (collections.size() < 2) return;
  std::vector<std::string> names;
  for (const Collection& collection : collections) {
    if (collection.graphs.empty()) continue;
    const LabelDictionary& labels = collection.graphs.front().label_dictionary();
    for (std::size_t i = 0; i < labels.size(); ++i)
      names.push_back(labels.name(static_cast<Label>(i)));
  }
  const auto dictionary = std::make_shared<const LabelDictionary>(std::move(names));
  for (Collection& collection : collections) {
    for (Graph& graph : collection.graphs)
      graph = rebuilt(graph, dictionary, [&](Vertex v) { return graph.id(v); });
  }
}

}  // namespace rlminer::graph
