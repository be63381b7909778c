#include "rlminer/count/plan.h"

#include <bit>
#include <tuple>

#include "rlminer/base/bits.h"

namespace rlminer {
namespace {

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
  std::array<int, kMaxPatternSize> image_{};
  std::uint32_t mapped_ = 0;
  std::uint32_t used_ = 0;
};

// Vertices by (neighbours already placed, rarity of the label, degree), greatest first.
std::vector<int> matching_order(const Graph& graph, const Pattern& pattern) {
  std::vector<std::size_t> frequency(graph.num_labels(), 0);
  for (const Label label : graph.labels())
    ++frequency[label];
  const auto rarity = [&](int v) {
    return -static_cast<double>(frequency[pattern.label(v)]) / (1 + pattern.degree(v));
  };
  std::vector<int> order;
  std::uint32_t placed = 0;
  while (static_cast<int>(order.size()) < pattern.size()) {
    int best = -1;
    std::tuple<int, double> best_score;
    for (int v = 0; v < pattern.size(); ++v) {
      if ((placed >> v & 1u) != 0) continue;
      const std::tuple score(std::popcount(pattern.adjacency(v) & placed), rarity(v));
      if (best < 0 || score > best_score) {
        best = v;
        best_score = score;
      }
    }
    order.push_back(best);
    placed |= 1u << best;
  }
  return order;
}

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

MatchPlan make_match_plan(const Graph& graph, const Pattern& pattern) {
  const std::vector<int> order = matching_order(graph, pattern);
  std::array<int, kMaxPatternSize> step_of{};
  for (std::size_t i = 0; i < order.size(); ++i)
    step_of[static_cast<std::size_t>(order[i])] = static_cast<int>(i);

  MatchPlan plan;
  for (std::size_t i = 0; i < order.size(); ++i) {
    MatchStep step{};
    step.vertex = order[i];
    step.label = pattern.label(step.vertex);
    step.degree = static_cast<std::uint32_t>(pattern.degree(step.vertex));
    step.anchor = -1;
    for_each_bit(pattern.adjacency(step.vertex), [&](int neighbor) {
      const int earlier = step_of[static_cast<std::size_t>(neighbor)];
      if (earlier >= static_cast<int>(i)) return;
      step.required |= 1u << earlier;
      // The latest neighbour is the most constrained one.
      if (earlier > step.anchor) step.anchor = earlier;
    });
    plan.steps.push_back(step);
  }

  // Of the vertices that remain interchangeable once the earlier ones are fixed, the first gets the
  // smallest image.
  std::uint32_t fixed = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    for_each_bit(orbit_of(pattern, order[i], fixed), [&](int other) {
      if (other != order[i])
        plan.steps[static_cast<std::size_t>(step_of[static_cast<std::size_t>(other)])].above |=
            1u << i;
    });
    fixed |= 1u << order[i];
  }
  return plan;
}

}  // namespace rlminer
