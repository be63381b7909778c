#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/enumerate/isomorphism_classes.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::enumerate {

// One random word per vertex; the key of a vertex set is the exclusive or of its words (Zobrist).
// Two sets out of n have the same key with a probability of about n^2 / 2^65.
inline std::vector<std::uint64_t> draw_vertex_words(std::size_t vertices) {
  std::vector<std::uint64_t> words(vertices);
  for (std::size_t v = 0; v < vertices; ++v)
    words[v] = mix64((v + 1) * 0x9e3779b97f4a7c15ULL);
  return words;
}

// Visits every connected set of 1 .. size vertices once, depth first (Wernicke's ESU at all
// depths), always in the same order; the first vertex of a set is its smallest. It knows the key of
// every set and a hash of its code (the labels and adjacency of its vertices in the order visited)
// at no cost that grows with the set.
//
// Which chosen vertices a vertex is adjacent to is kept in one word per vertex. A word of zero also
// says that the vertex has not been met yet, so no other marks are needed.
class SetWalk {
 public:
  SetWalk(const Graph& graph, std::span<const std::uint64_t> vertex_words)
      : graph_(graph), vertex_words_(vertex_words) {}

  // Calls visit(n) for every set, n being its number of vertices, until it returns false. Returns
  // whether it went to the end. size <= kMaxPatternSize.
  template <typename Visit>
  bool for_each_set(int size, Visit&& visit) {
    return run<false>(size, visit);
  }
  // The same for the sets of exactly `size` vertices; visit() may ask for_each_neighbor().
  template <typename Visit>
  bool for_each_set_of(int size, Visit&& visit) {
    return run<true>(size, visit);
  }

  // Of the set being visited, which has n vertices.
  std::uint64_t key(std::size_t n) const { return steps_[n].key; }
  std::uint64_t code_hash(std::size_t n) const { return steps_[n].code_hash; }
  const GrowthCode& code() const { return words_; }  // the first n words
  // Calls visit(vertex) for every vertex of it.
  template <typename Visit>
  void for_each_vertex(std::size_t n, Visit&& visit) const {
    for (std::size_t i = 1; i <= n; ++i)
      visit(candidates_[steps_[i].place]);
  }
  // Calls visit(vertex) for every vertex that is adjacent to the set and not in it.
  template <typename Visit>
  void for_each_neighbor(std::size_t n, Visit&& visit) const {
    std::size_t place = 0;
    for (std::size_t i = 1; i <= n; ++i, ++place) {
      for (; place < steps_[i].place; ++place)
        visit(candidates_[place]);
    }
    for (; place < candidates_.size(); ++place)
      visit(candidates_[place]);
    for (const Vertex vertex : smaller_)
      visit(vertex);
  }

 private:
  // What adding the n-th vertex led to; entry 0 is the empty set.
  struct Step {
    std::uint64_t key = 0;
    std::uint64_t code_hash = 0;
    std::size_t place = 0;  // of the vertex in candidates_
  };

  // A product of 128 bits folded into 64 mixes well enough here and is quicker than mix64.
  static std::uint64_t append(std::uint64_t hash, std::uint64_t word) {
    const auto product = static_cast<unsigned __int128>(hash ^ 0x2d358dccaa6c78a5ULL) *
                         (word * 0x9e3779b97f4a7c15ULL ^ 0x8bb84b93962eacc9ULL);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  template <bool kOneSize, typename Visit>
  bool run(int size, Visit& visit) {
    size_ = static_cast<std::size_t>(size);
    adjacent_.assign(graph_.num_vertices(), 0);
    smaller_.clear();
    for (root_ = 0; root_ < graph_.num_vertices(); ++root_) {
      candidates_.assign(1, root_);
      if (!extend<kOneSize>(0, 0, visit)) return false;
    }
    return true;
  }

  void step_to(std::size_t n, std::size_t place) {
    const Vertex vertex = candidates_[place];
    const Step& before = steps_[n - 1];
    Step& step = steps_[n];
    step.place = place;
    step.key = before.key ^ vertex_words_[vertex];
    words_[n - 1] = std::uint64_t{graph_.label(vertex)} << 32 | adjacent_[vertex];
    step.code_hash = append(before.code_hash, words_[n - 1]);
  }

  // The set has n vertices; the candidates from `first` on may join it, each in turn.
  template <bool kOneSize, typename Visit>
  bool extend(std::size_t n, std::size_t first, Visit& visit) {
    const std::size_t end = candidates_.size();
    const std::size_t smaller = smaller_.size();
    for (std::size_t place = first; place < end; ++place) {
      step_to(n + 1, place);
      if constexpr (!kOneSize) {
        if (!visit(n + 1)) return false;
        if (n + 1 == size_) continue;
      }
      const std::uint32_t bit = std::uint32_t{1} << n;
      const auto row = graph_.neighbors(candidates_[place]);
      for (const Vertex next : row) {
        if (adjacent_[next] == 0) {
          if (next > root_) candidates_.push_back(next);
          if (kOneSize && next < root_) smaller_.push_back(next);
        }
        adjacent_[next] |= bit;
      }
      const bool last = kOneSize && n + 1 == size_;
      if (last ? !visit(n + 1) : !extend<kOneSize>(n + 1, place + 1, visit)) return false;
      for (const Vertex next : row)
        adjacent_[next] ^= bit;
      candidates_.resize(end);
      smaller_.resize(smaller);
    }
    return true;
  }

  const Graph& graph_;
  std::span<const std::uint64_t> vertex_words_;
  std::size_t size_ = 0;
  Vertex root_ = 0;
  std::vector<std::uint32_t> adjacent_;
  std::vector<Vertex> candidates_;  // above the root: chosen, passed over and still to be tried
  std::vector<Vertex> smaller_;     // vertices below the root that are adjacent to the set
  std::array<Step, pattern::kMaxPatternSize + 1> steps_{};
  GrowthCode words_{};
};

}  // namespace rlminer::enumerate
