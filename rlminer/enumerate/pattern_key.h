#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/frequency.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// 128 bits that stand for a pattern as written (260 bytes): multilinear hashing with random
// constants, so that two given patterns have equal keys with a probability of 2^-128.
struct PatternKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const PatternKey&, const PatternKey&) = default;
};

PatternKey pattern_key(const Pattern& pattern);

// Counts patterns that arrive in whatever vertex order the enumeration met them. The same order
// repeats often, so each ordered pattern is brought into canonical form once and remembered.
class RawCounts {
 public:
  struct Entry {
    Count count = 0;
    // For whoever keeps an example: when it was met, and where.
    std::uint64_t met = ~std::uint64_t{0};
    std::vector<Vertex> example = {};
  };
  struct Added {
    Entry* entry;
    bool is_new;  // the pattern has not come in this order before
  };
  Added add(const Pattern& pattern, std::uint64_t count);

  // Calls visit(canonical pattern, entry) once per canonical pattern.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [pattern, entry] : canonical_)
      visit(pattern, entry);
  }

 private:
  // A pattern of up to 16 vertices and 256 labels: labels, then the lower triangle of the adjacency
  // matrix.
  using Code = std::array<std::uint64_t, 4>;
  struct CodeHash {
    std::size_t operator()(const Code& code) const;
  };
  static bool encodable(const Pattern& pattern);
  static Code encode(const Pattern& pattern);

  std::unordered_map<Pattern, Entry, pattern::PatternHash> canonical_;
  // Points into canonical_, whose nodes stay where they are.
  std::unordered_map<Code, Entry*, CodeHash> by_code_;
};

// A small number under each of many 64-bit keys that are random already: open addressing, at most
// half full.
class KeyNumbers {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The number of the key, kNone when it is new. Valid until the next call.
  std::uint32_t& operator[](std::uint64_t key) {
    if (key == 0) key = 1;  // 0 marks empty entries
    std::size_t place = place_of(key);
    if (entries_[place].key == 0) {
      if (2 * ++used_ > entries_.size()) {
        grow();
        place = place_of(key);
      }
      entries_[place] = {key, kNone};
    }
    return entries_[place].number;
  }

  // Fetches the memory in which a look-up of the key will begin.
  void prefetch(std::uint64_t key) const {
    __builtin_prefetch(&entries_[key & (entries_.size() - 1)]);
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t number = kNone;
  };

  // Index of the entry that holds the key, or of the empty entry where it would go.
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t place = key & mask;
    while (entries_[place].key != key && entries_[place].key != 0)
      place = (place + 1) & mask;
    return place;
  }

  void grow() {
    std::vector<Entry> old(2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.key != 0) entries_[place_of(entry.key)] = entry;
    }
  }

  std::vector<Entry> entries_ = std::vector<Entry>(256);
  std::size_t used_ = 0;
};

}  // namespace rlminer::enumerate
