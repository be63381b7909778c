#pragma once

// Colour refinement (Weisfeiler and Leman): vertices get the same colour when they look alike from
// as far as one has looked. Colours are hashes: equal for vertices that correspond under an
// isomorphism, and otherwise different but for vertices that refinement cannot tell apart and
// accidents of 2^-64.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"

namespace rlminer::graph {

// A connected part of a larger graph, with all edges among its vertices.
struct Neighbourhood {
  Graph graph;                   // over the dictionaries of the whole
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

using Colours = std::vector<std::uint64_t>;  // one per vertex

// By label name alone, so that graphs with different dictionaries can be compared.
Colours label_colours(const Graph& graph);

// Of the kinds of edges, by their names as well: a colour per relation of the dictionary. Empty
// where the graph does not distinguish its edges.
Colours relation_colours(const Graph& graph);

// One step further: by the old colour and the multiset of the neighbours' old colours, each with
// the colour of the edge to it; without colours of relations all edges are alike.
Colours refined(const Graph& graph, const Colours& colours, const Colours& of_relation = {});

// A number that isomorphic graphs share, where kinds of edges that are distinguished count. Others
// rarely do: graphs that refinement cannot tell apart.
std::uint64_t isomorphism_hash(const Graph& graph);

}  // namespace rlminer::graph
