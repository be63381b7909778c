#pragma once

#include <bit>
#include <cstdint>

namespace rlminer {

// Calls visit(index) for every set bit of `word`, lowest first.
template <typename Visit>
inline void for_each_bit(std::uint64_t word, Visit&& visit) {
  for (; word != 0; word &= word - 1)
    visit(std::countr_zero(word));
}

}  // namespace rlminer
