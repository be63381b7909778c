#pragma once

#include <cstdint>
#include <string>

namespace rlminer {

// How often something occurs. Stars around a hub pass 2^64 at modest sizes, so frequencies are 128
// bits wide.
using Count = unsigned __int128;

std::string to_string(Count count);

// Decimal digits with a comma between groups of three, for people.
std::string with_separators(Count count);
std::string with_separators(std::string digits);

constexpr Count kMaxCount = ~Count{0};

// Sum and product that stay at kMaxCount instead of wrapping around.
constexpr Count saturating_add(Count a, Count b) {
  return a > kMaxCount - b ? kMaxCount : a + b;
}
constexpr Count saturating_mul(Count a, Count b) {
  return b != 0 && a > kMaxCount / b ? kMaxCount : a * b;
}

}  // namespace rlminer
