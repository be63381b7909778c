#include "rlminer/enumerate/ranked_graph.h"

#include <algorithm>

namespace rlminer::enumerate {

RankedGraph::RankedGraph(const Graph& graph)
    : RenumberedGraph(
          graph,
          graph::vertices_by(graph,
                             [&](Vertex a, Vertex b) { return graph.degree(a) > graph.degree(b); }),
          Rows::Descending),
      num_labels_(graph.num_labels()) {}

std::size_t RankedGraph::later_degree(Vertex v) const {
  const auto row = neighbors(v);
  return static_cast<std::size_t>(
      std::find_if(row.begin(), row.end(), [v](Vertex u) { return u < v; }) - row.begin());
}

}  // namespace rlminer::enumerate
