#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/enumerate/optimal_values.h"
#include "rlminer/env/encoding.h"
#include "rlminer/graph/graph.h"

namespace rlminer::env {

// What a census of the small connected sets of a graph says about the actions of a state. Let T be
// the chosen vertices and the action, and n their number. In order:
//   0        1: this is an action
//   1, 2     the highest frequency of 2 vertices that can be reached from T, as a part of the
//   highest
//            of all and as a logarithm; zeros if T is larger than that or no such set contains it
//   3, 4     ... of 3 vertices, and so on up to the size that was asked for
// The last eight are about the connected parts B of T that contain the action and have a size that
// the census knows: T alone as long as it is so small, later those of as many vertices as it knows
// (of fewer when T has very many).
//   first    mean of the frequency of B as a part of the highest of its size
//   3 more   mean, highest and lowest log frequency of B
//   3 more   the same of what the action changed: the log frequency of B less that of B without the
//            action, where that is connected
//   last     log of the number of parts; 0 for T alone
// Logarithms are to the base 16.
constexpr std::size_t action_features(int largest_set) {
  return largest_set == 0 ? 0 : 1 + 2 * static_cast<std::size_t>(largest_set - 1) + 8;
}

class Foresight {
 public:
  static constexpr int kLargestSet = 8;

  // Of the sets of at most `largest` <= kLargestSet vertices; of fewer in a graph with very many of
  // these, when the deadline comes, or where no more are to be `known`.
  Foresight(const Graph& graph, int largest, const Deadline& deadline = {},
            Edges edges = Edges::Alike, int known = kLargestSet);

  // The sets that the census knows have at most so many vertices; 0: nothing is known.
  int largest() const { return largest_; }

  // How many numbers describe an action: action_features() of the sets that were asked for.
  std::size_t num_features() const { return num_features_; }

  // One row of num_features() per action. Does not depend on the order of the chosen vertices or
  // on the numbering of anything.
  void describe(const Graph& graph, std::span<const Vertex> chosen, std::span<const Vertex> actions,
                std::span<float> rows) const;

 private:
  class Parts;
  // The frequencies of one size, by rank.
  struct Scale {
    std::vector<float> ratios;  // to the highest one
    std::vector<float> logarithms;
  };

  void add_reachable(std::uint64_t key, std::size_t n, std::span<float> row) const;
  std::size_t size_of_parts(std::size_t n) const;

  std::size_t num_features_;
  int largest_ = 0;
  enumerate::OptimalValues values_;  // of the sizes 1 .. largest
  std::vector<Scale> scales_;        // by size
};

}  // namespace rlminer::env
