#pragma once

#include <cstddef>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"

namespace rlminer::sample {

// Draws one connected vertex set by random growth: a uniform first vertex out of `starts`, then
// again and again a uniform one of the unchosen vertices adjacent to the chosen ones. Every vertex
// in `starts` must lie in a component of at least `size` vertices. The sets are not uniformly
// distributed.
class RandomGrowth {
 public:
  explicit RandomGrowth(const Graph& graph) : graph_(graph), seen_(graph.num_vertices(), false) {}

  const std::vector<Vertex>& draw(const std::vector<Vertex>& starts, std::size_t size, Rng& rng);

 private:
  void reach(Vertex vertex);

  const Graph& graph_;
  std::vector<bool> seen_;        // in chosen_ or frontier_
  std::vector<Vertex> chosen_;    // in the order of growth
  std::vector<Vertex> frontier_;  // adjacent to a chosen vertex and not chosen
};

// The vertices that a set of that size can grow from: those in components that are large enough.
std::vector<Vertex> growth_starts(const Graph& graph, std::size_t size);
// One of them at random; there must be one. In most graphs this looks at a few vertices only.
Vertex random_growth_start(const Graph& graph, std::size_t size, Rng& rng);

}  // namespace rlminer::sample
