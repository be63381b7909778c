#pragma once

#include <cstddef>
#include <vector>

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

// Estimates how many connected sets of each size up to `size` the graph has (entry n: of n
// vertices), from `probes` random descents of the enumeration tree: a descent that had b_1, b_2,
// ... branches to choose from stands for b_1 * b_2 * ... sets. That is without bias, but may miss
// hubs, so the estimate is no less than what the stars around them vouch for. Always the same
// estimate for the same graph.
std::vector<double> estimate_sets(const RankedGraph& graph, int size, int probes);

// The stars of so many vertices, induced or not: many of them among all connected sets mean hubs,
// and around hubs the bounds of a proof prune.
double choose(double n, int k);  // the binomial coefficient
template <typename AnyGraph>
double count_stars(const AnyGraph& graph, int size) {
  double stars = 0.0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    stars += choose(static_cast<double>(graph.degree(v)), size - 1);
  return stars;
}

}  // namespace rlminer::enumerate
