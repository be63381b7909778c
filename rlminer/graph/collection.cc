#include "rlminer/graph/collection.h"

#include <utility>

namespace rlminer::graph {

bool passes_paper_filter(const Graph& graph) {
  const std::size_t vertices = graph.num_vertices();
  return vertices > 10 && vertices < 500 && connected_components(graph).sizes.size() == 1;
}

Collection paper_filter(Collection collection) {
  Collection kept;
  kept.name = std::move(collection.name);
  kept.format = std::move(collection.format);
  kept.warnings = std::move(collection.warnings);
  for (std::size_t i = 0; i < collection.graphs.size(); ++i) {
    if (!passes_paper_filter(collection.graphs[i])) continue;
    kept.graphs.push_back(std::move(collection.graphs[i]));
    kept.numbers.push_back(collection.numbers[i]);
  }
  return kept;
}

}  // namespace rlminer::graph
