#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/scheme.h"

namespace rlminer::proof {

// A scheme that can be bounded: its core is a tree, or has one cycle of three or four vertices. The
// vertices outside the core are leaves of core vertices.
struct Skeleton {
  Scheme scheme;
  std::uint32_t core = 0;
  // Only leaves that are not adjacent to each other count, as far as that is cheap to tell. This
  // bounds the occurrences of the scheme as an induced subgraph instead of its copies.
  bool induced = false;
  // The scheme is a tree and the whole pattern, so that vertices at distance two are not adjacent
  // either. Only with `induced`.
  bool chordless = false;
};

// Leaves of one core vertex that allow the same kinds.
struct LeafGroup {
  Range kinds;
  std::uint32_t set = 0;  // these kinds as BoundGraph writes them
  int leaves = 0;
  std::uint32_t taken = 0;  // neighbours of these kinds that other pattern vertices surely occupy
};
std::vector<LeafGroup> leaf_groups(const BoundGraph& graph, const Skeleton& skeleton, int vertex);

// The orders of the groups of leaves, multiplied: n! for each n leaves that look alike.
Count leaf_orders(const BoundGraph& graph, const Skeleton& skeleton);

// Bounds how often a skeleton occurs as a subgraph, induced or not. A placement maps its core to
// the graph along edges and chooses a set of neighbours for each group of leaves. Summed are
// placements that need not be injective, but are so wherever that is cheap: a vertex, its
// neighbours and its leaves are all different, and so are the vertices of the cycle. Every copy of
// the skeleton is at least automorphisms / leaf_orders of them.
//
// Sums are made of non-negative doubles. `rounding()` is a factor that makes up for all rounding:
// a result times that factor is never below the true sum. docs/proof.md has the argument.
class CopyBound {
 public:
  static constexpr std::uint32_t kNoSet = ~std::uint32_t{0};

  CopyBound(const BoundGraph& graph, int size);

  // For each vertex v that the root (a core vertex) may be placed on: the placements that put it
  // there. Other entries are meaningless. The leaves of the root that allow the set `open` are left
  // out. Valid until the next call.
  std::span<const double> rooted(const Skeleton& skeleton, int root, std::uint32_t open = kNoSet);
  // All placements, rounding included.
  double placements(const Skeleton& skeleton);

  // Of the last call, for a core vertex other than the root: the placements of it and all that
  // hangs on it when it is on `top`, which is the head of a slot of its parent's vertex.
  double part(int vertex, std::uint32_t top, std::uint32_t slot) const {
    return value(*message_of_[Scheme::at(vertex)], top, slot);
  }

  double rounding() const { return rounding_; }
  // At least the number of ways to choose so many neighbours of v with kinds of the set, of which
  // `taken` are not available; no two of them adjacent, if `induced`.
  double choices(std::uint32_t v, std::uint32_t set, std::uint32_t taken, int chosen, bool induced);
  // At least the number of ways to choose `chosen` of `from` things.
  double choose(std::uint32_t from, int chosen) const {
    return binomials_[from * columns_ + static_cast<std::size_t>(chosen)];
  }

 private:
  // What is known of a part of the core that hangs on the rest by the edge to its parent: for each
  // vertex that the top of the part may be on (and, with `on_edges`, each vertex the parent may be
  // on) the placements of the part. With on_edges the index is the slot from the parent's vertex.
  struct Message {
    bool on_edges = false;
    Range kinds;  // that the top may have, seen from the parent
    Range top;    // vertices with such labels
    std::vector<double> values;
    std::vector<double> weights;  // of the leaves of the top
  };

  const double& value(const Message& message, std::uint32_t top, std::uint32_t slot) const {
    return message.values[message.on_edges ? slot : top];
  }
  bool may_be_on(const Message& message, std::uint32_t top, std::uint32_t slot) const {
    return graph_.is_of(slot, top, message.kinds, message.top);
  }
  Message& fresh_message(int vertex, int parent, bool on_edges);
  std::vector<const Message*> messages_of(std::uint32_t children, int parent);
  const Message& message(int vertex, int parent);
  const Message& vertex_message(int vertex, int parent, std::uint32_t children);
  const Message& cycle_message(int vertex, int parent);
  void weigh_leaves(int vertex, std::vector<double>& weights, std::uint32_t open = kNoSet);
  double sum_of(std::uint32_t at, const Message& child) const;
  double sum_apart(std::uint32_t at, std::span<const Message* const> children);
  Range slots_for(std::uint32_t at, std::span<const Message* const> children) const;
  void place_one(std::span<double> ways, std::span<const Message* const> children,
                 std::uint32_t slot) const;
  void many_apart_without(std::uint32_t at, std::span<const Message* const> children, Range parents,
                          double weight, std::vector<double>& out);
  void sums_apart_without(std::uint32_t at, std::span<const Message* const> children, Range parents,
                          double weight, std::vector<double>& out);
  // Corrects these sums where the parent and the vertex have common neighbours: what hangs on the
  // vertex is on none of them.
  void leave_out_common(std::uint32_t at, std::span<const Message* const> children,
                        std::span<const LeafGroup> groups, Range parents, double weight,
                        std::vector<double>& out);
  double leaves_without_common(std::uint32_t at, std::span<const LeafGroup> groups,
                               std::span<const BoundGraph::Corner> common);

  // What hangs on one vertex of the cycle.
  struct Hanging {
    Range vertices;
    std::vector<double> weights;  // of the leaves alone, or of all that hangs there
    std::vector<double> sums;     // of the only child, if there is only one
    const Message* child = nullptr;
  };
  // A neighbour of a vertex and the slot that leads there.
  struct Near {
    std::uint32_t vertex;
    std::uint32_t slot;
  };
  Hanging hanging(int vertex, std::uint32_t children, std::uint32_t open);
  double weight_at(const Hanging& part, std::uint32_t at,
                   std::initializer_list<Near> on_cycle) const;
  // For each image of `root`, a vertex of the cycle: the placements of the cycle and all that hangs
  // on it, but on the root only what `children` say (totals_), and what makes up for the rounding
  // (slack_).
  void sum_cycles(int root, std::uint32_t children, std::uint32_t open);
  // The same, and by the slot from a neighbour of the image: those that use that neighbour.
  void sum_cycles_through(int root, std::uint32_t children, std::vector<double>& through);
  void sum_triangles(int root, std::uint32_t children, std::uint32_t open,
                     std::vector<double>* through);
  struct Square {
    Hanging a, b, c, d;                            // in turn
    Range b_from_a, d_from_a, c_from_b, c_from_d;  // kinds of one, seen from another
  };
  Square square_from(int first, int root, std::uint32_t children, std::uint32_t open);
  template <typename Visit>
  void for_each_path(const Square& square, std::uint32_t x, const Visit& visit) const;
  // Calls at(x) for each image x of a, while the sums over the paths from there are in one_side_,
  // other_side_ and same_.
  template <typename At>
  void sum_paths(const Square& square, const At& at);
  void add_path_pairs(std::uint32_t z, std::uint32_t image);
  int rarest_on_cycle() const;
  std::uint32_t find_cycle() const;
  Range kinds_of(int vertex, int from) const;
  Range vertices_of(int vertex) const;
  std::uint32_t core_neighbors(int vertex) const {
    return skeleton_->scheme.adjacency[Scheme::at(vertex)] & skeleton_->core;
  }

  std::span<const double> independent_choices(std::uint32_t v, std::uint32_t set);

  const BoundGraph& graph_;
  std::size_t columns_;
  std::vector<double> binomials_;
  ForestSets forest_;
  // For each set of kinds and vertex where it was asked for: how many independent sets of each size
  // the neighbours of these kinds have at most.
  std::vector<std::vector<std::vector<double>>> independent_;
  double rounding_ = 1.0;
  double sum_slack_ = 0.0;  // so much of a sum makes up for its rounding

  const Skeleton* skeleton_ = nullptr;
  std::uint32_t cycle_ = 0;  // its vertices as bits; 0 when the core is a tree
  std::vector<Message> pool_;
  std::size_t used_ = 0;
  std::array<const Message*, kMaxSchemeSize> message_of_{};
  std::vector<double> result_;
  std::vector<double> ways_;
  std::vector<double> prefixes_;
  std::vector<double> totals_, slack_;
  // By the vertex opposite to x: sums over the paths there, on one side, on the other, on both.
  std::vector<double> one_side_, other_side_, same_;
  std::vector<std::uint32_t> opposite_;
};

}  // namespace rlminer::proof
