#include "rlminer/sample/rooted_tree.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "rlminer/base/bits.h"

namespace rlminer::sample {
namespace {

using TreeEdges = std::vector<std::uint32_t>;

int degree_in(const TreeEdges& edges, int v) {
  return std::popcount(edges[static_cast<std::size_t>(v)]);
}

// An inner vertex with at most one inner neighbour: below such a root a vertex has as few children
// as possible, and children are what the weights do not keep apart.
int choose_root(const TreeEdges& edges) {
  const int size = static_cast<int>(edges.size());
  std::uint32_t inner = 0;
  for (int v = 0; v < size; ++v) {
    if (degree_in(edges, v) > 1) inner |= std::uint32_t{1} << v;
  }
  for (int v = 0; v < size; ++v) {
    if ((inner >> v & 1u) != 0 && std::popcount(edges[static_cast<std::size_t>(v)] & inner) <= 1)
      return v;
  }
  return 0;
}

void add_leaf(TreeNode& node, Label label, int vertex) {
  for (TreeLeaves& leaves : node.leaves) {
    if (leaves.label != label) continue;
    leaves.vertices.push_back(vertex);
    return;
  }
  node.leaves.push_back({label, {vertex}});
}

// Breadth first or depth first from every vertex.
TreeEdges search_tree(const Pattern& pattern, int start, bool breadth) {
  TreeEdges edges(static_cast<std::size_t>(pattern.size()), 0);
  std::uint32_t seen = std::uint32_t{1} << start;
  std::vector<int> waiting{start};
  const auto reach = [&](int from, int to) {
    seen |= std::uint32_t{1} << to;
    edges[static_cast<std::size_t>(from)] |= std::uint32_t{1} << to;
    edges[static_cast<std::size_t>(to)] |= std::uint32_t{1} << from;
    waiting.push_back(to);
  };
  for (std::size_t next = 0; !waiting.empty() && next < waiting.size();) {
    const int v = breadth ? waiting[next] : waiting.back();
    const std::uint32_t fresh = pattern.adjacency(v) & ~seen;
    if (breadth) {
      for_each_bit(fresh, [&](int w) { reach(v, w); });
      ++next;
    } else if (fresh != 0) {
      reach(v, std::countr_zero(fresh));
    } else {
      waiting.pop_back();
    }
  }
  return edges;
}

}  // namespace

RootedTree root_tree(const Pattern& pattern, const TreeEdges& edges) {
  RootedTree tree;
  std::vector<int> above(edges.size(), -1);
  tree.nodes.push_back({choose_root(edges), -1, {}, {}});
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const int v = tree.nodes[n].vertex;
    for_each_bit(edges[static_cast<std::size_t>(v)], [&](int w) {
      if (w == above[static_cast<std::size_t>(v)]) return;
      above[static_cast<std::size_t>(w)] = v;
      if (degree_in(edges, w) == 1) {
        add_leaf(tree.nodes[n], pattern.label(w), w);
        return;
      }
      tree.nodes[n].children.push_back(static_cast<int>(tree.nodes.size()));
      tree.nodes.push_back({w, static_cast<int>(n), {}, {}});
    });
  }
  return tree;
}

std::vector<TreeEdges> spanning_trees(const Pattern& pattern, std::size_t most) {
  std::vector<TreeEdges> trees;
  const bool is_tree = pattern.num_edges() == pattern.size() - 1;
  for (const bool breadth : {true, false}) {
    for (int start = 0; start < pattern.size() && trees.size() < most; ++start) {
      TreeEdges tree = search_tree(pattern, start, breadth);
      if (std::find(trees.begin(), trees.end(), tree) == trees.end())
        trees.push_back(std::move(tree));
      if (is_tree) return trees;
    }
  }
  return trees;
}

}  // namespace rlminer::sample
