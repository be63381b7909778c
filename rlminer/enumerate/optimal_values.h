#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/enumerate/value_table.h"
#include "rlminer/graph/graph.h"

namespace rlminer::enumerate {

// The highest frequency that can still be reached from every connected set of a graph, for every
// size asked for: V*(S, k) = max over the connected k-sets T that contain S of frequency(T), where
// T is reachable from S one neighbour at a time (every connected superset is).
//
// All connected sets are enumerated and their subgraphs classified; then, from the largest size
// down, every set hands its values to those of its subsets with one vertex less that are connected.
// Sets are known by a 64-bit hash alone (see draw_vertex_words), and the frequencies that occur are
// numbered in ascending order, so that a set takes about 20 bytes.
class OptimalValues {
 public:
  struct Limits {
    std::size_t sets = ~std::size_t{0};  // give up beyond that many connected sets
    Deadline deadline = {};
  };

  // None when a limit was hit. Sizes ascending.
  static std::optional<OptimalValues> solve(const Graph& graph, std::span<const int> sizes,
                                            const Limits& limits);

  // Frequency of the best subgraph of that size; 0 when there is none.
  std::uint32_t best(int size) const;
  // 0 when no set of that size contains it, and for sets and sizes that are unknown here.
  std::uint32_t value(std::span<const Vertex> connected_set, int size) const;
  // For each vertex that may be chosen next, in order: the highest frequency of that size that can
  // be reached after it / best(size).
  void action_ratios(std::span<const Vertex> chosen, std::span<const Vertex> actions, int size,
                     std::span<float> ratios) const;
  std::size_t num_sets() const { return num_sets_; }
  std::size_t memory() const;  // bytes

 private:
  class Solver;

  // What is known of one size asked for. Rank 0: no set can be reached.
  struct Scale {
    int size = 0;
    std::vector<std::uint32_t> frequencies;  // by rank, ascending
    std::vector<float> ratios;               // by rank: frequency / the highest one
  };

  OptimalValues() = default;
  const Scale* scale(int size) const;
  // Where in the rows of sets of n vertices the rank for this scale is. Rows have no ranks for
  // sizes below n.
  std::size_t column(const Scale& scale, std::size_t n) const;

  std::vector<std::uint64_t> vertex_words_;
  std::vector<Scale> scales_;       // by size, ascending
  std::vector<ValueTable> tables_;  // entry n: the sets of n vertices
  std::size_t num_sets_ = 0;
};

}  // namespace rlminer::enumerate
