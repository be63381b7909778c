#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"
#include "rlminer/graph/target_graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::sample {

// A target graph that knows the reverse of every arc, and at once the arcs of a vertex to
// neighbours with one label, which are consecutive.
class SampleGraph : public graph::TargetGraph {
 public:
  explicit SampleGraph(const Graph& graph);

  std::uint32_t reverse(std::uint32_t arc) const { return reverse_[arc]; }
  graph::Range arcs_to(Vertex v, Label label) const {
    if (label_first_.empty()) return search_arcs(v, label);
    const std::size_t at = v * (num_labels() + 1) + label;
    return {label_first_[at], label_first_[at + 1]};
  }

 private:
  graph::Range search_arcs(Vertex v, Label label) const;

  std::vector<std::uint32_t> reverse_;
  // For every vertex and label the first arc; empty when that would be too much memory.
  std::vector<std::uint32_t> label_first_;
};

// Leaves with one label on one inner vertex, to which it is related in one way.
struct TreeLeaves {
  Label label;
  graph::Relation relation;   // seen from the inner vertex; 0 in a plain pattern
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

// In how many ways a labelled tree can be laid into a graph, almost, and a fair draw among them.
//
// Laid into the graph means: vertices go to vertices with their label, edges to edges (of their
// kind, if the pattern knows it). Kept apart
// are a vertex and its grandparent, and the leaves of a vertex from each other and from its
// other tree neighbours; other pairs may coincide. Every injective mapping is counted, so total()
// is at least their number. Computed from the leaves up: weight(c, a) is the number of ways for the
// branch of node c when its parent lies at the tail and c itself at the head of arc a. It depends
// on the tail only where a child of c has the label of c's parent and the relation to it, from
// which it is to be kept apart; other nodes have one weight per vertex. Costs O(k m) and, per inner
// vertex, a number for each vertex or arc.
class TreeWeights {
 public:
  // The graph must outlive this object.
  explicit TreeWeights(const SampleGraph& graph) : graph_(graph) {}

  // A spanning tree of this pattern, whose degrees images must have at least.
  void set_tree(const Pattern& pattern, RootedTree tree);

  const RootedTree& tree() const { return tree_; }
  double total() const { return cumulative_.empty() ? 0.0 : cumulative_.back(); }

  // Images of the nodes one after the other, so that all together have a probability proportional
  // to the number of choices of leaves. Node 0 first; total() > 0.
  Vertex draw_root(Rng& rng) const;
  // The image of a node, given the image of its parent and the arc from there to the image of the
  // parent's parent (any, when the parent is the root). Returns the arc that leads to it.
  std::uint32_t draw_child(int node, Vertex parent, std::uint32_t arc_up, Rng& rng) const;
  // How many candidates the weights assume for one group of leaves on a node, given its image.
  double assumed(int node, const TreeLeaves& leaves, Vertex image) const;
  // Whether an arc is of the kind wanted; every one is, for a plain pattern.
  bool related(std::uint32_t arc, graph::Relation relation) const {
    return plain_ || graph_.relation(arc) == relation;
  }

 private:
  struct NodeWeights {
    Label label = 0;
    Label above = 0;           // label of the parent
    graph::Relation down = 0;  // how the parent is related to it
    graph::Relation up = 0;    // and it to the parent
    Vertex first = 0;          // images are the vertices from here on that have the label
    Vertex last = 0;
    bool by_arc = false;
    std::vector<double> weight;  // of each image, or of each arc that leads to one
    std::vector<double> below;   // for every image of the parent: the sum over its children
  };

  NodeWeights& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }
  const NodeWeights& at(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  const TreeNode& tree_node(int node) const { return tree_.nodes[static_cast<std::size_t>(node)]; }
  bool kept_apart(int node, int child) const;
  graph::Range arcs_from(Vertex parent, const NodeWeights& node) const;
  double weight_of(const NodeWeights& node, std::uint32_t arc) const {
    return node.by_arc ? node.weight[arc] : node.weight[graph_.head(arc) - node.first];
  }
  void prepare_node(const Pattern& pattern, int node);
  double choices_of_leaves(int node, Vertex image) const;
  double below_vertex(int node, Vertex image) const;
  double below_arc(int node, std::uint32_t arc_up, double at_vertex) const;
  void weigh(int node);
  void sum_for_parent(int node);

  const SampleGraph& graph_;
  RootedTree tree_;
  std::vector<NodeWeights> nodes_;
  bool plain_ = true;
  std::vector<double> cumulative_;  // over the images of the root
};

}  // namespace rlminer::sample
