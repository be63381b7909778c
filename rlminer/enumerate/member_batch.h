#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "rlminer/base/bits.h"
#include "rlminer/enumerate/set_hash.h"

namespace rlminer::enumerate {

// The hashes of S + u, S + u + v and S + u + pendant for up to 16 vertices u, v at once.
//
// Where set_hash.h keeps the profiles of one set in one register, this keeps one register per
// vertex of the set, with a lane per candidate (or per pair of candidates): the same arithmetic,
// but sixteen sets at a time and no sum across lanes. S has at most 14 vertices.
class MemberBatch {
 public:
  static constexpr int kLanes = 16;
  static constexpr int kMaxPairs = kLanes * (kLanes - 1) / 2;
  using Lanes = ProfileVector<16>;
  using Hashes = std::array<std::uint32_t, kLanes>;

  // The set as the walk keeps it: per vertex its profile, reach, second weight and adjacency.
  struct SetView {
    int size;
    const Profile* profile;
    const Profile* reach;
    const Profile* weight2;
    const std::uint32_t* adjacency;
  };

  // Takes in `count` candidates with these neighbours in the set and label weights. Out of line:
  // see BulkWalk::tally_set.
  [[gnu::noinline]] void load(const SetView& set, int count, const std::uint32_t* masks,
                              const LabelWeights* const* weights) {
    size_ = set.size;
    alignas(32) std::array<Profile, kLanes> mask_lanes{}, length0{}, length1{}, length2{};
    for (int i = 0; i < count; ++i) {
      mask_lanes[at(i)] = static_cast<Profile>(masks[i]);
      length0[at(i)] = weights[i]->length0;
      length1[at(i)] = weights[i]->length1;
      length2[at(i)] = weights[i]->length2;
    }
    mask_ = from(mask_lanes);
    weight2_ = from(length2);
    reach_ = from(length1);
    own_ = from(length0);
    for (int z = 0; z < size_; ++z) {
      const auto bit = static_cast<Profile>(1u << z);
      touched_[at(z)] = reinterpret_cast<Lanes>((mask_ & bit) == bit);
      reach_ += touched_[at(z)] & set.weight2[z];
      own_ += (touched_[at(z)] & set.reach[z]) - (touched_[at(z)] * weight2_);
    }
    for (int z = 0; z < size_; ++z) {
      Lanes common{};  // minus the number of neighbours shared with z: a touched lane is -1
      for_each_bit(set.adjacency[z], [&](int x) { common += touched_[at(x)]; });
      shift_[at(z)] = (touched_[at(z)] & reach_) - common * weight2_;
      grown_[at(z)] = shift_[at(z)] + set.profile[z];
    }
  }

  // Hash of S + u, by lane.
  Hashes hash_ones() const {
    std::array<Lanes, kLanes> profiles;
    for (int z = 0; z < size_; ++z)
      profiles[at(z)] = grown_[at(z)];
    profiles[at(size_)] = own_;
    return hash(profiles, size_ + 1);
  }

  // Hash of S + u and a vertex of that label adjacent to u alone, by lane.
  Hashes hash_pendants(const LabelWeights& label) const {
    std::array<Lanes, kLanes> profiles;
    for (int z = 0; z < size_; ++z)
      profiles[at(z)] = grown_[at(z)] + (touched_[at(z)] & label.length2);
    profiles[at(size_)] = own_ + weight2_ + label.length1;
    profiles[at(size_) + 1] = reach_ + static_cast<Profile>(label.length0 + label.length2);
    return hash(profiles, size_ + 2);
  }

  // Pairs of candidates are numbered (0,1), (0,2), (1,2), (0,3), ...
  static int pair_number(int i, int j) { return j * (j - 1) / 2 + i; }
  static int first_of(int pair) { return kPairs.first[static_cast<std::size_t>(pair)]; }
  static int second_of(int pair) { return kPairs.second[static_cast<std::size_t>(pair)]; }

  // Hash of S + u + v for the sixteen pairs from `first_pair` (a multiple of 16) on; bit i of
  // `adjacent` says whether the i-th of them are neighbours.
  Hashes hash_pairs(int first_pair, std::uint32_t adjacent) const {
    const auto u = load_lanes(kPairs.first.data() + first_pair);
    const auto v = load_lanes(kPairs.second.data() + first_pair);
    const Lanes mask_u = pick(mask_, u), mask_v = pick(mask_, v);
    const Lanes weight_u = pick(weight2_, u), weight_v = pick(weight2_, v);
    const Lanes common = count_bits(mask_u & mask_v);
    std::array<Lanes, kLanes> profiles;
    for (int z = 0; z < size_; ++z) {
      profiles[at(z)] = pick(grown_[at(z)], u) + pick(shift_[at(z)], v);
    }
    Lanes own_u = pick(own_, u) + common * weight_v;
    Lanes own_v = pick(own_, v) + common * weight_u;
    if (adjacent != 0) {
      const Lanes linked = lanes_of<16>(adjacent);
      const Lanes add_u = linked & weight_v, add_v = linked & weight_u;
      for (int z = 0; z < size_; ++z) {
        profiles[at(z)] += (pick(touched_[at(z)], u) & add_u) + (pick(touched_[at(z)], v) & add_v);
      }
      own_u += linked & (pick(reach_, v) + weight_u);
      own_v += linked & (pick(reach_, u) + weight_v);
    }
    profiles[at(size_)] = own_u;
    profiles[at(size_) + 1] = own_v;
    return hash(profiles, size_ + 2);
  }

 private:
  struct PairTable {
    std::array<Profile, 128> first{}, second{};
  };
  static constexpr PairTable make_pairs() {
    PairTable table;
    std::size_t pair = 0;
    for (Profile j = 1; j < kLanes; ++j) {
      for (Profile i = 0; i < j; ++i, ++pair) {
        table.first[pair] = i;
        table.second[pair] = j;
      }
    }
    return table;
  }
  static const PairTable kPairs;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static Lanes from(const std::array<Profile, kLanes>& values) { return load_lanes(values.data()); }
  static Lanes load_lanes(const Profile* values) {
    Lanes lanes;
    __builtin_memcpy(&lanes, values, sizeof(lanes));
    return lanes;
  }
  // Lane i of the result is lane index[i] of v.
  static Lanes pick(Lanes v, Lanes index) {
#if defined(__clang__)
    Lanes result;
    for (int i = 0; i < kLanes; ++i)
      result[i] = v[index[i]];
    return result;
#else
    return __builtin_shuffle(v, index);
#endif
  }
  static Lanes count_bits(Lanes v) {
    v -= (v >> 1) & Profile{0x5555};
    v = (v & Profile{0x3333}) + ((v >> 2) & Profile{0x3333});
    v = (v + (v >> 4)) & Profile{0x0f0f};
    return (v + (v >> 8)) & Profile{0x1f};
  }

  // The sum over positions of the product of the two scramblings, by lane.
  static Hashes hash(std::array<Lanes, kLanes>& profiles, int positions) {
    if (positions % 2 != 0) profiles[at(positions)] = Lanes{};
    using Sums [[gnu::vector_size(32)]] = std::uint32_t;
    Sums low{}, high{};  // lanes 0-3 and 8-11, lanes 4-7 and 12-15
    for (int z = 0; z < positions; z += 2) {
      const auto [left_a, right_a] = scramble_profiles<16>(profiles[at(z)]);
      const auto [left_b, right_b] = scramble_profiles<16>(profiles[at(z) + 1]);
      low += detail::products_in_pairs(detail::interleave_low(left_a, left_b),
                                       detail::interleave_low(right_a, right_b));
      high += detail::products_in_pairs(detail::interleave_high(left_a, left_b),
                                        detail::interleave_high(right_a, right_b));
    }
    Hashes hashes;
    const Sums first = __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
    const Sums second = __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
    __builtin_memcpy(hashes.data(), &first, sizeof(first));
    __builtin_memcpy(hashes.data() + 8, &second, sizeof(second));
    return hashes;
  }

  int size_ = 0;
  Lanes mask_, weight2_, reach_, own_;
  std::array<Lanes, kLanes> touched_, shift_, grown_;
};

inline constexpr MemberBatch::PairTable MemberBatch::kPairs = MemberBatch::make_pairs();

}  // namespace rlminer::enumerate
