#include "rlminer/sample/tree_weights.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "rlminer/base/bits.h"

namespace rlminer::sample {
namespace {

constexpr std::size_t kMostTableEntries = std::size_t{1} << 24;

}  // namespace

SampleGraph::SampleGraph(const Graph& graph) : TargetGraph(graph), reverse_(reverse_arcs()) {
  if (num_vertices() * (num_labels() + 1) <= kMostTableEntries)
    label_first_ = first_arcs(label_begins());
}

graph::Range SampleGraph::search_arcs(Vertex v, Label label) const {
  const auto rest = graph::from_vertex(neighbors(v), label_begin(label));
  const auto beyond = graph::from_vertex(rest, label_end(label));
  const std::uint32_t end = arcs(v).high;
  return {end - static_cast<std::uint32_t>(rest.size()),
          end - static_cast<std::uint32_t>(beyond.size())};
}

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

void add_leaf(TreeNode& node, const Pattern& pattern, int vertex) {
  const Label label = pattern.label(vertex);
  const graph::Relation relation = pattern.relation(node.vertex, vertex);
  for (TreeLeaves& leaves : node.leaves) {
    if (leaves.label != label || leaves.relation != relation) continue;
    leaves.vertices.push_back(vertex);
    return;
  }
  node.leaves.push_back({label, relation, {vertex}});
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
        add_leaf(tree.nodes[n], pattern, w);
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

bool TreeWeights::kept_apart(int node, int child) const {
  return tree_node(node).parent >= 0 && at(child).label == at(node).above &&
         at(child).down == at(node).up;
}

graph::Range TreeWeights::arcs_from(Vertex parent, const NodeWeights& node) const {
  graph::Range range = graph_.arcs_to(parent, node.label);
  // Neighbours with too small a degree come first.
  range.low = range.high - static_cast<std::uint32_t>(
                               graph::from_vertex(graph_.heads(range), node.first).size());
  return range;
}

void TreeWeights::prepare_node(const Pattern& pattern, int node) {
  NodeWeights& weights = at(node);
  const TreeNode& tree = tree_node(node);
  weights.label = pattern.label(tree.vertex);
  if (tree.parent >= 0) {
    const int above = tree_node(tree.parent).vertex;
    weights.above = pattern.label(above);
    weights.down = pattern.relation(above, tree.vertex);
    weights.up = pattern.relation(tree.vertex, above);
  }
  weights.first =
      graph_.first_with(weights.label, static_cast<std::uint32_t>(pattern.degree(tree.vertex)));
  weights.last = graph_.label_end(weights.label);
}

double TreeWeights::assumed(int node, const TreeLeaves& leaves, Vertex image) const {
  const TreeNode& tree = tree_node(node);
  const graph::Range arcs = graph_.arcs_to(image, leaves.label);
  double candidates = arcs.size();
  if (!plain_) {
    candidates = 0.0;
    for (const std::uint32_t arc : arcs)
      candidates += related(arc, leaves.relation) ? 1 : 0;
  }
  const auto takes_one = [&](Label label, graph::Relation relation) {
    return label == leaves.label && relation == leaves.relation;
  };
  if (tree.parent >= 0 && takes_one(at(node).above, at(node).up)) candidates -= 1;
  for (const int child : tree.children)
    candidates -= takes_one(at(child).label, at(child).down) ? 1 : 0;
  return candidates;
}

double TreeWeights::choices_of_leaves(int node, Vertex image) const {
  double product = 1.0;
  for (const TreeLeaves& leaves : tree_node(node).leaves) {
    const double candidates = assumed(node, leaves, image);
    for (std::size_t i = 0; i < leaves.vertices.size(); ++i)
      product *= std::max(0.0, candidates - static_cast<double>(i));
  }
  return product;
}

// All that hangs below an image, as far as it does not depend on where the parent lies.
double TreeWeights::below_vertex(int node, Vertex image) const {
  double product = choices_of_leaves(node, image);
  for (const int child : tree_node(node).children) {
    if (!kept_apart(node, child)) product *= at(child).below[image - at(node).first];
  }
  return product;
}

// The rest: branches that must not go where the parent lies.
double TreeWeights::below_arc(int node, std::uint32_t arc_up, double at_vertex) const {
  const Vertex image = graph_.head(graph_.reverse(arc_up));
  const Vertex parent = graph_.head(arc_up);
  for (const int child : tree_node(node).children) {
    if (!kept_apart(node, child)) continue;
    const NodeWeights& weights = at(child);
    const double there = parent >= weights.first ? weight_of(weights, arc_up) : 0.0;
    at_vertex *= std::max(0.0, weights.below[image - at(node).first] - there);
  }
  return at_vertex;
}

void TreeWeights::weigh(int node) {
  NodeWeights& weights = at(node);
  const TreeNode& tree = tree_node(node);
  weights.by_arc = std::any_of(tree.children.begin(), tree.children.end(),
                               [&](int child) { return kept_apart(node, child); });
  weights.weight.assign(weights.by_arc ? graph_.num_arcs() : weights.last - weights.first, 0.0);
  for (Vertex v = weights.first; v < weights.last; ++v) {
    const double below = below_vertex(node, v);
    if (!weights.by_arc) {
      weights.weight[v - weights.first] = below;
    } else if (below > 0) {
      for (const std::uint32_t arc : arcs_from(v, at(tree.parent))) {
        if (related(arc, weights.up))
          weights.weight[graph_.reverse(arc)] = below_arc(node, arc, below);
      }
    }
  }
}

void TreeWeights::sum_for_parent(int node) {
  NodeWeights& weights = at(node);
  const NodeWeights& parent = at(tree_node(node).parent);
  weights.below.assign(parent.last - parent.first, 0.0);
  for (Vertex v = parent.first; v < parent.last; ++v) {
    double sum = 0.0;
    for (const std::uint32_t arc : arcs_from(v, weights)) {
      if (related(arc, weights.down)) sum += weight_of(weights, arc);
    }
    weights.below[v - parent.first] = sum;
  }
}

void TreeWeights::set_tree(const Pattern& pattern, RootedTree tree) {
  tree_ = std::move(tree);
  plain_ = pattern.plain();
  nodes_.resize(std::max(nodes_.size(), tree_.nodes.size()));
  const int count = static_cast<int>(tree_.nodes.size());
  for (int node = 0; node < count; ++node)
    prepare_node(pattern, node);
  for (int node = count - 1; node >= 0; --node) {
    weigh(node);
    if (node > 0) sum_for_parent(node);
  }
  const std::vector<double>& roots = at(0).weight;
  cumulative_.resize(roots.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < roots.size(); ++i)
    cumulative_[i] = sum += roots[i];
}

Vertex TreeWeights::draw_root(Rng& rng) const {
  const double target = rng.uniform() * total();
  auto found = std::upper_bound(cumulative_.begin(), cumulative_.end(), target);
  if (found == cumulative_.end())  // rounding
    found = std::lower_bound(cumulative_.begin(), cumulative_.end(), total());
  return at(0).first + static_cast<Vertex>(found - cumulative_.begin());
}

std::uint32_t TreeWeights::draw_child(int node, Vertex parent, std::uint32_t arc_up,
                                      Rng& rng) const {
  const NodeWeights& weights = at(node);
  const int parent_node = tree_node(node).parent;
  const bool apart = kept_apart(parent_node, node);
  double sum = weights.below[parent - at(parent_node).first];
  if (apart && graph_.head(arc_up) >= weights.first) sum -= weight_of(weights, arc_up);
  double left = rng.uniform() * sum;
  const graph::Range arcs = arcs_from(parent, weights);
  std::uint32_t last_possible = arcs.low;
  for (const std::uint32_t arc : arcs) {
    if ((apart && arc == arc_up) || !related(arc, weights.down)) continue;
    const double weight = weight_of(weights, arc);
    if (weight <= 0) continue;
    last_possible = arc;
    left -= weight;
    if (left < 0) return arc;
  }
  return last_possible;  // rounding
}

}  // namespace rlminer::sample
