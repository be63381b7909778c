#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::graph {

// Consecutive numbers low, low + 1, .., high - 1, to be walked by a range-based for.
struct Range {
  std::uint32_t low = 0;
  std::uint32_t high = 0;

  struct Iterator {
    std::uint32_t number;
    std::uint32_t operator*() const { return number; }
    Iterator& operator++() {
      ++number;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;
  };
  Iterator begin() const { return {low}; }
  Iterator end() const { return {high}; }

  bool contains(std::uint32_t x) const { return low <= x && x < high; }
  bool contains(Range other) const { return low <= other.low && other.high <= high; }
  bool meets(Range other) const { return low < other.high && other.low < high; }
  std::uint32_t size() const { return high - low; }

  friend bool operator==(Range, Range) = default;
};

// The vertices of a graph in the order that a comparison of two vertices asks for; where it does
// not decide, in their own.
template <typename Less>
std::vector<Vertex> vertices_by(const Graph& graph, Less less) {
  std::vector<Vertex> order(graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::stable_sort(order.begin(), order.end(), less);
  return order;
}

// A graph with its vertices numbered in an order that suits an algorithm: compressed rows of sorted
// neighbours, 32 bits wide. The arcs (v, w) are numbered too, row by row. Does not change; threads
// may share it.
class RenumberedGraph {
 public:
  enum class Rows { Ascending, Descending };

  // Vertex i is the vertex order[i] of the graph.
  RenumberedGraph(const Graph& graph, std::vector<Vertex> order, Rows rows = Rows::Ascending);

  Vertex num_vertices() const { return static_cast<Vertex>(original_.size()); }
  std::uint32_t num_arcs() const { return static_cast<std::uint32_t>(heads_.size()); }
  Vertex original(Vertex v) const { return original_[v]; }
  Label label(Vertex v) const { return labels_[v]; }
  std::uint32_t degree(Vertex v) const { return offsets_[v + 1] - offsets_[v]; }
  std::span<const Vertex> neighbors(Vertex v) const { return heads(arcs(v)); }

  Range arcs(Vertex v) const { return {offsets_[v], offsets_[v + 1]}; }
  Vertex head(std::uint32_t arc) const { return heads_[arc]; }
  // Where the graph distinguishes edges: how many kinds there are (0 elsewhere), and which an arc
  // is of, seen from its tail.
  std::size_t num_relations() const { return converses_.size(); }
  Relation relation(std::uint32_t arc) const { return relations_[arc]; }
  std::span<const Relation> relations(Vertex v) const {
    return {relations_.data() + offsets_[v], relations_.data() + offsets_[v + 1]};
  }
  Relation converse(Relation relation) const { return converses_[relation]; }
  std::span<const Vertex> heads(Range arcs) const {
    return {heads_.data() + arcs.low, heads_.data() + arcs.high};
  }

  // Of every arc (v, w) the number of (w, v). Rows must be ascending.
  std::vector<std::uint32_t> reverse_arcs() const;
  // For every vertex, and each of these ascending numbers, its first arc to a vertex not below that
  // number: one row per vertex. Rows must be ascending.
  std::vector<std::uint32_t> first_arcs(std::span<const Vertex> numbers) const;

 protected:
  // Entry v: the first arc of v; one entry more for the end.
  std::span<const std::uint32_t> offsets() const { return offsets_; }
  // Rearranges the arcs: arc a becomes number[a], which is in the same row.
  void renumber_arcs(std::span<const std::uint32_t> number);

 private:
  std::vector<Vertex> original_;
  std::vector<Label> labels_;
  std::vector<std::uint32_t> offsets_;
  std::vector<Vertex> heads_;
  std::vector<Relation> relations_;  // beside heads_, or empty
  std::vector<Relation> converses_;
};

}  // namespace rlminer::graph
