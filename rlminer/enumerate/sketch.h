#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/frequency.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/walk.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// How many connected sets of one size have each hash, where isomorphic sets have equal hashes. The
// value of a key is therefore an upper bound on the frequency of every pattern with that key, and
// nearly always the frequency itself.
//
// An open-addressing table whose entries hold key and count in 32 bits each; what a count cannot
// hold is carried into a map. When the table reaches its greatest size, keys lose their last bit:
// fewer, fuller keys are weaker bounds, but bounds all the same, and memory stays bounded.
class SizeSketch {
 public:
  using Key = std::uint32_t;

  // At most 2^max_bits entries, half of them used; max_bits is at least 2.
  explicit SizeSketch(int max_bits = kMaxBits);

  // Small enough to be inlined into the walk: all but the common case is left to tally_slowly().
  [[gnu::always_inline]] void tally(std::uint32_t hash, std::uint64_t count) {
    const Key key = key_of(hash);
    std::uint64_t& entry = entries_[home(key)];
    std::uint64_t sum;
    if (static_cast<Key>(entry) != key || count >= kCarry ||
        __builtin_add_overflow(entry, count << 32, &sum)) [[unlikely]] {
      tally_slowly(key, count);
    } else {
      entry = sum;
    }
  }

  // Fetches the memory in which that hash is counted.
  void prefetch(std::uint32_t hash) const { __builtin_prefetch(&entries_[home(key_of(hash))], 1); }

  // The key under which sets with this hash are counted. It is never 0, which marks empty entries.
  Key key_of(std::uint32_t hash) const { return std::max(hash >> dropped_bits_, Key{1}); }

  int dropped_bits() const { return dropped_bits_; }
  std::size_t size() const { return used_; }
  Count value(Key key) const;
  void set(Key key, Count value);
  void add(const SizeSketch& other);

  // The n-th greatest value (n >= 1; 0 when there are fewer keys).
  Count nth_greatest(std::size_t n) const;
  std::vector<Key> keys_with_at_least(Count value) const;

  // All that was counted, for a sketch in another process, which add() counts on with.
  struct Content {
    int dropped_bits = 0;
    std::vector<std::pair<Key, Count>> values;
  };
  Content content() const;
  void add(const Content& other);

  static constexpr int kMaxBits = 21;

 private:
  static constexpr int kFirstBits = 10;
  static constexpr std::uint64_t kCarry = std::uint64_t{1} << 32;

  std::size_t home(Key key) const { return (key * 0x9e3779b1u) >> shift_; }
  // Index of the entry that holds the key, or of the empty entry where it would go.
  std::size_t place_of(Key key) const;
  [[gnu::noinline]] void tally_slowly(Key key, std::uint64_t count);
  void make_room();
  void resize(int bits);
  void drop_bits(int bits);
  Count full_value(std::uint64_t entry) const;

  int max_bits_;
  int dropped_bits_ = 0;
  int shift_;         // 32 - bits of the table
  std::size_t mask_;  // size of the table - 1
  std::size_t used_ = 0;
  std::vector<std::uint64_t> entries_;      // count << 32 | key, 0: empty
  std::unordered_map<Key, Count> carries_;  // the part of a count beyond 32 bits
};

// One sketch per size, from one pass over the graph.
struct Sketch {
  std::vector<SizeSketch>
      sizes;                // entry n: of the sets of n vertices; empty for sizes not asked for
  std::vector<Count> sets;  // entry n: number of sets of n vertices, those that were reached
  WalkEnd end = WalkEnd::Complete;
};

// Sketches the wanted sizes (entry n of `wanted` says whether size n is). wanted.size() is one more
// than the largest size walked, which is at least 3.
Sketch sketch_sets(const RankedGraph& graph, const std::vector<bool>& wanted,
                   const WalkBudget& budget, int max_bits = SizeSketch::kMaxBits);

// The same of some parts of the enumeration.
Sketch sketch_units(const RankedGraph& graph, const std::vector<bool>& wanted,
                    std::span<const WalkUnit> units, const WalkBudget& budget,
                    int max_bits = SizeSketch::kMaxBits);

// The hash under which sets that induce this pattern are counted.
std::uint32_t hash_pattern(const Pattern& pattern, std::size_t num_labels);

}  // namespace rlminer::enumerate
