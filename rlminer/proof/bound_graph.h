#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/graph/renumbered_graph.h"
#include "rlminer/proof/scheme.h"

namespace rlminer::proof {

using graph::Range;

// The graph in the form in which the bounds are quick. Labels are ranks, the most frequent label
// first; vertices are sorted by label, so that the vertices with labels in a range of ranks are a
// range of numbers, among all vertices and in every neighbour list. Each directed edge has a slot:
// the place of its head in the neighbour list of its tail.
//
// A set of labels is written as a code: below num_labels() that one rank, otherwise num_labels() +
// a for all ranks from a on; num_labels() itself allows every label.
class BoundGraph : private graph::RenumberedGraph {
 public:
  // A triangle seen from one of its corners, x: the other two, y and z, and the slots of x -> y,
  // x -> z and y -> z. Every triangle is there six times.
  struct Corner {
    std::uint32_t y, z;
    std::uint32_t xy, xz, yz;
  };

  // Whether the tables of such a graph are of a bearable size.
  static bool fits(const Graph& graph);

  explicit BoundGraph(const Graph& graph, const Deadline& deadline = Deadline());

  // False: there are too many triangles, or the time was over before all were found, and nothing
  // below may be called.
  bool complete() const { return complete_; }

  using RenumberedGraph::num_vertices;
  std::uint32_t num_slots() const { return num_arcs(); }
  std::uint32_t num_labels() const {
    return static_cast<std::uint32_t>(ranks_.vertices_from.size() - 1);
  }
  std::uint32_t max_degree() const { return max_degree_; }

  Range ranks(std::uint32_t code) const;
  Range vertices(Range ranks) const {
    return {ranks_.vertices_from[ranks.low], ranks_.vertices_from[ranks.high]};
  }
  // The code of the ranks from a on, where a < num_labels().
  std::uint32_t code_from(std::uint32_t a) const {
    return a + 1 == num_labels() ? a : num_labels() + a;
  }
  std::uint32_t any_label() const { return code_from(0); }
  bool decided(std::uint32_t code) const { return code < num_labels(); }

  Range slots(std::uint32_t v) const { return arcs(v); }
  Range slots(std::uint32_t v, Range ranks) const {
    const std::uint32_t* row = &slots_from_[v * (std::size_t{num_labels()} + 1)];
    return {row[ranks.low], row[ranks.high]};
  }
  using RenumberedGraph::head;
  std::uint32_t reverse(std::uint32_t slot) const { return reverse_[slot]; }
  std::span<const Corner> corners(std::uint32_t v) const {
    const Range all = slots(v);
    return {corners_.data() + first_corner_[all.low], corners_.data() + first_corner_[all.high]};
  }
  // The triangles over an edge, seen from its tail x; y is its head. Ascending in z.
  std::span<const Corner> corners_over(std::uint32_t slot) const {
    return {corners_.data() + first_corner_[slot], corners_.data() + first_corner_[slot + 1]};
  }
  bool has_triangles() const { return !corners_.empty(); }

  // The pattern that a scheme without undecided labels stands for, and back.
  Pattern pattern(const Scheme& scheme) const;
  Scheme scheme(const Pattern& pattern) const;

 private:
  // The labels that occur, the most frequent first.
  struct LabelRanks {
    explicit LabelRanks(const Graph& graph);

    std::vector<Label> label;                  // by rank
    std::vector<std::uint32_t> rank;           // by label
    std::vector<std::uint32_t> vertices_from;  // for each rank its first vertex, and the end
  };

  BoundGraph(const Graph& graph, LabelRanks ranks, const Deadline& deadline);
  bool list_triangles(const Deadline& deadline);
  void list_triangles_over(std::uint32_t x, std::uint32_t xy,
                           std::span<const std::uint32_t> slot_to);
  std::uint32_t slot_between(std::uint32_t x, std::uint32_t y) const;

  LabelRanks ranks_;
  std::vector<std::uint32_t> reverse_;
  std::vector<std::uint32_t> slots_from_;  // for each vertex and rank its first slot, and the end
  std::vector<Corner> corners_;
  std::vector<std::size_t> first_corner_;  // by slot xy
  std::uint32_t max_degree_ = 0;
  bool complete_ = false;
};

// Independent sets by size in a graph that is given edge by edge: an upper bound, exact when the
// edges form no cycle, because only a spanning forest of them is used.
class ForestSets {
 public:
  explicit ForestSets(int size) : columns_(static_cast<std::size_t>(size) + 1) {}

  void begin(std::uint32_t vertices);
  void add_edge(std::uint32_t u, std::uint32_t v);
  // Sets of 0, 1, .. `most` vertices, where `most` is at most the size given to the constructor.
  // Valid until the next call.
  std::span<const double> counts(int most);
  double count(int wanted) { return counts(wanted).back(); }

 private:
  std::uint32_t root_of(std::uint32_t v);
  void multiply(double* product, const double* factor, std::size_t degree) const;
  void gather(std::uint32_t root, std::size_t degree);

  std::size_t columns_;
  std::vector<std::uint32_t> root_;
  std::vector<std::vector<std::uint32_t>> near_;  // in the forest
  std::vector<double> without_, with_;  // columns_ coefficients per vertex: it is out, it is in
  std::vector<std::uint32_t> order_, parent_;
  std::vector<double> scratch_, product_;
};

}  // namespace rlminer::proof
