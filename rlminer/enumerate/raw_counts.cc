#include "rlminer/enumerate/raw_counts.h"

#include "rlminer/pattern/canonical.h"

namespace rlminer::enumerate {

bool RawCounts::add(const Pattern& pattern, std::uint64_t count) {
  const auto [place, is_new] = by_key_.try_emplace(pattern_key(pattern), nullptr);
  if (is_new) place->second = &canonical_[pattern::canonicalize(pattern).pattern];
  *place->second += count;
  return is_new;
}

}  // namespace rlminer::enumerate
