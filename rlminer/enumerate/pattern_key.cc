#include "rlminer/enumerate/pattern_key.h"

#include <array>
#include <cstddef>

#include "rlminer/base/rng.h"

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

}  // namespace rlminer::enumerate
