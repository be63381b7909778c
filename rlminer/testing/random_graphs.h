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

// The same graph with its vertices in another order and its edges listed in another order and
// direction. Ids and labels travel with their vertices.
Graph renumbered(const Graph& graph, Rng& rng);

}  // namespace rlminer::testing
