#pragma once

#include <cstdint>
#include <vector>

#include "rlminer/graph/graph.h"

// Colour refinement (Weisfeiler and Leman): vertices get the same colour when they look alike from
// as far as one has looked. Colours are hashes: equal for vertices that correspond under an
// isomorphism, and otherwise different but for vertices that refinement cannot tell apart and
// accidents of 2^-64.
namespace rlminer::graph {

using Colours = std::vector<std::uint64_t>;  // one per vertex

// By label name alone, so that graphs with different dictionaries can be compared.
Colours label_colours(const Graph& graph);

// One step further: by the old colour and the multiset of the neighbours' old colours.
Colours refined(const Graph& graph, const Colours& colours);

// A number that isomorphic graphs share. Others rarely do: graphs that refinement cannot tell
// apart.
std::uint64_t isomorphism_hash(const Graph& graph);

}  // namespace rlminer::graph
