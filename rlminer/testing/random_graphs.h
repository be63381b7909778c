#pragma once

#include <cstddef>
#include <cstdint>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"

namespace rlminer::testing {

constexpr std::uint64_t kSmallGraphKinds = 13;

// A small test graph that depends on the seed alone. Seeds go round the kinds: tiny (0 to 2
// vertices), sparse and dense random, disconnected with isolated vertices, star, clique, cycle,
// path, tree, complete bipartite, hub with noise, twins, edgeless. Labels are drawn from 1 to 4
// names; ids are numbers with gaps or text.
Graph random_small_graph(std::uint64_t seed, std::size_t max_vertices = 10);

// The same graph with edges of several kinds. They have one of `edge_labels` labels; where they are
// directed, an edge becomes an arc, or two arcs that may have different labels.
struct EdgeKinds {
  std::uint64_t edge_labels = 1;
  bool directed = false;
};
Graph with_edge_kinds(const Graph& graph, const EdgeKinds& kinds, Rng& rng);
// random_small_graph with kinds of edges that depend on the seed too: by turns two or three labels,
// directions, and both.
Graph random_related_graph(std::uint64_t seed, std::size_t max_vertices = 10);

// The same graph with its vertices in another order and its edges listed in another order and
// direction. Ids and labels travel with their vertices, kinds with their edges.
Graph renumbered(const Graph& graph, Rng& rng);

}  // namespace rlminer::testing
