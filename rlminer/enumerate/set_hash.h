#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/relation.h"

namespace rlminer::enumerate {

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

// Where edges are of several kinds, a walk has a factor for the relation of its first step and one
// for that of its second. Odd, so that no step makes two ends alike.
struct RelationWeights {
  Profile first, second;
};

inline RelationWeights relation_weights(graph::Relation relation) {
  const std::uint64_t random = mix64((relation + 1u) * 0xd1b54a32d192ed03ULL);
  return {static_cast<Profile>(random >> 48 | 1u), static_cast<Profile>(random >> 16 | 1u)};
}

// Profiles are numbers modulo 2^16; as ints their products would overflow.
inline Profile times(Profile a, Profile b) {
  return static_cast<Profile>(std::uint32_t{a} * b);
}

// One profile per lane; lane i belongs to the i-th vertex of a set, unused lanes are zero.
template <int Lanes>
struct ProfileLanes;
template <>
struct ProfileLanes<8> {
  using Vector [[gnu::vector_size(16)]] = Profile;
};
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

using Sums [[gnu::vector_size(16)]] = std::uint32_t;

// One half of a vector of lanes.
template <int Lanes>
inline ProfileVector<Lanes / 2> half_of(const ProfileVector<Lanes>& v, int half) {
  ProfileVector<Lanes / 2> result;
  __builtin_memcpy(&result, reinterpret_cast<const char*>(&v) + half * Lanes, sizeof(result));
  return result;
}

using Sums8 [[gnu::vector_size(32)]] = std::uint32_t;

// Lanes 0-3 and 8-11 (low) or 4-7 and 12-15 (high) of a and b, alternating: what one instruction
// does.
inline ProfileVector<16> interleave_low(const ProfileVector<16>& a, const ProfileVector<16>& b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27);
}
inline ProfileVector<16> interleave_high(const ProfileVector<16>& a, const ProfileVector<16>& b) {
  return __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31);
}

// Products of the lanes, taken as signed 16-bit numbers, summed two by two.
inline Sums8 products_in_pairs(const ProfileVector<16>& a, const ProfileVector<16>& b) {
#if defined(__AVX2__)
  using Shorts [[gnu::vector_size(32)]] = short;
  return reinterpret_cast<Sums8>(
      __builtin_ia32_pmaddwd256(reinterpret_cast<Shorts>(a), reinterpret_cast<Shorts>(b)));
#else
  Sums8 sums{};
  for (int i = 0; i < 16; ++i) {
    sums[i / 2] += static_cast<std::uint32_t>(static_cast<std::int16_t>(a[i]) *
                                              static_cast<std::int16_t>(b[i]));
  }
  return sums;
#endif
}

// Four partial sums of the products of the lanes, taken as signed 16-bit numbers.
template <int Lanes>
inline Sums products(const ProfileVector<Lanes>& a, const ProfileVector<Lanes>& b) {
  if constexpr (Lanes == 8) {
#if defined(__SSE2__)
    using Shorts [[gnu::vector_size(16)]] = short;
    return reinterpret_cast<Sums>(
        __builtin_ia32_pmaddwd128(reinterpret_cast<Shorts>(a), reinterpret_cast<Shorts>(b)));
#else
    Sums sums{};
    for (int i = 0; i < 8; ++i) {
      sums[i / 2] += static_cast<std::uint32_t>(static_cast<std::int16_t>(a[i]) *
                                                static_cast<std::int16_t>(b[i]));
    }
    return sums;
#endif
  } else {
    if constexpr (Lanes == 16) {
      const Sums8 sums = products_in_pairs(a, b);
      return __builtin_shufflevector(sums, sums, 0, 1, 2, 3) +
             __builtin_shufflevector(sums, sums, 4, 5, 6, 7);
    } else {
      return products<Lanes / 2>(half_of<Lanes>(a, 0), half_of<Lanes>(b, 0)) +
             products<Lanes / 2>(half_of<Lanes>(a, 1), half_of<Lanes>(b, 1));
    }
  }
}

}  // namespace detail

// Two scramblings of each profile; the hash is the sum of their products. Zero stays zero.
template <int Lanes>
struct Scrambled {
  ProfileVector<Lanes> left, right;
};
template <int Lanes>
inline Scrambled<Lanes> scramble_profiles(const ProfileVector<Lanes>& profiles) {
  const ProfileVector<Lanes> right = profiles * Profile{0x9e6d};
  return {profiles ^ (profiles >> 7), right ^ (right >> 9)};
}

// The hash of a set with these profiles.
template <int Lanes>
inline std::uint32_t hash_profiles(const ProfileVector<Lanes>& profiles) {
  const auto [left, right] = scramble_profiles<Lanes>(profiles);
  detail::Sums sums = detail::products<Lanes>(left, right);
  sums += __builtin_shufflevector(sums, sums, 2, 3, 0, 1);
  sums += __builtin_shufflevector(sums, sums, 1, 0, 3, 2);
  return sums[0];
}

// All ones in the lanes whose bit is set in `mask`.
template <int Lanes>
inline ProfileVector<Lanes> lanes_of(std::uint32_t mask) {
  if constexpr (Lanes == 8) {
    constexpr ProfileVector<8> kBits = {1, 2, 4, 8, 16, 32, 64, 128};
    const auto low = static_cast<Profile>(mask);
    return reinterpret_cast<ProfileVector<8>>((kBits & low) == kBits);
  } else if constexpr (Lanes == 16) {
    constexpr ProfileVector<16> kBits = {1u << 0,  1u << 1,  1u << 2,  1u << 3, 1u << 4,  1u << 5,
                                         1u << 6,  1u << 7,  1u << 8,  1u << 9, 1u << 10, 1u << 11,
                                         1u << 12, 1u << 13, 1u << 14, 1u << 15};
    const auto low = static_cast<Profile>(mask);
    return reinterpret_cast<ProfileVector<16>>((kBits & low) == kBits);
  } else {
    ProfileVector<Lanes> result;
    const auto low = lanes_of<Lanes / 2>(mask);
    const auto high = lanes_of<Lanes / 2>(mask >> (Lanes / 2));
    __builtin_memcpy(&result, &low, sizeof(low));
    __builtin_memcpy(reinterpret_cast<char*>(&result) + sizeof(low), &high, sizeof(high));
    return result;
  }
}

}  // namespace rlminer::enumerate
