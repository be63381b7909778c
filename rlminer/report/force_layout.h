#pragma once

#include "rlminer/report/graph_layout.h"

namespace rlminer::report {

// A connected graph as springs and charges pull it into shape: edges attract, all vertices repel
// each other (Fruchterman and Reingold; distant vertices together, as Barnes and Hut have it). It
// starts from distances to a few vertices that are far from each other, so no random number is
// drawn. In units of its own.
Layout force_layout(std::size_t vertices, const EdgeList& edges, const Deadline& deadline);

}  // namespace rlminer::report
