#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/graph/graph.h"

namespace rlminer::enumerate {

// Rows of small numbers (ranks) under 64-bit keys that are random already. The number of keys is
// known beforehand and keys are never removed: an open-addressing table five eighths full, in which
// the row lies beside its key so that a look-up meets one line of memory. All rows start as zeros.
class ValueTable {
 public:
  using Rank = std::uint16_t;

  ValueTable() = default;
  ValueTable(std::size_t keys, std::size_t columns);

  // Adds a key and returns its slot. A key that is there already keeps its row.
  std::size_t insert(std::uint64_t key) {
    std::size_t slot = home(key);
    for (std::uint64_t there; (there = key_at(slot)) != 0 && there != key;)
      slot = next(slot);
    std::memcpy(at(slot), &key, sizeof(key));
    return slot;
  }

  // The row of a key, or null.
  const Rank* find(std::uint64_t key) const {
    if (slots_ == 0) return nullptr;
    for (std::size_t slot = home(key);; slot = next(slot)) {
      const std::uint64_t there = key_at(slot);
      if (there == key) return row(slot);
      if (there == 0) return nullptr;
    }
  }
  // The row of a key that is there.
  const Rank* find_known(std::uint64_t key) const {
    std::size_t slot = home(key);
    while (key_at(slot) != key)
      slot = next(slot);
    return row(slot);
  }

  const Rank* row(std::size_t slot) const { return reinterpret_cast<const Rank*>(at(slot)) + 4; }
  Rank* row(std::size_t slot) { return reinterpret_cast<Rank*>(at(slot)) + 4; }

  std::size_t columns() const { return stride_ - 4; }
  std::size_t memory() const { return ranks_.capacity() * sizeof(Rank); }  // bytes

  // Fetches the memory in which a look-up of the key will begin.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(at(home(key))); }

 private:
  // The top bits decide the place, so the table need not be a power of two in size.
  std::size_t home(std::uint64_t key) const {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(key) * slots_) >> 64);
  }
  std::size_t next(std::size_t slot) const { return slot + 1 == slots_ ? 0 : slot + 1; }
  const Rank* at(std::size_t slot) const { return ranks_.data() + slot * stride_; }
  Rank* at(std::size_t slot) { return ranks_.data() + slot * stride_; }
  std::uint64_t key_at(std::size_t slot) const {
    std::uint64_t key;
    std::memcpy(&key, at(slot), sizeof(key));
    return key;
  }

  std::size_t slots_ = 0;
  std::size_t stride_ = 0;  // ranks per slot: 4 that hold the key (0: empty), then the row
  std::vector<Rank> ranks_;
};

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

  OptimalValues() = default;  // nothing is known

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

  // The same for those who know a set by its key, the exclusive or of the words of its vertices.
  std::uint64_t word(Vertex v) const { return vertex_words_[v]; }
  // For every size asked for from n on, the rank among the frequencies of that size of the highest
  // one that can be reached from the set with that key, which has n vertices. Rank 0: none can be.
  // Empty when there is no such set.
  std::span<const ValueTable::Rank> ranks(std::uint64_t key, std::size_t n) const {
    if (n >= tables_.size()) return {};
    const ValueTable::Rank* row = tables_[n].find(key);
    return row == nullptr ? std::span<const ValueTable::Rank>()
                          : std::span(row, tables_[n].columns());
  }
  // The frequencies of a size asked for, by rank, ascending; the first is 0.
  std::span<const std::uint32_t> frequencies(int size) const { return scale(size)->frequencies; }

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
