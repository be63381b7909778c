#include "rlminer/count/symmetry.h"

#include <bit>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"

namespace rlminer::count {
namespace {

// Rounds of refinement in vertex_invariants().
constexpr int kRounds = 3;

// Extends a partial automorphism (image[v] for the vertices in `mapped`) to a whole one.
class AutomorphismSearch {
 public:
  explicit AutomorphismSearch(const Pattern& pattern) : pattern_(pattern) {}

  bool map(int vertex, int image) {
    if (!fits(vertex, image)) return false;
    image_[at(vertex)] = image;
    mapped_ |= 1u << vertex;
    used_ |= 1u << image;
    return true;
  }

  bool complete() {
    const int vertex = most_constrained();
    if (vertex < 0) return true;
    for (int image = 0; image < pattern_.size(); ++image) {
      if (!map(vertex, image)) continue;
      if (complete()) return true;
      mapped_ &= ~(1u << vertex);
      used_ &= ~(1u << image);
    }
    return false;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  bool fits(int vertex, int image) const {
    if ((used_ >> image & 1u) != 0 || pattern_.label(vertex) != pattern_.label(image) ||
        pattern_.degree(vertex) != pattern_.degree(image)) {
      return false;
    }
    std::uint32_t images_of_neighbors = 0;
    for_each_bit(pattern_.adjacency(vertex) & mapped_,
                 [&](int i) { images_of_neighbors |= 1u << image_[at(i)]; });
    return (pattern_.adjacency(image) & used_) == images_of_neighbors;
  }

  // The unmapped vertex with the most mapped neighbours, or -1.
  int most_constrained() const {
    int best = -1;
    int best_neighbors = -1;
    for (int v = 0; v < pattern_.size(); ++v) {
      if ((mapped_ >> v & 1u) != 0) continue;
      const int neighbors = std::popcount(pattern_.adjacency(v) & mapped_);
      if (neighbors > best_neighbors) {
        best = v;
        best_neighbors = neighbors;
      }
    }
    return best;
  }

  const Pattern& pattern_;
  std::array<int, pattern::kMaxPatternSize> image_{};
  std::uint32_t mapped_ = 0;
  std::uint32_t used_ = 0;
};

}  // namespace

std::uint32_t orbit_of(const Pattern& pattern, int vertex, std::uint32_t fixed) {
  std::uint32_t orbit = 1u << vertex;
  for (int image = 0; image < pattern.size(); ++image) {
    if (image == vertex || (fixed >> image & 1u) != 0) continue;
    AutomorphismSearch search(pattern);
    bool consistent = true;
    for_each_bit(fixed, [&](int v) { consistent = consistent && search.map(v, v); });
    if (consistent && search.map(vertex, image) && search.complete()) orbit |= 1u << image;
  }
  return orbit;
}

std::array<std::uint64_t, pattern::kMaxPatternSize> vertex_invariants(const Pattern& pattern) {
  std::array<std::uint64_t, pattern::kMaxPatternSize> now{};
  const auto n = static_cast<std::size_t>(pattern.size());
  for (std::size_t v = 0; v < n; ++v)
    now[v] = mix64(pattern.label(static_cast<int>(v)) + 1);
  for (int round = 0; round < kRounds; ++round) {
    const auto before = now;
    for (std::size_t v = 0; v < n; ++v) {
      std::uint64_t sum = 0;
      for_each_bit(pattern.adjacency(static_cast<int>(v)),
                   [&](int u) { sum += mix64(before[static_cast<std::size_t>(u)]); });
      now[v] = mix64(before[v] * 3 + sum);
    }
  }
  return now;
}

}  // namespace rlminer::count
