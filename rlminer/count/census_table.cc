#include "rlminer/count/census_table.h"

#include <algorithm>
#include <limits>

namespace rlminer::count {

std::optional<CensusTable> CensusTable::of(const enumerate::PatternCounts& patterns) {
  CensusTable table;
  table.keys_.resize(patterns.size() + patterns.size() / 4 + 1);
  table.counts_.resize(table.keys_.size(), 0);
  for (const auto& [pattern, count] : patterns) {
    if (count > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    const enumerate::PatternKey key = enumerate::pattern_key(pattern);
    const std::size_t slot = table.slot_of(key);
    table.keys_[slot] = key;
    table.counts_[slot] = static_cast<std::uint32_t>(count);
    table.best_ = std::max(table.best_, table.counts_[slot]);
  }
  return table;
}

std::size_t CensusTable::slot_of(const enumerate::PatternKey& key) const {
  auto slot = static_cast<std::size_t>(Count{key.high} * keys_.size() >> 64);
  while (counts_[slot] != 0 && keys_[slot] != key)
    slot = slot + 1 == keys_.size() ? 0 : slot + 1;
  return slot;
}

}  // namespace rlminer::count
