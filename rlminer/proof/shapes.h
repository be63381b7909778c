#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "rlminer/proof/scheme.h"

namespace rlminer::proof {

// A tree, or a connected graph with exactly one cycle, whose labels are all undecided: where the
// search for frequent patterns begins. The core holds the vertices that are placed one by one; the
// others are leaves, counted in bulk. It is connected and contains every vertex of degree 2 or
// more.
struct Shape {
  Scheme scheme;                           // all codes 0
  std::uint32_t core = 0;                  // a set of vertices, as bits
  std::vector<int> core_order;             // the core in the order in which labels are decided
  std::vector<std::pair<int, int>> cycle;  // the edges of the cycle; none in a tree
};

std::vector<Shape> tree_shapes(int size);
std::vector<Shape> unicyclic_shapes(int size);

// The edges of a connected scheme that lie on cycles.
std::vector<std::pair<int, int>> cycle_edges(const Scheme& scheme);

}  // namespace rlminer::proof
