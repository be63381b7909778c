#include "rlminer/enumerate/pattern_key.h"

#include <cassert>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::enumerate {
namespace {

using Wide = unsigned __int128;

// Two random 128-bit factors for the size and for every vertex.
struct Factors {
  Wide high, low;
};

constexpr std::array<Factors, pattern::kMaxPatternSize + 1> draw_factors() {
  std::array<Factors, pattern::kMaxPatternSize + 1> factors{};
  std::uint64_t state = 0x5851f42d4c957f2dULL;
  const auto next = [&state] {
    state += 0x9e3779b97f4a7c15ULL;
    return mix64(state);
  };
  for (Factors& factor : factors) {
    factor.high = Wide{next()} << 64 | next();
    factor.low = Wide{next()} << 64 | next();
  }
  return factors;
}

constexpr auto kFactors = draw_factors();

}  // namespace

PatternKey pattern_key(const Pattern& pattern) {
  const auto size = static_cast<std::uint64_t>(pattern.size());
  Wide high = kFactors[pattern::kMaxPatternSize].high * size;
  Wide low = kFactors[pattern::kMaxPatternSize].low * size;
  for (int i = 0; i < pattern.size(); ++i) {
    const std::uint64_t word = std::uint64_t{pattern.label(i)} << 32 | pattern.adjacency(i);
    const Factors& factor = kFactors[static_cast<std::size_t>(i)];
    high += factor.high * word;
    low += factor.low * word;
  }
  return {static_cast<std::uint64_t>(high >> 64), static_cast<std::uint64_t>(low >> 64)};
}

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

RawCounts::Added RawCounts::add(const Pattern& pattern, std::uint64_t count) {
  if (!encodable(pattern)) {
    const auto [place, is_new] = canonical_.try_emplace(pattern::canonicalize(pattern).pattern);
    place->second.count += count;
    return {&place->second, is_new};
  }
  const auto [place, is_new] = by_code_.try_emplace(encode(pattern), nullptr);
  if (is_new) place->second = &canonical_[pattern::canonicalize(pattern).pattern];
  place->second->count += count;
  return {place->second, is_new};
}

}  // namespace rlminer::enumerate
