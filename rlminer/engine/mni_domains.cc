// Whether a vertex is an image is an existence question: one embedding that maps the pattern's
// vertex there settles it, and the same embedding settles one image of every other vertex too. So
// about one search per image is needed however many embeddings there are.

#include "rlminer/engine/mni_domains.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <span>

#include "rlminer/pattern/canonical.h"

namespace rlminer::engine {
namespace {

constexpr std::uint32_t bit(int i) {
  return std::uint32_t{1} << i;
}

// Whether exchanging the two vertices is an automorphism.
bool twins(const Pattern& pattern, int a, int b) {
  return pattern.label(a) == pattern.label(b) &&
         (pattern.adjacency(a) & ~bit(b)) == (pattern.adjacency(b) & ~bit(a));
}

// The pattern with one vertex told apart from all others by a label of its own.
Pattern marked(const Pattern& pattern, int vertex, std::size_t num_labels) {
  Pattern result;
  for (int i = 0; i < pattern.size(); ++i) {
    const auto shift = static_cast<Label>(i == vertex ? num_labels : 0);
    result.add_vertex(pattern.label(i) + shift, pattern.adjacency(i) & (bit(i) - 1));
  }
  return pattern::canonicalize(result).pattern;
}

}  // namespace

std::size_t VertexSet::size() const {
  std::size_t total = 0;
  for (const std::uint64_t word : words_)
    total += static_cast<std::size_t>(std::popcount(word));
  return total;
}

bool VertexSet::intersect(const VertexSet& other) {
  std::uint64_t removed = 0;
  for (std::size_t w = 0; w < words_.size(); ++w) {
    removed |= words_[w] & ~other.words_[w];
    words_[w] &= other.words_[w];
  }
  return removed != 0;
}

std::size_t Domains::smallest() const {
  std::size_t least = ~std::size_t{0};
  for (const VertexSet& set : sets)
    least = std::min(least, set.size());
  return least;
}

std::array<std::uint8_t, pattern::kMaxPatternSize> orbits(const Pattern& pattern,
                                                          std::size_t num_labels) {
  std::array<std::uint8_t, pattern::kMaxPatternSize> orbit{};
  std::vector<std::pair<int, Pattern>> first;  // of each orbit: a vertex and, once needed, its form
  for (int v = 0; v < pattern.size(); ++v) {
    Pattern form;
    std::size_t place = 0;
    for (; place < first.size(); ++place) {
      auto& [other, other_form] = first[place];
      if (pattern.label(v) != pattern.label(other) || pattern.degree(v) != pattern.degree(other))
        continue;
      if (twins(pattern, v, other)) break;
      if (form.size() == 0) form = marked(pattern, v, num_labels);
      if (other_form.size() == 0) other_form = marked(pattern, other, num_labels);
      if (form == other_form) break;
    }
    if (place == first.size()) first.emplace_back(v, form);
    orbit[static_cast<std::size_t>(v)] = static_cast<std::uint8_t>(place);
  }
  return orbit;
}

DomainSearch::Outcome DomainSearch::shrink(const Pattern& pattern, Domains& domains,
                                           std::size_t least, const Deadline& deadline) {
  deadline_ = deadline;
  stopped_ = false;
  if (!make_arc_consistent(pattern, domains, least)) return {domains.smallest(), true};
  seen_.assign(domains.sets.size(), VertexSet(graph_.num_vertices()));
  std::vector<std::size_t> sizes(domains.sets.size());
  std::transform(domains.sets.begin(), domains.sets.end(), sizes.begin(),
                 [](const VertexSet& set) { return set.size(); });
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The smallest set is the likeliest to fall below the threshold.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
  for (const std::size_t set : order) {
    const auto orbit = std::find(domains.orbit.begin(), domains.orbit.end(), set);
    plan(pattern, domains, static_cast<int>(orbit - domains.orbit.begin()));
    if (!decide(domains, set, least)) return {domains.sets[set].size(), !stopped_};
  }
  return {domains.smallest(), true};
}

// Drops images that have no neighbour among the images of a neighbouring vertex, until there are
// none. False: a set fell below `least`.
bool DomainSearch::make_arc_consistent(const Pattern& pattern, Domains& domains,
                                       std::size_t least) const {
  std::uint32_t changed = pattern.size() == 32 ? ~0u : bit(pattern.size()) - 1;
  while (changed != 0) {
    const int vertex = std::countr_zero(changed);
    changed &= changed - 1;
    const std::size_t size = domains.of(vertex).size();
    if (size < least) return false;
    VertexSet reachable(graph_.num_vertices());
    domains.of(vertex).for_each([&](Vertex v) {
      for (const Vertex u : graph_.neighbors(v))
        reachable.insert(u);
    });
    for_each_bit(pattern.adjacency(vertex), [&](int next) {
      if (!domains.of(next).intersect(reachable)) return;
      for (int i = 0; i < pattern.size(); ++i) {
        if (&domains.of(i) == &domains.of(next)) changed |= bit(i);
      }
    });
  }
  return domains.smallest() >= least;
}

// The order of the search from `root`: always the vertex with the most placed neighbours next, and
// of those the one with the fewest images.
void DomainSearch::plan(const Pattern& pattern, const Domains& domains, int root) {
  steps_.clear();
  steps_.push_back({root, 0, 0});
  std::uint32_t placed = bit(root);
  std::array<std::size_t, pattern::kMaxPatternSize> sizes{};
  for (int v = 0; v < pattern.size(); ++v)
    sizes[static_cast<std::size_t>(v)] = domains.of(v).size();
  while (static_cast<int>(steps_.size()) < pattern.size()) {
    int best = -1;
    const auto better = [&](int a, int b) {
      const int to_a = std::popcount(pattern.adjacency(a) & placed);
      const int to_b = std::popcount(pattern.adjacency(b) & placed);
      if (to_a != to_b) return to_a > to_b;
      return sizes[static_cast<std::size_t>(a)] < sizes[static_cast<std::size_t>(b)];
    };
    for (int v = 0; v < pattern.size(); ++v) {
      if ((placed & bit(v)) != 0) continue;
      if (best < 0 || better(v, best)) best = v;
    }
    Step step{best, 0, 0};
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const int other = steps_[i].vertex;
      if (pattern.has_edge(best, other)) step.required |= bit(static_cast<int>(i));
      // Twins may change places, so one order of their images is enough. The root stays put.
      if (other != root && twins(pattern, best, other)) step.above |= bit(static_cast<int>(i));
    }
    placed |= bit(best);
    steps_.push_back(step);
  }
}

// Keeps the images of the root's set that have an embedding. False: fewer than `least` are left, or
// time is over.
bool DomainSearch::decide(Domains& domains, std::size_t set, std::size_t least) {
  std::vector<Vertex> open;
  domains.sets[set].for_each([&](Vertex v) { open.push_back(v); });
  std::size_t left = open.size();
  for (const Vertex v : open) {
    if (seen_[set].has(v)) continue;
    if (place_all(domains, 0, v)) {
      for (std::size_t i = 0; i < steps_.size(); ++i)
        seen_[domains.orbit[static_cast<std::size_t>(steps_[i].vertex)]].insert(image_[i]);
      continue;
    }
    if (stopped_) return false;
    domains.sets[set].erase(v);
    if (--left < least) return false;
  }
  return true;
}

Vertex DomainSearch::anchor(const Step& step) const {
  Vertex best = image_[static_cast<std::size_t>(std::countr_zero(step.required))];
  for_each_bit(step.required, [&](int i) {
    const Vertex v = image_[static_cast<std::size_t>(i)];
    if (graph_.degree(v) < graph_.degree(best)) best = v;
  });
  return best;
}

bool DomainSearch::place_all(const Domains& domains, std::size_t depth, Vertex image) {
  image_[depth] = image;
  if (depth + 1 == steps_.size()) return true;
  for (const Vertex u : graph_.neighbors(image))
    adjacent_steps_[u] |= bit(static_cast<int>(depth));
  const bool found = embed(domains, depth + 1);
  for (const Vertex u : graph_.neighbors(image))
    adjacent_steps_[u] &= ~bit(static_cast<int>(depth));
  return found;
}

bool DomainSearch::embed(const Domains& domains, std::size_t depth) {
  if ((++placed_ & 0xfffu) == 0 && deadline_.expired()) stopped_ = true;
  if (stopped_) return false;
  const Step& step = steps_[depth];
  std::int64_t above = -1;
  for_each_bit(step.above, [&](int i) {
    above = std::max(above, std::int64_t{image_[static_cast<std::size_t>(i)]});
  });
  const VertexSet& domain = domains.of(step.vertex);
  const auto placed = std::span(image_).first(depth);
  for (const Vertex v : graph_.neighbors(anchor(step))) {
    if (!fits(step, v) || v <= above || !domain.has(v)) continue;
    // A placed vertex may fit too: it is not adjacent to itself.
    if (std::find(placed.begin(), placed.end(), v) != placed.end()) continue;
    if (place_all(domains, depth, v)) return true;
    if (stopped_) return false;
  }
  return false;
}

}  // namespace rlminer::engine
