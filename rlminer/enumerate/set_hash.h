#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/base/rng.h"

namespace rlminer {

// An isomorphism-invariant hash of a labelled vertex set that grows by additions alone.
//
// Every vertex z of the set has a profile: the sum of one random weight per walk of length 0, 1 and
// 2 from z inside the set, the weight depending on the length and on the label of the walk's end.
// The hash is the sum of the scrambled profiles. Isomorphic sets have equal hashes; sets with equal
// hashes are nearly always isomorphic, but nothing relies on that.
//
// With reach(y) = length1(y) + sum of length2 over the neighbours of y, the profile of z is
// length0(z) + sum of reach over the neighbours of z. A new vertex u therefore changes only the
// profiles of its neighbours (by reach(u)) and of their neighbours (by length2(u) per common
// neighbour).
//
// Profiles are 16 bits wide, so that those of a whole set of up to 16 vertices fill one 256-bit
// register.
using Profile = std::uint16_t;

struct LabelWeights {
  Profile length0, length1, length2;
};

inline std::vector<LabelWeights> draw_label_weights(std::size_t labels) {
  Rng rng(0x5e7a5b);
  std::vector<LabelWeights> weights(labels);
  for (LabelWeights& weight : weights) {
    weight.length0 = static_cast<Profile>(rng.next() >> 48);
    weight.length1 = static_cast<Profile>(rng.next() >> 48);
    weight.length2 = static_cast<Profile>(rng.next() >> 48);
  }
  return weights;
}

// One profile per lane; lane i belongs to the i-th vertex of a set, unused lanes are zero.
template <int Lanes>
struct ProfileLanes;
template <>
struct ProfileLanes<16> {
  using Vector [[gnu::vector_size(32)]] = Profile;
};
template <>
struct ProfileLanes<32> {
  using Vector [[gnu::vector_size(64)]] = Profile;
};
template <int Lanes>
using ProfileVector = typename ProfileLanes<Lanes>::Vector;

namespace detail {

using Words8 [[gnu::vector_size(32)]] = std::uint32_t;

// Sum of the 16 products of signed 16-bit lanes, modulo 2^32.
inline std::uint32_t dot16(ProfileVector<16> a, ProfileVector<16> b) {
#if defined(__AVX2__)
  using Short16 [[gnu::vector_size(32)]] = short;
  auto sums = reinterpret_cast<Words8>(
      __builtin_ia32_pmaddwd256(reinterpret_cast<Short16>(a), reinterpret_cast<Short16>(b)));
  sums += __builtin_shufflevector(sums, sums, 4, 5, 6, 7, 0, 1, 2, 3);
  sums += __builtin_shufflevector(sums, sums, 2, 3, 0, 1, 6, 7, 4, 5);
  return sums[0] + sums[1];
#else
  std::uint32_t sum = 0;
  for (int i = 0; i < 16; ++i) {
    sum += static_cast<std::uint32_t>(static_cast<std::int16_t>(a[i]) *
                                      static_cast<std::int16_t>(b[i]));
  }
  return sum;
#endif
}

}  // namespace detail

// The hash of a set with these profiles: the product of two scramblings of each, summed.
template <int Lanes>
inline std::uint32_t hash_profiles(ProfileVector<Lanes> profiles) {
  const ProfileVector<Lanes> left = profiles ^ (profiles >> 7);
  ProfileVector<Lanes> right = profiles * Profile{0x9e6d};
  right ^= right >> 9;
  if constexpr (Lanes == 16) {
    return detail::dot16(left, right);
  } else {
    std::uint32_t hash = 0;
    for (int half = 0; half < 2; ++half) {
      ProfileVector<16> a, b;
      __builtin_memcpy(&a, reinterpret_cast<const char*>(&left) + half * 32, sizeof(a));
      __builtin_memcpy(&b, reinterpret_cast<const char*>(&right) + half * 32, sizeof(b));
      hash += detail::dot16(a, b);
    }
    return hash;
  }
}

// All ones in the lanes whose bit is set in `mask`.
template <int Lanes>
inline ProfileVector<Lanes> lanes_of(std::uint32_t mask) {
  constexpr ProfileVector<16> kBits = {1u << 0,  1u << 1,  1u << 2,  1u << 3, 1u << 4,  1u << 5,
                                       1u << 6,  1u << 7,  1u << 8,  1u << 9, 1u << 10, 1u << 11,
                                       1u << 12, 1u << 13, 1u << 14, 1u << 15};
  const auto low = static_cast<Profile>(mask);
  const auto low_lanes = reinterpret_cast<ProfileVector<16>>((kBits & low) == kBits);
  if constexpr (Lanes == 16) {
    return low_lanes;
  } else {
    const auto high = static_cast<Profile>(mask >> 16);
    const auto high_lanes = reinterpret_cast<ProfileVector<16>>((kBits & high) == kBits);
    ProfileVector<32> result;
    __builtin_memcpy(&result, &low_lanes, 32);
    __builtin_memcpy(reinterpret_cast<char*>(&result) + 32, &high_lanes, 32);
    return result;
  }
}

}  // namespace rlminer
