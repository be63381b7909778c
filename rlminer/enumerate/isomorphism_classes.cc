#include "rlminer/enumerate/isomorphism_classes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <optional>

#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::enumerate {
namespace {

// Patterns of up to 16 vertices are treated in vectors with a lane per vertex; lanes behind the
// last vertex count as isolated vertices.
constexpr std::size_t kLanes = 16;
using Lanes [[gnu::vector_size(64)]] = std::uint32_t;
using HalfLanes [[gnu::vector_size(32)]] = std::int32_t;
using Words [[gnu::vector_size(64)]] = std::uint64_t;  // half as many lanes
constexpr Lanes kBits = {1u << 0,  1u << 1,  1u << 2,  1u << 3, 1u << 4,  1u << 5,
                         1u << 6,  1u << 7,  1u << 8,  1u << 9, 1u << 10, 1u << 11,
                         1u << 12, 1u << 13, 1u << 14, 1u << 15};

struct Small {
  std::size_t size;
  Lanes labels{}, adjacency{};
  std::array<Lanes, kLanes> joined;  // [j]: all ones in the lanes of the neighbours of j
};

Small in_lanes(const GrowthCode& code, std::size_t size) {
  Small small;
  small.size = size;
  std::array<std::uint32_t, kLanes> labels{}, adjacency{};
  for (std::size_t i = 0; i < size; ++i) {
    labels[i] = static_cast<std::uint32_t>(code[i] >> 32);
    adjacency[i] = static_cast<std::uint32_t>(code[i]);
  }
  std::memcpy(&small.labels, labels.data(), sizeof(Lanes));
  std::memcpy(&small.adjacency, adjacency.data(), sizeof(Lanes));
  // A code has every edge once, at its later end; it is added at the earlier one.
  const Lanes later = small.adjacency;
  for (std::size_t j = 0; j < size; ++j) {
    const Lanes back = reinterpret_cast<Lanes>((later & 1u << j) != 0);
    small.joined[j] = back | reinterpret_cast<Lanes>((kBits & adjacency[j]) != 0);
    small.adjacency |= reinterpret_cast<Lanes>((kBits & adjacency[j]) != 0) & 1u << j;
  }
  return small;
}

// One round of refinement: a vertex is coloured anew by its colour and those of its neighbours.
Lanes refined(const Small& small, const Lanes& colours) {
  std::array<std::uint32_t, kLanes> each;
  std::memcpy(each.data(), &colours, sizeof(Lanes));
  Lanes mixed = colours * 0x9e3779b1u;
  for (std::size_t j = 0; j < small.size; ++j)
    mixed += small.joined[j] & each[j];
  mixed = (mixed ^ mixed >> 15) * 0x85ebca77u;
  return (mixed ^ mixed >> 13) * 0xc2b2ae3du;
}

// Whether vertices of equal colour are twins: adjacent to the same other vertices.
bool equals_are_twins(const Small& small, const Lanes& colours) {
  std::array<std::uint32_t, kLanes> each, adjacency;
  std::memcpy(each.data(), &colours, sizeof(Lanes));
  std::memcpy(adjacency.data(), &small.adjacency, sizeof(Lanes));
  Lanes wrong{};
  for (std::size_t j = 0; j < small.size; ++j) {
    const Lanes different = (small.adjacency ^ adjacency[j]) & ~(kBits | 1u << j);
    wrong |= reinterpret_cast<Lanes>(colours == each[j]) & different;
  }
  std::memcpy(each.data(), &wrong, sizeof(Lanes));
  std::uint32_t any = 0;
  for (std::size_t i = 0; i < small.size; ++i)
    any |= each[i];
  return any == 0;
}

// mix64 of every lane.
Words mixed(Words x) {
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93ULL;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93ULL;
  return x ^ x >> 32;
}

HalfLanes half_of(const Lanes& lanes, std::size_t half) {
  HalfLanes result;
  std::memcpy(&result, reinterpret_cast<const char*>(&lanes) + half * sizeof(result),
              sizeof(result));
  return result;
}

// The sum, over the vertices, of a hash of a vertex' colour and label and those of its neighbours.
std::uint64_t sum_up(const Small& small, const Lanes& colours) {
  constexpr std::size_t kHalf = kLanes / 2;
  std::array<std::uint64_t, kLanes> words;
  const std::size_t halves = small.size > kHalf ? 2 : 1;
  for (std::size_t half = 0; half < halves; ++half) {
    const Words low = __builtin_convertvector(half_of(colours, half), Words) & 0xffffffffULL;
    const Words high = __builtin_convertvector(half_of(small.labels, half), Words) << 32;
    const Words mix = mixed(low | high);
    std::memcpy(words.data() + half * kHalf, &mix, sizeof(mix));
  }
  std::uint64_t sum = 0;
  for (std::size_t half = 0; half < halves; ++half) {
    Words around;
    std::memcpy(&around, words.data() + half * kHalf, sizeof(around));
    around *= 0x9e3779b97f4a7c15ULL;
    for (std::size_t j = 0; j < small.size; ++j)
      around += __builtin_convertvector(half_of(small.joined[j], half), Words) & words[j];
    around = mixed(around);
    const std::size_t used = std::min(kHalf, small.size - half * kHalf);
    for (std::size_t i = 0; i < used; ++i)
      sum += around[i];
  }
  return sum;
}

// A key that is equal for two codes if and only if they are isomorphic (but for accidents of 64
// bits), or nothing where that takes more than this: quicker than the canonical form by far.
//
// Vertices are coloured by their labels and refined a few times. If then all vertices of one colour
// are twins, it is enough to know, for each vertex, its label, its colour and the colours of its
// neighbours: two colours are joined completely or not at all, and so are the vertices of one.
// Whether that is so does not depend on the code.
// Colours that are equal by accident do no harm: either their vertices are twins but for the label,
// which counts as well, or the canonical form decides.
std::optional<std::uint64_t> quick_key(const GrowthCode& code, std::size_t size) {
  if (size > kLanes) return std::nullopt;
  constexpr int kRounds = 3;
  const Small small = in_lanes(code, size);
  Lanes colours = small.labels * 0x27d4eb2fu + 0x165667b1u;
  for (int round = 0; round < kRounds; ++round)
    colours = refined(small, colours);
  if (!equals_are_twins(small, colours)) return std::nullopt;
  return sum_up(small, colours);
}

Pattern as_pattern(const GrowthCode& code, std::size_t size) {
  Pattern pattern;
  for (std::size_t i = 0; i < size; ++i) {
    pattern.add_vertex(static_cast<Label>(code[i] >> 32), static_cast<std::uint32_t>(code[i]));
  }
  return pattern;
}

}  // namespace

void IsomorphismClasses::finish() {
  for (std::size_t i = added_ - std::min(added_, kWaiting); i < added_; ++i)
    classify(waiting_[i % kWaiting]);
  added_ = 0;
}

std::uint32_t IsomorphismClasses::class_of(const GrowthCode& code) {
  const auto quick = quick_key(code, size_);
  return number_of(
      quick ? *quick : pattern_key(pattern::canonicalize(as_pattern(code, size_)).pattern).high);
}

void IsomorphismClasses::add(const Pattern& pattern) {
  const std::uint64_t key = pattern_key(pattern).low;
  std::uint32_t number = by_code_[key];
  if (number == KeyNumbers::kNone) {
    number = number_of(pattern_key(pattern::canonicalize(pattern).pattern).high);
    by_code_[key] = number;
  }
  ++counts_[number];
  classes_.push_back(number);
}

std::uint32_t IsomorphismClasses::number_of(std::uint64_t key) {
  std::uint32_t& number = by_key_[key];
  if (number == KeyNumbers::kNone) {
    number = static_cast<std::uint32_t>(counts_.size());
    counts_.push_back(0);
  }
  return number;
}

}  // namespace rlminer::enumerate
