#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/report/pattern_layout.h"

namespace rlminer::report {

// Edges between vertices 0, 1, ..., each once, without loops.
using EdgeList = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Where to draw the vertices of a graph of up to some thousand: x and y from 0, edges about 1 long,
// components beside each other, wider than high. Equal graphs have equal layouts as long as the
// deadline is kept; after it, what is left is laid out roughly. Through Graphviz where the
// program is built with it, else as force_layout() does.
Layout graph_layout(std::size_t vertices, const EdgeList& edges, const Deadline& deadline);

// The same without Graphviz.
Layout built_in_graph_layout(std::size_t vertices, const EdgeList& edges, const Deadline& deadline);

}  // namespace rlminer::report
