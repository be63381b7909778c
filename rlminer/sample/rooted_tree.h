#pragma once

#include <cstdint>
#include <vector>

#include "rlminer/pattern/pattern.h"

namespace rlminer::sample {

// Leaves with one label on one inner vertex.
struct TreeLeaves {
  Label label;
  std::vector<int> vertices;  // of the pattern
};

// An inner vertex of a spanning tree. (The root counts as one, however few neighbours it has.)
struct TreeNode {
  int vertex;                 // of the pattern
  int parent;                 // its node, -1 for the root
  std::vector<int> children;  // their nodes
  std::vector<TreeLeaves> leaves;
};

// A spanning tree of a connected pattern, rooted at an end of its inner part. Nodes are in an order
// in which parents come before their children.
struct RootedTree {
  std::vector<TreeNode> nodes;
};

// The tree whose edges are the bits of `edges` (edges[i]: the tree neighbours of vertex i).
RootedTree root_tree(const Pattern& pattern, const std::vector<std::uint32_t>& edges);

// Different spanning trees of a connected pattern, at most so many; a tree has just itself.
std::vector<std::vector<std::uint32_t>> spanning_trees(const Pattern& pattern, std::size_t most);

}  // namespace rlminer::sample
