#include "rlminer/enumerate/raw_counts.h"

#include <cassert>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::enumerate {

std::size_t RawCounts::CodeHash::operator()(const Code& code) const {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : code)
    hash = mix64(hash ^ word) + word;
  return hash;
}

bool RawCounts::encodable(const Pattern& pattern) {
  if (pattern.size() > 16) return false;
  for (int i = 0; i < pattern.size(); ++i) {
    if (pattern.label(i) > 0xff) return false;
  }
  return true;
}

RawCounts::Code RawCounts::encode(const Pattern& pattern) {
  assert(pattern.size() >= 0 && pattern.size() <= 16);
  Code code{};
  for (int i = 0; i < pattern.size(); ++i) {
    const auto byte = static_cast<std::size_t>(i);
    code[byte / 8] |= std::uint64_t{pattern.label(i)} << (8 * (byte % 8));
    for_each_bit(pattern.adjacency(i) & ((1u << i) - 1), [&](int j) {
      const int place = i * (i - 1) / 2 + j;
      const auto bit = static_cast<std::size_t>(place);
      code[2 + bit / 64] |= std::uint64_t{1} << (bit % 64);
    });
  }
  return code;
}

bool RawCounts::add(const Pattern& pattern, std::uint64_t count) {
  if (!encodable(pattern)) {
    const std::size_t before = canonical_.size();
    canonical_[pattern::canonicalize(pattern).pattern] += count;
    return canonical_.size() > before;
  }
  const auto [place, is_new] = by_code_.try_emplace(encode(pattern), nullptr);
  if (is_new) place->second = &canonical_[pattern::canonicalize(pattern).pattern];
  *place->second += count;
  return is_new;
}

}  // namespace rlminer::enumerate
