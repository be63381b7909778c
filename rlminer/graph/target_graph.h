#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/graph/renumbered_graph.h"

namespace rlminer::graph {

// A graph renumbered for matching: vertices ordered by label, then by degree. The vertices with one
// label and at least some degree then form one interval of numbers, both among all vertices and in
// every neighbour list, so that two of the three filters of a candidate cost nothing per candidate.
class TargetGraph : public RenumberedGraph {
 public:
  explicit TargetGraph(const Graph& graph);

  std::size_t num_labels() const { return label_begin_.size() - 1; }

  // The vertices with this label are [label_begin(l), label_end(l)); those of them with at least
  // this degree are the last ones, from first_with() on.
  Vertex label_begin(Label label) const { return label_begin_[label]; }
  Vertex label_end(Label label) const { return label_begin_[label + 1]; }
  std::span<const Vertex> label_begins() const { return label_begin_; }  // and the end
  Vertex first_with(Label label, std::uint32_t degree) const;

  // The vertex in [first, last) at whose list the i-th neighbour of all their lists is, counted
  // from 0; how many neighbours there are in all. Picks vertices in proportion to their degrees.
  Vertex holder(Vertex first, std::uint64_t i) const;
  std::uint64_t arcs_between(Vertex first, Vertex last) const {
    return offsets()[last] - offsets()[first];
  }

  // The neighbours of a vertex by kind, as a LabelSignature.
  std::uint64_t signature(Vertex v) const { return signature_[v]; }
  // What such a signature counts: the label of a neighbour and, where edges are distinguished, the
  // relation to it.
  Label neighbor_kind(Label label, Relation relation) const {
    return relation + label * static_cast<Label>(std::max<std::size_t>(num_relations(), 1));
  }

  // The relation of two neighbours, seen from u. Only where edges are distinguished.
  Relation relation_between(Vertex u, Vertex v) const;

 private:
  std::vector<Vertex> label_begin_;
  std::vector<std::uint64_t> signature_;
};

// How many neighbours a vertex has of each label, in 16 fields of 4 bits: labels that are equal
// modulo 16 share a field, which counts up to 7 and leaves the top bit free for the comparison.
class LabelSignature {
 public:
  void add(Label label) {
    const unsigned shift = label % 16 * 4;
    if ((bits_ >> shift & 7u) < 7) bits_ += std::uint64_t{1} << shift;
  }
  std::uint64_t bits() const { return bits_; }

  // Whether every field of `have` is at least that of `need`.
  static bool covers(std::uint64_t have, std::uint64_t need) {
    return (((have | kTops) - need) & kTops) == kTops;
  }

 private:
  static constexpr std::uint64_t kTops = 0x8888888888888888u;
  std::uint64_t bits_ = 0;
};

// The part of an ascending list from `first` on.
inline std::span<const Vertex> from_vertex(std::span<const Vertex> ascending, Vertex first) {
  constexpr std::size_t kShort = 8;
  std::size_t skipped = 0;
  if (ascending.size() > kShort) {
    skipped = static_cast<std::size_t>(std::lower_bound(ascending.begin(), ascending.end(), first) -
                                       ascending.begin());
  } else {
    while (skipped < ascending.size() && ascending[skipped] < first)
      ++skipped;
  }
  return ascending.subspan(skipped);
}

}  // namespace rlminer::graph
