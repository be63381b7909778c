#include "rlminer/graph/collection.h"

#include <utility>

namespace rlminer::graph {

Collection paper_filter(Collection collection) {
  Collection kept;
  kept.name = std::move(collection.name);
  kept.format = std::move(collection.format);
  kept.warnings = std::move(collection.warnings);
  for (std::size_t i = 0; i < collection.graphs.size(); ++i) {
    const std::size_t vertices = collection.graphs[i].num_vertices();
    if (vertices <= 10 || vertices >= 500) continue;
    if (connected_components(collection.graphs[i]).sizes.size() != 1) continue;
    kept.graphs.push_back(std::move(collection.graphs[i]));
    kept.numbers.push_back(collection.numbers[i]);
  }
  return kept;
}

}  // namespace rlminer::graph
