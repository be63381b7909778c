#include "rlminer/enumerate/ranked_graph.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace rlminer::enumerate {

RankedGraph::RankedGraph(const Graph& graph) : num_labels_(graph.num_labels()) {
  const std::size_t n = graph.num_vertices();
  original_.resize(n);
  std::iota(original_.begin(), original_.end(), Vertex{0});
  std::stable_sort(original_.begin(), original_.end(),
                   [&](Vertex a, Vertex b) { return graph.degree(a) > graph.degree(b); });
  std::vector<Vertex> rank(n);
  for (std::size_t i = 0; i < n; ++i)
    rank[original_[i]] = static_cast<Vertex>(i);

  offsets_.reserve(n + 1);
  offsets_.push_back(0);
  targets_.reserve(2 * graph.num_edges());
  labels_.reserve(n);
  for (const Vertex old : original_) {
    for (const Vertex neighbor : graph.neighbors(old))
      targets_.push_back(rank[neighbor]);
    std::sort(targets_.begin() + static_cast<std::ptrdiff_t>(offsets_.back()), targets_.end(),
              std::greater<>());
    offsets_.push_back(targets_.size());
    labels_.push_back(graph.label(old));
  }
}

std::size_t RankedGraph::later_degree(Vertex v) const {
  const auto row = neighbors_descending(v);
  return static_cast<std::size_t>(
      std::find_if(row.begin(), row.end(), [v](Vertex u) { return u < v; }) - row.begin());
}

}  // namespace rlminer::enumerate
