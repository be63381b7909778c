#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "rlminer/base/count.h"
#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// Counts patterns that arrive in whatever vertex order the enumeration met them. The same order
// repeats often, so each ordered pattern is brought into canonical form once and remembered under
// its key.
class RawCounts {
 public:
  // Returns whether the pattern has not come in this order before.
  bool add(const Pattern& pattern, std::uint64_t count);

  // Calls visit(canonical pattern, count) once per canonical pattern.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [pattern, count] : canonical_)
      visit(pattern, count);
  }

 private:
  struct KeyHash {
    std::size_t operator()(const PatternKey& key) const { return key.low; }
  };

  std::unordered_map<Pattern, Count, pattern::PatternHash> canonical_;
  // By the pattern as it came. Points into canonical_, whose nodes stay where they are.
  std::unordered_map<PatternKey, Count*, KeyHash> by_key_;
};

}  // namespace rlminer::enumerate
