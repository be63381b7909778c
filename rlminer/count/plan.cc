#include "rlminer/count/plan.h"

#include <algorithm>
#include <bit>
#include <tuple>

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
    bool related = true;
    for_each_bit(pattern_.adjacency(vertex) & mapped_, [&](int i) {
      images_of_neighbors |= 1u << image_[at(i)];
      related = related && pattern_.relation(vertex, i) == pattern_.relation(image, image_[at(i)]);
    });
    return related && (pattern_.adjacency(image) & used_) == images_of_neighbors;
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

std::vector<std::pair<int, std::uint32_t>> orbits_of(const Pattern& pattern) {
  std::vector<std::pair<int, std::uint32_t>> orbits;
  std::uint32_t seen = 0;
  for (int v = 0; v < pattern.size(); ++v) {
    if ((seen >> v & 1u) != 0) continue;
    orbits.emplace_back(v, orbit_of(pattern, v, 0));
    seen |= orbits.back().second;
  }
  return orbits;
}

std::vector<std::uint32_t> core_orbits(const Pattern& pattern, std::uint32_t core,
                                       std::span<const int> order) {
  // The core alone, each vertex labelled so that two labels are equal if and only if the vertices
  // have equal labels and equal leaves, which hang there by edges of equal kinds.
  std::array<std::vector<std::uint64_t>, pattern::kMaxPatternSize> colours;
  Pattern coloured;
  for (std::size_t i = 0; i < order.size(); ++i) {
    colours[i].push_back(pattern.label(order[i]));
    for_each_bit(pattern.adjacency(order[i]) & ~core, [&](int leaf) {
      colours[i].push_back(std::uint64_t{pattern.label(leaf)} << 16 |
                           pattern.relation(order[i], leaf));
    });
    std::sort(colours[i].begin() + 1, colours[i].end());
    std::uint32_t before = 0;
    for (std::size_t j = 0; j < i; ++j)
      before |= static_cast<std::uint32_t>(pattern.has_edge(order[i], order[j])) << j;
    const auto same = std::find(colours.begin(), colours.begin() + static_cast<int>(i), colours[i]);
    const int added = coloured.add_vertex(static_cast<Label>(same - colours.begin()), before);
    if (pattern.plain()) continue;
    for_each_bit(before, [&](int j) {
      const int other = order[static_cast<std::size_t>(j)];
      coloured.set_relation(added, j, pattern.relation(order[i], other),
                            pattern.relation(other, order[i]));
    });
  }
  std::vector<std::uint32_t> orbits;
  for (int i = 0; i < coloured.size(); ++i)
    orbits.push_back(orbit_of(coloured, i, (std::uint32_t{1} << i) - 1));
  return orbits;
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
      for_each_bit(pattern.adjacency(static_cast<int>(v)), [&](int u) {
        sum +=
            mix64(before[static_cast<std::size_t>(u)] + pattern.relation(static_cast<int>(v), u));
      });
      now[v] = mix64(before[v] * 3 + sum);
    }
  }
  return now;
}

namespace {

using StepOf = std::array<int, pattern::kMaxPatternSize>;

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

std::uint32_t bit(int i) {
  return std::uint32_t{1} << i;
}

class Planner {
 public:
  Planner(const graph::TargetGraph& target, const Pattern& pattern, const PlanRequest& request,
          CorePlan& plan)
      : target_(target), pattern_(pattern), request_(request), plan_(plan) {}

  void run() {
    plan_.clear();
    plan_.plain = pattern_.plain();
    for_each_bit(request_.core, [&](int v) { distance_sum_[at(v)] = distance_sum(v); });
    std::uint32_t placed = 0;
    while (placed != request_.core) {
      const int vertex = placed == 0 && request_.start >= 0 ? request_.start : next(placed);
      step_of_[at(vertex)] = static_cast<int>(plan_.steps.size());
      add_step(vertex, placed);
      placed |= bit(vertex);
    }
    for (std::size_t i = 0; i < plan_.steps.size(); ++i)
      add_groups(i);
    if (request_.break_symmetry) break_symmetry();
    if (pattern_.size() > 1 && pattern_.plain() != (target_.num_relations() == 0)) {
      plan_.plain = true;
      plan_.steps[0].last = plan_.steps[0].first;
    }
  }

 private:
  std::uint32_t degree(int v) const { return static_cast<std::uint32_t>(pattern_.degree(v)); }

  // Over all other vertices.
  int distance_sum(int v) const {
    int sum = 0;
    std::uint32_t reached = bit(v);
    for (std::uint32_t fresh = reached; fresh != 0;) {
      std::uint32_t seen = 0;
      for_each_bit(fresh, [&](int u) { seen |= pattern_.adjacency(u); });
      fresh = seen & ~reached;
      reached |= fresh;
      sum += std::popcount(all_vertices(pattern_) & ~reached);
    }
    return sum;
  }

  // The vertex to match after those in `placed`.
  int next(std::uint32_t placed) const {
    int best = -1;
    std::tuple<int, std::int64_t, int> best_score;
    for_each_bit(request_.core & ~placed, [&](int v) {
      const Label label = pattern_.label(v);
      const std::int64_t candidates =
          target_.label_end(label) - target_.first_with(label, degree(v));
      // Central vertices first: interchangeable ones then meet early, and what breaks their
      // symmetry prunes early.
      const std::tuple score(std::popcount(pattern_.adjacency(v) & placed), -candidates,
                             -distance_sum_[at(v)]);
      if (best < 0 || score > best_score) {
        best = v;
        best_score = score;
      }
    });
    return best;
  }

  void add_step(int vertex, std::uint32_t placed) {
    CoreStep step{};
    const Label label = pattern_.label(vertex);
    step.vertex = vertex;
    step.first = target_.first_with(label, degree(vertex));
    step.last = target_.label_end(label);
    step.anchor = -1;
    for_each_bit(pattern_.adjacency(vertex) & placed, [&](int neighbor) {
      step.required |= bit(step_of_[at(neighbor)]);
      // The latest neighbour is the most constrained one.
      step.anchor = std::max(step.anchor, step_of_[at(neighbor)]);
    });
    if (!pattern_.plain()) add_relations(vertex, placed);
    graph::LabelSignature signature;
    for_each_bit(pattern_.adjacency(vertex), [&](int neighbor) {
      signature.add(
          target_.neighbor_kind(pattern_.label(neighbor), pattern_.relation(vertex, neighbor)));
    });
    step.signature = signature.bits();
    plan_.steps.push_back(step);
  }

  void add_relations(int vertex, std::uint32_t placed) {
    CorePlan::Relations& relations = plan_.relations.emplace_back();
    for_each_bit(pattern_.adjacency(vertex) & placed, [&](int neighbor) {
      relations[at(step_of_[at(neighbor)])] = pattern_.relation(neighbor, vertex);
    });
  }

  // The leaves that hang on the vertex of step i, by label and relation.
  void add_groups(std::size_t i) {
    const std::size_t before = plan_.groups.size();
    const int vertex = plan_.steps[i].vertex;
    for_each_bit(pattern_.adjacency(vertex) & ~request_.core, [&](int leaf) {
      const Label label = pattern_.label(leaf);
      const LeafGroup fresh{.step = i,
                            .first = target_.label_begin(label),
                            .last = target_.label_end(label),
                            .relation = pattern_.relation(vertex, leaf),
                            .leaves = bit(leaf),
                            .need = 1};
      for (std::size_t g = before; g < plan_.groups.size(); ++g) {
        LeafGroup& group = plan_.groups[g];
        if (group.first == fresh.first && group.last == fresh.last &&
            group.relation == fresh.relation) {
          group.leaves |= bit(leaf);
          ++group.need;
          return;
        }
      }
      plan_.groups.push_back(fresh);
    });
  }

  // Whether cheap invariants already tell all core vertices apart.
  bool surely_asymmetric() const {
    const auto invariants = vertex_invariants(pattern_);
    std::array<std::uint64_t, pattern::kMaxPatternSize> of_core{};
    auto end = of_core.begin();
    for (const CoreStep& step : plan_.steps)
      *end++ = invariants[at(step.vertex)];
    std::sort(of_core.begin(), end);
    return std::adjacent_find(of_core.begin(), end) == end;
  }

  // Of the vertices that remain interchangeable once the earlier ones are fixed, the first gets the
  // smallest image.
  void break_symmetry() {
    if (plan_.steps.size() < 2 || surely_asymmetric()) return;
    std::vector<int> order;
    for (const CoreStep& step : plan_.steps)
      order.push_back(step.vertex);
    const std::vector<std::uint32_t> orbits = core_orbits(pattern_, request_.core, order);
    const int steps = static_cast<int>(orbits.size());
    for (int i = 0; i < steps; ++i) {
      for_each_bit(orbits[at(i)] & ~bit(i),
                   [&](int other) { plan_.steps[at(other)].above |= bit(i); });
    }
    for (int i = 0; i < steps; ++i)
      plan_.steps[at(i)].followers = followers_of(i);
  }

  // Without room for these above it, an image is a dead end: in a clique of n vertices the
  // increasing sequences that cannot be completed outnumber the others by far.
  std::uint32_t followers_of(int i) const {
    const int anchor = plan_.steps[at(i)].anchor;
    std::uint32_t followers = 0;
    for (std::size_t j = at(i) + 1; j < plan_.steps.size(); ++j) {
      const CoreStep& later = plan_.steps[j];
      followers +=
          (later.above >> i & 1u) != 0 && (anchor < 0 || (later.required >> anchor & 1u) != 0);
    }
    return followers;
  }

  const graph::TargetGraph& target_;
  const Pattern& pattern_;
  const PlanRequest& request_;
  CorePlan& plan_;
  StepOf step_of_{};
  std::array<int, pattern::kMaxPatternSize> distance_sum_{};
};

}  // namespace

std::uint32_t all_vertices(const Pattern& pattern) {
  return static_cast<std::uint32_t>((std::uint64_t{1} << pattern.size()) - 1);
}

std::uint32_t inner_vertices(const Pattern& pattern) {
  std::uint32_t inner = 0;
  for (int v = 0; v < pattern.size(); ++v) {
    if (pattern.degree(v) >= 2) inner |= bit(v);
  }
  return inner != 0 ? inner : all_vertices(pattern);
}

void make_plan(const graph::TargetGraph& target, const Pattern& pattern, const PlanRequest& request,
               CorePlan& plan) {
  Planner(target, pattern, request, plan).run();
}

}  // namespace rlminer::count
