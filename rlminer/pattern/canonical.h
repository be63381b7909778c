#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "rlminer/base/frequency.h"
#include "rlminer/pattern/partition.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::pattern {

// Finds the canonical order of a graph with ordered cells by individualization and refinement.
//
// A node of the search tree is an equitable partition; its children individualize one vertex of its
// target cell each and refine. A leaf is a partition into single vertices, that is, an order. The
// trace of a leaf is the sequence of numbers refine() returned on the way to it. The canonical leaf
// is the one with the largest (trace, adjacency in leaf order). Two leaves with equal adjacency
// give an automorphism; what automorphisms map onto parts of the tree already searched is skipped
// (McKay, Practical graph isomorphism, 1981). Nothing is allocated.
// Rows is Adjacency, or Layers for a graph whose edges are of several kinds.
template <typename Rows>
class LeafSearch {
 public:
  explicit LeafSearch(const Rows& rows) : rows_(rows) {}

  // `root` must be equitable.
  void run(const OrderedPartition& root);

  const VertexOrder& best_order() const { return best_.order; }
  Count automorphisms() const { return automorphisms_; }

 private:
  static constexpr bool kPlain = std::is_same_v<Rows, Adjacency>;
  static constexpr std::size_t kLayers = kPlain ? 1 : Layers::kMost;
  using Path = std::array<std::uint8_t, kMaxPatternSize>;
  using Trace = std::array<std::uint64_t, kMaxPatternSize>;

  struct Leaf {
    VertexOrder order{};
    std::array<Adjacency, kLayers> layers{};
    Path path{};
    Trace trace{};
  };

  // What an automorphism tells about pruning: the vertices it fixes, and the least vertex of each
  // of its cycles.
  struct Symmetry {
    std::uint32_t fixed = 0;
    std::uint32_t least = 0;
  };
  static constexpr std::size_t kMaxSymmetries = 64;

  // Each returns the level of the node at which the search goes on; a node at a deeper level is
  // finished with.
  int explore(const OrderedPartition& node, int level);
  int explore_first(const OrderedPartition& node, int level);
  int explore_other(const OrderedPartition& node, int level);
  int descend(const OrderedPartition& node, int level, int start, int vertex);
  int visit_leaf(const OrderedPartition& node, int level);

  void make_leaf(const OrderedPartition& node, Leaf& leaf) const;
  bool trace_like_first(int length) const;
  int compare_trace_with_best(int length) const;
  int branching_level(const Path& path) const;
  void add_symmetry(const VertexOrder& from, const VertexOrder& to, int n);
  std::uint32_t unpruned(std::uint32_t candidates, std::uint32_t prefix) const;

  const Rows& rows_;
  Count automorphisms_ = 1;
  bool have_first_ = false;
  Path path_{};    // vertex individualized at each level on the way to the current node
  Trace trace_{};  // what refine() returned there
  Leaf first_;
  Leaf best_;
  // For each node on the way to the first leaf: the children searched already.
  std::array<std::uint32_t, kMaxPatternSize> searched_{};
  // For each vertex its orbit under the automorphisms found so far. Levels of the first path are
  // finished from the deepest up, so all of them fix the vertices individualized above the level in
  // work.
  std::array<std::uint32_t, kMaxPatternSize> orbit_{};
  std::array<Symmetry, kMaxSymmetries> symmetries_{};  // the latest ones, in a ring
  std::size_t num_symmetries_ = 0;
};

// A pattern in canonical order: canonicalize(p).pattern == canonicalize(q).pattern if and only if p
// and q are isomorphic with equal labels and equal kinds of edges. This canonical Pattern is the
// key under which patterns are counted.
struct CanonicalForm {
  Pattern pattern;
  std::array<std::uint8_t, kMaxPatternSize>
      order{};              // order[i]: the vertex of the input at canonical place i
  Count automorphisms = 1;  // size of the automorphism group
};

CanonicalForm canonicalize(const Pattern& pattern);

}  // namespace rlminer::pattern
