#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/graph/graph.h"
#include "rlminer/proof/scheme.h"

namespace rlminer::proof {

// Consecutive numbers low, low + 1, .., high - 1.
struct Range {
  std::uint32_t low = 0;
  std::uint32_t high = 0;

  bool contains(std::uint32_t x) const { return low <= x && x < high; }
  bool contains(Range other) const { return low <= other.low && other.high <= high; }
  bool meets(Range other) const { return low < other.high && other.low < high; }
  std::uint32_t size() const { return high - low; }

  friend bool operator==(Range, Range) = default;
};

// The graph in the form in which the bounds are quick. Labels are ranks, the most frequent label
// first; vertices are sorted by label, so that the vertices with labels in a range of ranks are a
// range of numbers, among all vertices and in every neighbour list. Each directed edge has a slot:
// the place of its head in the neighbour list of its tail.
//
// A set of labels is written as a code: below num_labels() that one rank, otherwise num_labels() +
// a for all ranks from a on; num_labels() itself allows every label.
class BoundGraph {
 public:
  // A triangle seen from one of its corners, x: the other two, y and z, and the slots of x -> y,
  // x -> z and y -> z. Every triangle is there six times.
  struct Corner {
    std::uint32_t y, z;
    std::uint32_t xy, xz, yz;
  };

  // Whether the tables of such a graph are of a bearable size.
  static bool fits(const Graph& graph);

  explicit BoundGraph(const Graph& graph);

  std::uint32_t num_vertices() const { return static_cast<std::uint32_t>(first_slot_.size() - 1); }
  std::uint32_t num_slots() const { return static_cast<std::uint32_t>(heads_.size()); }
  std::uint32_t num_labels() const { return static_cast<std::uint32_t>(vertices_from_.size() - 1); }
  std::uint32_t max_degree() const { return max_degree_; }

  Range ranks(std::uint32_t code) const;
  Range vertices(Range ranks) const {
    return {vertices_from_[ranks.low], vertices_from_[ranks.high]};
  }
  // The code of the ranks from a on, where a < num_labels().
  std::uint32_t code_from(std::uint32_t a) const {
    return a + 1 == num_labels() ? a : num_labels() + a;
  }
  std::uint32_t any_label() const { return code_from(0); }
  bool decided(std::uint32_t code) const { return code < num_labels(); }

  Range slots(std::uint32_t v) const { return {first_slot_[v], first_slot_[v + 1]}; }
  Range slots(std::uint32_t v, Range ranks) const {
    const std::uint32_t* row = &slots_from_[v * (std::size_t{num_labels()} + 1)];
    return {row[ranks.low], row[ranks.high]};
  }
  std::uint32_t head(std::uint32_t slot) const { return heads_[slot]; }
  std::uint32_t reverse(std::uint32_t slot) const { return reverse_[slot]; }
  bool has_edge(std::uint32_t u, std::uint32_t v) const;
  std::uint32_t rank_of(std::uint32_t v) const { return rank_of_[v]; }
  std::span<const Corner> corners(std::uint32_t v) const {
    const Range all = slots(v);
    return {corners_.data() + first_corner_[all.low], corners_.data() + first_corner_[all.high]};
  }
  // The triangles over an edge, seen from its tail x; y is its head. Ascending in z.
  std::span<const Corner> corners_over(std::uint32_t slot) const {
    return {corners_.data() + first_corner_[slot], corners_.data() + first_corner_[slot + 1]};
  }
  bool has_triangles() const { return !corners_.empty(); }

  Label label(std::uint32_t rank) const { return label_of_rank_[rank]; }
  // The pattern that a scheme without undecided labels stands for, and back.
  Pattern pattern(const Scheme& scheme) const;
  Scheme scheme(const Pattern& pattern) const;

 private:
  void rank_labels(const Graph& graph);
  void sort_vertices(const Graph& graph);
  void list_triangles();

  std::vector<Label> label_of_rank_;
  std::vector<std::uint32_t> rank_of_label_;
  std::vector<std::uint32_t> rank_of_;        // of each vertex
  std::vector<std::uint32_t> vertices_from_;  // for each rank its first vertex, and the end
  std::vector<std::uint32_t> first_slot_;
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint32_t> reverse_;
  std::vector<std::uint32_t> slots_from_;  // for each vertex and rank its first slot, and the end
  std::vector<Corner> corners_;
  std::vector<std::size_t> first_corner_;  // by slot xy
  std::uint32_t max_degree_ = 0;
};

}  // namespace rlminer::proof
