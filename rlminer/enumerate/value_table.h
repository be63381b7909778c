#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

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

}  // namespace rlminer::enumerate
