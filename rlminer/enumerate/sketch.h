#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/base/count.h"
#include "rlminer/enumerate/monitor.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer {

// How many connected sets of one size fall into each slot of a hash table, where the hash is the
// same for isomorphic sets. The value of a slot is therefore an upper bound on the frequency of
// every pattern in it, and with few collisions nearly always the frequency itself.
class SizeSketch {
 public:
  SizeSketch() = default;
  SizeSketch(int bits, bool wide);

  std::size_t size() const { return low_.size(); }
  Count operator[](std::size_t slot) const {
    return high_.empty() ? Count{low_[slot]} : Count{high_[slot]} << 64 | low_[slot];
  }
  void set(std::size_t slot, Count value);
  void add(const SizeSketch& other);

  // The n-th greatest value (n >= 1; the least one when there are fewer slots).
  Count nth_greatest(std::size_t n) const;
  std::vector<std::uint32_t> slots_with_at_least(Count value) const;

  int bits() const { return bits_; }
  std::size_t slot_of(std::uint32_t hash) const { return slot_of(hash, bits_); }
  static std::size_t slot_of(std::uint32_t hash, int bits) {
    return (hash * 0x9e3779b1u) >> (32 - bits);
  }

  // Counts into the slots; Wide: with carries into a second word, for totals from 2^64 on.
  template <bool Wide>
  class Port {
   public:
    Port() = default;  // counts nothing
    explicit Port(SizeSketch& sketch)
        : low_(sketch.low_.data()), high_(sketch.high_.data()), bits_(sketch.bits_) {}

    template <typename MakePattern>
    void tally(std::uint32_t hash, std::uint64_t count, MakePattern&&) const {
      if (low_ == nullptr) return;
      const std::size_t slot = slot_of(hash, bits_);
      low_[slot] += count;
      if constexpr (Wide) high_[slot] += low_[slot] < count;
    }

   private:
    std::uint64_t* low_ = nullptr;
    std::uint64_t* high_ = nullptr;
    int bits_ = 1;
  };

 private:
  int bits_ = 1;
  std::vector<std::uint64_t> low_, high_;
};

// One sketch per size, from one pass over the graph.
struct Sketch {
  std::vector<SizeSketch>
      sizes;                // entry n: of the sets of n vertices; empty for sizes not asked for
  std::vector<Count> sets;  // entry n: number of sets of n vertices, those that were reached
  WalkEnd end = WalkEnd::Complete;
};

// The number of table bits for a size expected to have this many sets.
int sketch_bits(double expected_sets, int max_bits);

// Sketches the wanted sizes (entry n of `bits`: table bits of size n, 0: not wanted). bits.size()
// is one more than the largest size walked, which is at least 3.
Sketch sketch_sets(const RankedGraph& graph, const std::vector<int>& bits,
                   const WalkBudget& budget);

// The hash under which sets that induce this pattern are counted.
std::uint32_t hash_pattern(const Pattern& pattern, std::size_t num_labels);

}  // namespace rlminer
