#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/frequency.h"
#include "rlminer/graph/renumbered_graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

using graph::Relation;

// 128 bits that stand for a pattern as written (260 bytes): multilinear hashing with random
// constants, so that two given patterns have equal keys with a probability of 2^-128.
struct PatternKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const PatternKey&, const PatternKey&) = default;
};

PatternKey pattern_key(const Pattern& pattern);

// How edges are written in few bits: a plain one as 1, one of several kinds as its relation (seen
// from the vertex that comes later) plus 1.
struct Coding {
  int bits = 1;                          // of an entry of the adjacency matrix
  std::vector<Relation> converses = {};  // empty: edges are plain

  unsigned __int128 field(Relation relation) const { return relation + 1u; }
};
Coding coding_of(const graph::RenumberedGraph& graph);

// A pattern of up to 16 vertices and 256 labels as written, in 256 bits: labels, and the lower
// triangle of the adjacency matrix. Its size is not part of it.
class RawCode {
 public:
  using Fields = unsigned __int128;

  static bool holds(int size, std::size_t num_labels, const Coding& coding = {}) {
    return size <= 16 && num_labels <= 256 && size * (size - 1) / 2 * coding.bits <= 128;
  }

  // Vertex number `n`, after all before it; its neighbours among these.
  void add_vertex(int n, Label label, std::uint32_t neighbors) {
    labels_[static_cast<std::size_t>(n) / 8] |= std::uint64_t{label} << (8 * (n % 8));
    triangle_ |= Triangle{neighbors} << (n * (n - 1) / 2);
  }
  // The same with an entry of so many bits for each vertex before it.
  void add_vertex(int n, Label label, Fields fields, int bits) {
    labels_[static_cast<std::size_t>(n) / 8] |= std::uint64_t{label} << (8 * (n % 8));
    if (n > 0) triangle_ |= fields << (bits * (n * (n - 1) / 2));
  }
  Pattern pattern(int size, const Coding& coding = {}) const;

  std::uint64_t hash() const {
    return folded(labels_[0] ^ 0x9e3779b97f4a7c15u,
                  static_cast<std::uint64_t>(triangle_) ^ 0xd1b54a32d192ed03u) ^
           folded(labels_[1] ^ 0x8cb92ba72f3d8dd7u,
                  static_cast<std::uint64_t>(triangle_ >> 64) ^ 0xa0761d6478bd642fu);
  }
  friend bool operator==(const RawCode& a, const RawCode& b) {
    return a.triangle_ == b.triangle_ && a.labels_[0] == b.labels_[0] &&
           a.labels_[1] == b.labels_[1];
  }

 private:
  using Triangle = Fields;

  static std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    const Triangle product = Triangle{a} * b;
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  Triangle triangle_ = 0;
  std::array<std::uint64_t, 2> labels_{};
};

// Counts patterns of one size that arrive in whatever vertex order the enumeration met them. The
// same order repeats often, so patterns are counted as they are written, in a table with open
// addressing, and brought into canonical form at the end.
class RawCounts {
 public:
  // When something was met: in which part of the enumeration, and how far into it.
  struct Moment {
    std::uint64_t unit = ~std::uint64_t{0};
    std::uint32_t place = 0;

    friend auto operator<=>(const Moment&, const Moment&) = default;
  };
  struct Entry {
    Count count = 0;
    Moment met = {};
    std::vector<Vertex> example = {};  // where it was met, in the order of the pattern
  };

  RawCounts(int size, bool keep_examples, Coding coding)
      : size_(size), example_size_(keep_examples ? size : 0), coding_(std::move(coding)) {}

  // `make_vertices` gives one of these sets in the order of the code; where examples are kept, it
  // is asked for the first one in the first unit of all. True: the code is a new one.
  template <typename MakeVertices>
  bool add(const RawCode& code, std::uint64_t count, const Moment& now,
           const MakeVertices& make_vertices) {
    Slot* slot = find(code);
    const bool is_new = slot->number == 0;
    if (is_new) slot = insert(code);
    slot->count += count;
    if (now.unit < slot->unit && example_size_ > 0) {
      slot->unit = now.unit;
      slot->place = now.place;
      const std::vector<Vertex> set = make_vertices();
      std::copy(set.begin(), set.end(), example_of(*slot));
    }
    return is_new;
  }
  // For patterns that no code holds.
  template <typename MakeVertices>
  bool add(const Pattern& pattern, std::uint64_t count, const Moment& now,
           const MakeVertices& make_vertices) {
    return add_to(uncoded_, pattern,
                  {count, now, example_size_ > 0 ? make_vertices() : std::vector<Vertex>()});
  }

  // The entries of all canonical patterns.
  using Entries = std::unordered_map<Pattern, Entry, pattern::PatternHash>;
  Entries canonical() const;

 private:
  // One cache line.
  struct alignas(64) Slot {
    Count count = 0;
    RawCode code;
    std::uint64_t unit = ~std::uint64_t{0};
    std::uint32_t place = 0;
    std::uint32_t number = 0;  // of its example, from 1 on; 0: the slot is empty
  };
  static_assert(sizeof(Slot) == 64);

  // The slot that holds the code, or the empty one where it would go.
  [[gnu::always_inline]] Slot* find(const RawCode& code) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = code.hash() & mask;
    while (slots_[at].number != 0 && slots_[at].code != code)
      at = (at + 1) & mask;
    return &slots_[at];
  }
  Slot* insert(const RawCode& code);
  std::vector<Vertex>::iterator example_of(const Slot& slot) {
    return examples_.begin() + static_cast<std::ptrdiff_t>(slot.number - 1) * example_size_;
  }
  static bool add_to(Entries& entries, const Pattern& pattern, Entry&& entry);

  int size_;
  int example_size_;
  Coding coding_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);
  std::uint32_t used_ = 0;
  std::vector<Vertex> examples_;
  Entries uncoded_;
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
