#pragma once

#include <cstddef>

#include "rlminer/base/deadline.h"
#include "rlminer/report/plane.h"

namespace rlminer::report {

// Where to draw the vertices of a graph of up to some thousand: x and y from 0, edges about 1 long,
// components beside each other, wider than high. Equal graphs have equal layouts as long as the
// deadline is kept; after it, what is left is laid out roughly.
Layout graph_layout(std::size_t vertices, const EdgeList& edges, const Deadline& deadline);

// A connected graph as springs and charges pull it into shape: edges attract, all vertices repel
// each other (Fruchterman and Reingold; distant vertices together, as Barnes and Hut have it). It
// starts from distances to a few vertices that are far from each other, so no random number is
// drawn. Small graphs are then relaxed, which evens out the lengths of edges. In units of its own.
Layout force_layout(std::size_t vertices, const EdgeList& edges, const Deadline& deadline);

}  // namespace rlminer::report
