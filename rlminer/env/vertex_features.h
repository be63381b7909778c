#pragma once

#include <cstddef>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::env {

// What can be said about a vertex at little cost, with nothing learned: how large the graph is, how
// many neighbours the vertex has, how many vertices look like it, and how frequent the small
// subgraphs are that it is part of. In order:
//   0        log of the number of vertices of the graph
//   1        log of 1 + degree
//   2 .. 5   log of the number of vertices with the same label; with, besides, the same labels of
//            neighbours; the same neighbourhoods of radius 2; of radius 3 (as far as colour
//            refinement can tell)
//   6, 7     highest and mean log frequency of the connected induced subgraphs of 2 vertices that
//            the vertex is part of
//   8, 9     ... of 3 vertices
//   ...
//   14, 15   ... of 6 vertices
// Logarithms are to the base 16. Graphs with very many connected sets of up to 6 vertices get
// zeros in place of the frequencies of the largest, as vertices without neighbours do.
inline constexpr std::size_t kVertexFeatures = 16;

// One row of kVertexFeatures per vertex. Does not depend on the numbering of vertices or labels.
std::vector<float> vertex_features(const Graph& graph);

}  // namespace rlminer::env
