#pragma once

#include <cstddef>

#include "rlminer/graph/renumbered_graph.h"

namespace rlminer::enumerate {

// The target graph prepared for enumeration: vertices renumbered by descending degree, each row
// sorted from the highest number down. A set is enumerated from its smallest vertex (its root), so
// a row may be left as soon as it reaches the root; and with hubs numbered first, no later root
// ever looks at a hub again.
class RankedGraph : public graph::RenumberedGraph {
 public:
  explicit RankedGraph(const Graph& graph);

  std::size_t num_labels() const { return num_labels_; }
  // How many neighbours of `v` are numbered above `v`.
  std::size_t later_degree(Vertex v) const;

 private:
  std::size_t num_labels_;
};

}  // namespace rlminer::enumerate
