#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "rlminer/base/deadline.h"
#include "rlminer/count/counter.h"
#include "rlminer/graph/graph.h"

namespace rlminer::env {

// How often the subgraph that a vertex set induces occurs in one graph: a look-up in the census of
// the graph where one could be taken, otherwise counted when first asked for and remembered. The
// graph must outlive it. Any number of threads may ask at the same time.
class Frequencies {
 public:
  struct Limits {
    std::size_t sets = 200'000'000;  // no census where more connected sets are estimated
    Deadline deadline = {};          // of the census
    int threads = 1;                 // of the census
  };

  // Of the given sizes; a set of another size is counted.
  Frequencies(const Graph& graph, std::span<const int> sizes, const Limits& limits);
  Frequencies(const Graph& graph, std::span<const int> sizes)
      : Frequencies(graph, sizes, Limits()) {}

  // Whether there is a census: every look-up is quick and best() is known.
  bool complete() const { return complete_; }
  // At most 2^64 - 1 is reported.
  std::uint64_t frequency(std::span<const Vertex> connected_set) const;
  // The highest frequency of that size, 0 when there is no connected set of it; none when unknown.
  std::optional<std::uint64_t> best(int size) const;

 private:
  std::unique_ptr<count::Counter> counter_;  // behind a pointer to be movable
  bool complete_;
};

}  // namespace rlminer::env
