#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rlminer::pattern {

// Four vertices side by side. A pattern has so few vertices that one mispredicted branch costs more
// than working on all of them with the same vector instructions, whatever the edges are. These are
// extensions that g++ and clang++ compile for every processor.
using Four = std::uint32_t __attribute__((vector_size(16)));
using SignedFour = std::int32_t __attribute__((vector_size(16)));

template <std::size_t kBlocks>
using Blocks = std::array<Four, kBlocks>;

inline Four four_of(std::uint32_t value) {
  return Four{value, value, value, value};
}

// All bits in the lanes that have the bit, none in the others.
inline Four lanes_with(Four lanes, Four bit) {
  return reinterpret_cast<Four>((lanes & bit) == bit);
}

// All bits in the lanes where a < b. The older vector instructions compare signed numbers only, so
// both get their top bit flipped.
inline Four lanes_less(Four a, Four b) {
  const Four top = four_of(0x80000000u);
  return reinterpret_cast<Four>(reinterpret_cast<SignedFour>(a ^ top) <
                                reinterpret_cast<SignedFour>(b ^ top));
}

// Calls work with the number of blocks that hold `size` lanes as a constant: work.template
// operator()<kBlocks>().
template <typename Work>
inline auto with_blocks_for(int size, Work&& work) {
  if (size <= 8) return work.template operator()<2>();
  if (size <= 12) return work.template operator()<3>();
  if (size <= 16) return work.template operator()<4>();
  return work.template operator()<8>();
}

}  // namespace rlminer::pattern
