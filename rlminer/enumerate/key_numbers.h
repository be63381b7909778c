#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rlminer::enumerate {

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
