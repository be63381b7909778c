#pragma once

#include <cstddef>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"

namespace rlminer::graph {

// A connected part of a larger graph, with all edges among its vertices.
struct Neighbourhood {
  Graph graph;                   // over the dictionary of the whole
  std::vector<Vertex> vertices;  // its vertex v is vertices[v] of the whole
};

struct NeighbourhoodOptions {
  std::size_t vertices = 96;              // at most
  std::size_t fan_out = ~std::size_t{0};  // of each vertex at most so many neighbours are followed
};

// What lies around a vertex, nearest first. Of more neighbours than there is room for, which are
// taken is drawn. The cost is that of the part and of the neighbour lists in it.
Neighbourhood neighbourhood(const Graph& graph, Vertex start, const NeighbourhoodOptions& options,
                            Rng& rng);

}  // namespace rlminer::graph
