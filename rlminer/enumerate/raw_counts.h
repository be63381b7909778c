#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "rlminer/base/count.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// Counts patterns that arrive in whatever vertex order the enumeration met them. The same order
// repeats often, so each ordered pattern is brought into canonical form once and remembered.
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
  // A pattern of up to 16 vertices and 256 labels: labels, then the lower triangle of the adjacency
  // matrix.
  using Code = std::array<std::uint64_t, 4>;
  struct CodeHash {
    std::size_t operator()(const Code& code) const;
  };
  static bool encodable(const Pattern& pattern);
  static Code encode(const Pattern& pattern);

  std::unordered_map<Pattern, Count, pattern::PatternHash> canonical_;
  // Points into canonical_, whose nodes stay where they are.
  std::unordered_map<Code, Count*, CodeHash> by_code_;
};

}  // namespace rlminer::enumerate
