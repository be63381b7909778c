#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::pattern {

using graph::Relation;

constexpr int kMaxPatternSize = 32;

// A small labelled graph: the thing we count. Vertex i is adjacent to the vertices in the bits of
// adjacency(i). In a graph that distinguishes its edges, a pattern knows the kind of each of its
// edges too (of all or of none); otherwise it is plain.
class Pattern {
 public:
  Pattern() = default;

  int size() const { return size_; }
  Label label(int i) const { return labels_[static_cast<std::size_t>(i)]; }
  std::uint32_t adjacency(int i) const { return adjacency_[static_cast<std::size_t>(i)]; }
  bool has_edge(int i, int j) const { return (adjacency(i) >> j & 1u) != 0; }
  int degree(int i) const { return __builtin_popcount(adjacency(i)); }
  int num_edges() const;
  bool connected() const;

  bool plain() const { return ties_.empty(); }
  // The kind of the edge between i and j, seen from i; 0 where there is none, or in a plain
  // pattern.
  Relation relation(int i, int j) const {
    if (plain() || i == j) return 0;
    return i < j ? ties_[tie(i, j)].from_lower : ties_[tie(j, i)].from_higher;
  }

  // Adds a vertex adjacent to the existing vertices in `neighbors` and returns its number.
  int add_vertex(Label label, std::uint32_t neighbors = 0);
  void add_edge(int i, int j);
  // Says of which kind the edge between i and j is, seen from i and seen from j. There is no
  // pattern that knows some of its edges only: all of them have to be told.
  void set_relation(int i, int j, Relation from_i, Relation from_j);

  // The same pattern with its vertices in another order: vertex i of the result is vertex order[i]
  // of this one.
  Pattern permuted(std::span<const std::uint8_t> order) const;
  Pattern without(int i) const;

  // Vertex by vertex equality, and an arbitrary but fixed order; neither looks for isomorphisms.
  friend bool operator==(const Pattern& a, const Pattern& b);
  friend bool operator<(const Pattern& a, const Pattern& b);

 private:
  struct Tie {
    Relation from_lower = 0;
    Relation from_higher = 0;

    friend auto operator<=>(const Tie&, const Tie&) = default;
  };
  static std::size_t tie(int lower, int higher) {
    return static_cast<std::size_t>(higher * (higher - 1) / 2 + lower);
  }

  int size_ = 0;
  std::array<Label, kMaxPatternSize> labels_{};
  std::array<std::uint32_t, kMaxPatternSize> adjacency_{};
  std::vector<Tie> ties_;  // of every pair of vertices, in the order of tie(); empty: plain
};

// The subgraph that distinct vertices of `graph` induce, in the order given.
Pattern induce(const Graph& graph, std::span<const Vertex> vertices);

// Hash of the pattern as written (isomorphic patterns written differently hash differently).
struct PatternHash {
  std::size_t operator()(const Pattern& pattern) const;
};

}  // namespace rlminer::pattern

// Vocabulary of every room.
namespace rlminer {
using pattern::Pattern;
}  // namespace rlminer
