#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/enumerate/pattern_key.h"
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
  Frequencies(Frequencies&&) noexcept;
  Frequencies& operator=(Frequencies&&) noexcept;
  ~Frequencies();

  // Whether there is a census: every look-up is quick and best() is known.
  bool complete() const { return complete_; }
  // At most 2^64 - 1 is reported.
  std::uint64_t frequency(std::span<const Vertex> connected_set) const;
  // The highest frequency of that size, 0 when there is no connected set of it; none when unknown.
  std::optional<std::uint64_t> best(int size) const;

 private:
  class Counter;

  // One size of the census: open addressing, keys and counts in two arrays, 25 bytes per pattern.
  struct Table {
    int size = 0;
    std::uint32_t best = 0;
    std::vector<enumerate::PatternKey> keys;
    std::vector<std::uint32_t> counts;  // 0: empty

    void reserve(std::size_t patterns);
    std::size_t place_of(const enumerate::PatternKey& key) const;
  };

  bool take(std::span<const int> sizes, const Limits& limits);
  const Table* table(int size) const;

  const Graph* graph_;
  bool complete_ = false;
  std::vector<Table> tables_;
  std::unique_ptr<Counter> counter_;
};

}  // namespace rlminer::env
