#include "rlminer/graph/builder.h"

#include <algorithm>
#include <cassert>

namespace rlminer {

Vertex GraphBuilder::add_vertex(std::string id, std::string label) {
  ids_.push_back(std::move(id));
  labels_.push_back(std::move(label));
  return static_cast<Vertex>(ids_.size() - 1);
}

void GraphBuilder::add_edge(Vertex u, Vertex v) {
  assert(u < ids_.size() && v < ids_.size());
  edges_.emplace_back(std::min(u, v), std::max(u, v));
}

Graph GraphBuilder::build(std::shared_ptr<const LabelDictionary> dictionary) {
  if (!dictionary) dictionary = std::make_shared<const LabelDictionary>(labels_);

  const std::size_t mentioned = edges_.size();
  std::erase_if(edges_, [](const auto& edge) { return edge.first == edge.second; });
  dropped_.self_loops = mentioned - edges_.size();
  std::sort(edges_.begin(), edges_.end());
  const auto repeated = std::unique(edges_.begin(), edges_.end());
  dropped_.repeated_edges = static_cast<std::size_t>(edges_.end() - repeated);
  edges_.erase(repeated, edges_.end());

  Graph graph;
  graph.labels_.reserve(labels_.size());
  for (const std::string& name : labels_) graph.labels_.push_back(dictionary->at(name));
  graph.ids_ = std::move(ids_);
  graph.labels_by_name_ = std::move(dictionary);

  graph.offsets_.assign(graph.labels_.size() + 1, 0);
  for (const auto& [u, v] : edges_) {
    ++graph.offsets_[u + 1];
    ++graph.offsets_[v + 1];
  }
  for (std::size_t v = 0; v < graph.labels_.size(); ++v) graph.offsets_[v + 1] += graph.offsets_[v];
  graph.targets_.resize(2 * edges_.size());
  // Edges are sorted by (smaller, larger) end, so writing first the smaller neighbours and then the larger ones
  // fills every row in ascending order.
  std::vector<std::size_t> fill(graph.offsets_.begin(), graph.offsets_.end() - 1);
  for (const auto& [u, v] : edges_) graph.targets_[fill[v]++] = u;
  for (const auto& [u, v] : edges_) graph.targets_[fill[u]++] = v;

  const Dropped kept = dropped_;
  *this = GraphBuilder();
  dropped_ = kept;
  return graph;
}

Graph disjoint_union(const std::vector<Graph>& graphs) {
  GraphBuilder builder;
  std::shared_ptr<const LabelDictionary> dictionary;
  Vertex base = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const Graph& graph = graphs[i];
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      builder.add_vertex(std::to_string(i) + ":" + graph.id(v), graph.label_name(v));
      for (const Vertex u : graph.neighbors(v)) {
        if (u < v) builder.add_edge(base + u, base + v);
      }
    }
    base += static_cast<Vertex>(graph.num_vertices());
  }
  // One dictionary for all, even the labels that only dropped graphs of the collection use.
  if (!graphs.empty()) {
    dictionary = std::make_shared<const LabelDictionary>(graphs.front().label_dictionary());
  }
  return builder.build(dictionary);
}

}  // namespace rlminer
