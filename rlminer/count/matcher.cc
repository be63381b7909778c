#include "rlminer/count/matcher.h"

#include <algorithm>
#include <cassert>

#include "rlminer/base/bits.h"

namespace rlminer {

Matcher::Matcher(const Graph& graph)
    : graph_(graph), by_label_(graph.num_labels()), adjacent_steps_(graph.num_vertices(), 0) {
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    by_label_[graph.label(v)].push_back(v);
}

void Matcher::begin(const Pattern& pattern, const Deadline& deadline, std::uint64_t give_up) {
  assert(pattern.size() > 0 && pattern.connected());
  plan_ = make_match_plan(graph_, pattern);
  deadline_ = deadline;
  steps_left_ = give_up;
  stopped_ = false;
}

bool Matcher::out_of_budget() {
  if (steps_left_ == 0 || ((steps_left_ & 0xfffu) == 0 && deadline_.expired())) stopped_ = true;
  --steps_left_;
  return stopped_;
}

std::int64_t Matcher::lower_bound(const MatchStep& step) const {
  std::int64_t bound = -1;
  for_each_bit(step.above, [&](int i) {
    bound = std::max(bound, std::int64_t{image_[static_cast<std::size_t>(i)]});
  });
  return bound;
}

bool Matcher::fits(const MatchStep& step, Vertex candidate, std::int64_t above) const {
  return adjacent_steps_[candidate] == step.required && graph_.label(candidate) == step.label &&
         candidate > above && graph_.degree(candidate) >= step.degree;
}

void Matcher::place(std::size_t depth, Vertex vertex) {
  image_[depth] = vertex;
  for (const Vertex u : graph_.neighbors(vertex))
    adjacent_steps_[u] |= 1u << depth;
}

void Matcher::take_back(std::size_t depth, Vertex vertex) {
  for (const Vertex u : graph_.neighbors(vertex))
    adjacent_steps_[u] &= ~(1u << depth);
}

// Calls leaf() for every way to place the steps from `depth` on; false: the leaf or the budget
// ended the search.
template <typename Leaf>
bool Matcher::match(std::size_t depth, Leaf&& leaf) {
  const MatchStep& step = plan_.steps[depth];
  const std::int64_t above = lower_bound(step);
  const bool last = depth + 1 == plan_.steps.size();
  const auto candidates = step.anchor < 0
                              ? std::span<const Vertex>(by_label_[step.label])
                              : graph_.neighbors(image_[static_cast<std::size_t>(step.anchor)]);
  for (const Vertex candidate : candidates) {
    if (!fits(step, candidate, above)) continue;
    // A placed vertex may fit a later step by its word alone (it is not adjacent to itself).
    const auto placed = std::span(image_).first(depth);
    if (std::find(placed.begin(), placed.end(), candidate) != placed.end()) continue;
    if (out_of_budget()) return false;
    if (last) {
      image_[depth] = candidate;
      if (!leaf()) return false;
    } else {
      place(depth, candidate);
      const bool go_on = match(depth + 1, leaf);
      take_back(depth, candidate);
      if (!go_on) return false;
    }
  }
  return true;
}

MatchCount Matcher::count(const Pattern& pattern, const Deadline& deadline, std::uint64_t give_up) {
  begin(pattern, deadline, give_up);
  MatchCount result;
  match(0, [&] {
    ++result.frequency;
    return true;
  });
  result.complete = !stopped_;
  return result;
}

std::vector<std::vector<Vertex>> Matcher::find(const Pattern& pattern, std::size_t limit,
                                               const Deadline& deadline) {
  std::vector<std::vector<Vertex>> found;
  if (limit == 0) return found;
  begin(pattern, deadline, ~std::uint64_t{0});
  match(0, [&] {
    std::vector<Vertex> occurrence(plan_.steps.size());
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      occurrence[static_cast<std::size_t>(plan_.steps[i].vertex)] = image_[i];
    }
    found.push_back(std::move(occurrence));
    return found.size() < limit;
  });
  return found;
}

}  // namespace rlminer
