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
// first; vertices are sorted by label. Each directed edge has a slot: the place of its head in the
// neighbour list of its tail.
//
// The kind of a neighbour is its rank and, where the graph distinguishes edges, the relation to it:
// rank * relations + relation, in a plain graph the rank itself. Neighbour lists are sorted by
// kind, so that the neighbours with kinds in a range are a range of slots; the vertices with labels
// in a range of ranks are a range of numbers.
//
// What a vertex of a scheme allows is written as a code: below num_labels() that one rank,
// otherwise num_labels() + a for all kinds from a on; num_labels() itself allows everything.
// Vertices of the core allow one label or all, and the relations of their edges are decided apart;
// leaves allow one kind, which is a label and a tie, or all from one on. A set of kinds is written
// likewise: below num_kinds() that one kind, otherwise num_kinds() + a.
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
  // Whether edges are distinguished; in how many ways a neighbour may be related.
  bool related() const { return !converses_.empty(); }
  std::uint32_t relations() const { return relations_; }
  std::uint32_t num_kinds() const { return num_labels() * relations_; }
  Converses converses() const { return converses_; }

  // The kinds of neighbours with the labels of a code.
  Range ranks(std::uint32_t code) const {
    if (code < num_labels()) return {code * relations_, (code + 1) * relations_};
    return {code - num_labels(), num_kinds()};
  }
  // The kinds that one vertex of a scheme may have, seen from its neighbour `from`.
  Range kinds(const Scheme& scheme, int from, int vertex) const {
    const Range all = ranks(scheme.code[Scheme::at(vertex)]);
    const Tie tie = related() ? scheme.tie(from, vertex, converses_) : Tie{0};
    return tie == 0 ? all : Range{all.low + tie - 1u, all.low + tie};
  }
  // The vertices with a label of these kinds.
  Range vertices(Range kinds) const {
    return {ranks_.vertices_from[kinds.low / relations_],
            ranks_.vertices_from[(kinds.high + relations_ - 1) / relations_]};
  }
  // All kinds with the labels of these.
  Range whole_labels(Range kinds) const {
    return {kinds.low / relations_ * relations_,
            (kinds.high + relations_ - 1) / relations_ * relations_};
  }
  std::uint32_t any_label() const { return num_kinds() == 1 ? 0 : num_labels(); }
  bool decided(std::uint32_t code) const { return code < num_labels(); }

  // A range of kinds, one or all from some kind on, as a set, and back.
  std::uint32_t set_of(Range kinds) const {
    return kinds.size() == 1 ? kinds.low : num_kinds() + kinds.low;
  }
  Range kinds_in(std::uint32_t set) const {
    if (set < num_kinds()) return {set, set + 1};
    return {set - num_kinds(), num_kinds()};
  }
  // Makes a leaf allow this kind, or all kinds from it on.
  void set_kind(Scheme& scheme, int core, int leaf, std::uint32_t kind) const;
  void set_kinds_from(Scheme& scheme, int core, int leaf, std::uint32_t kind) const;

  Range slots(std::uint32_t v) const { return arcs(v); }
  Range slots(std::uint32_t v, Range kinds) const {
    const std::uint32_t* row = &slots_from_[v * (std::size_t{num_kinds()} + 1)];
    return {row[kinds.low], row[kinds.high]};
  }
  // Whether the head v of a slot is of one of these kinds; `vertices` are those of their labels.
  bool is_of(std::uint32_t slot, std::uint32_t v, Range kinds, Range vertices) const {
    return related() ? kinds.contains(kinds_[slot]) : vertices.contains(v);
  }
  // Where edges are distinguished: whether two neighbours are, seen from u, of one of the kinds.
  bool are_of(std::uint32_t u, std::uint32_t v, Range kinds) const {
    return kinds.contains(kinds_[slot_between(u, v)]);
  }
  using RenumberedGraph::head;
  std::uint32_t reverse(std::uint32_t slot) const { return reverse_[slot]; }
  std::span<const Corner> corners(std::uint32_t v) const {
    const Range all = slots(v);
    return {corners_.data() + first_corner_[all.low], corners_.data() + first_corner_[all.high]};
  }
  // The triangles over an edge, seen from its tail x; y is its head.
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
  void sort_rows_by_kind();
  bool list_triangles(const Deadline& deadline);
  void list_triangles_over(std::uint32_t x, std::uint32_t xy,
                           std::span<const std::uint32_t> slot_to);
  std::uint32_t slot_between(std::uint32_t x, std::uint32_t y) const;

  LabelRanks ranks_;
  std::vector<std::uint32_t> reverse_;
  std::uint32_t relations_ = 1;
  std::vector<Tie> converses_;             // by tie
  std::vector<std::uint32_t> kinds_;       // by slot, where edges are distinguished
  std::vector<std::uint32_t> slots_from_;  // for each vertex and kind its first slot, and the end
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
