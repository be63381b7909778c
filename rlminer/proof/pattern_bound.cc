#include "rlminer/proof/pattern_bound.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "rlminer/base/bits.h"

namespace rlminer::proof {
namespace {

constexpr std::uint64_t kStepsToRefine = 64;  // about so much costs the choice of induced leaves
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

PatternBound::PatternBound(const BoundGraph& graph, int size)
    : graph_(graph),
      copies_(graph, size),
      forest_(size),
      marks_(graph.num_vertices(), 0),
      number_(graph.num_vertices(), 0) {}

std::optional<double> PatternBound::bound(const Scheme& scheme, Count count, const Effort& effort,
                                          const Deadline& deadline) {
  const std::uint32_t core = scheme.inner_vertices();
  plan(scheme, core);
  image_.assign(steps_.size(), 0);
  sums_.assign(steps_.size(), 0.0);
  tree_.induced = induced_ = count == Count::Occurrences;
  tree_.chordless = induced_ && scheme.num_edges() < scheme.size;
  fine_ = effort.fine;
  left_ = effort.steps;
  sum_ = 0.0;
  refined_sum_ = 0.0;
  coarse_sum_ = 0.0;
  deadline_ = &deadline;
  symmetry_.reset();
  const Converses converses = graph_.converses();
  if (effort.symmetric) symmetry_ = core_symmetry(scheme, core, order_, converses);
  const auto core_orders =
      symmetry_ ? 1
                : canonical(scheme, converses).automorphisms / leaf_orders(graph_, {scheme, core});
  const auto each = static_cast<double>(core_orders);
  enough_ = effort.enough > 0.0 ? effort.enough * each : kInfinity;
  const bool complete = place(0, 1.0);
  std::fill(marks_.begin(), marks_.end(), 0);
  if (!complete) return std::nullopt;
  // No value is the result of more operations than these.
  const double size = scheme.size + 2;
  const double operations = static_cast<double>(effort.steps - left_) +
                            16.0 * size * size * (static_cast<double>(graph_.max_degree()) + 2.0);
  const double rounding = copies_.rounding() + 4.0 * operations * 0x1p-53;
  return sum_ * rounding / each;
}

void PatternBound::plan(const Scheme& scheme, std::uint32_t core) {
  const Skeleton whole{scheme, core};
  tree_ = whole;
  for_each_bit(core, [&](int i) {
    for_each_bit(scheme.adjacency[Scheme::at(i)] & core,
                 [&](int j) { tree_.scheme.remove_edge(i, j); });
  });
  steps_.clear();
  std::vector<int>& order = order_;
  order.clear();
  while (order.size() < static_cast<std::size_t>(std::popcount(core))) {
    steps_.push_back(next_step(whole, order));
    order.push_back(steps_.back().vertex);
    if (steps_.back().anchor < 0) continue;
    const int anchor = order[static_cast<std::size_t>(steps_.back().anchor)];
    tree_.scheme.add_edge(order.back(), anchor);
    if (graph_.related()) {
      const Tie tie = scheme.tie(order.back(), anchor, graph_.converses());
      tree_.scheme.set_tie(order.back(), anchor, tie, graph_.converses());
    }
  }
}

// The core vertex with the most placed neighbours, of those the one of greatest degree.
PatternBound::Step PatternBound::next_step(const Skeleton& skeleton,
                                           std::span<const int> order) const {
  const Scheme& scheme = skeleton.scheme;
  std::uint32_t placed = 0;
  for (const int i : order)
    placed |= 1u << i;
  int best = -1;
  std::pair<int, int> best_key;
  for_each_bit(skeleton.core & ~placed, [&](int i) {
    const int near = std::popcount(scheme.adjacency[Scheme::at(i)] & placed);
    const std::pair key(near, scheme.degree(i));
    if (best >= 0 && key <= best_key) return;
    best = i;
    best_key = key;
  });
  Step step;
  step.vertex = best;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!scheme.has_edge(best, order[i])) continue;
    step.near |= 1u << i;
    step.anchor = static_cast<int>(i);
    if (graph_.related()) step.others.emplace_back(i, graph_.kinds(scheme, order[i], best));
  }
  if (!step.others.empty()) step.others.pop_back();
  step.kinds = step.anchor < 0
                   ? graph_.ranks(scheme.code[Scheme::at(best)])
                   : graph_.kinds(scheme, order[static_cast<std::size_t>(step.anchor)], best);
  step.groups = leaf_groups(graph_, skeleton, best);
  return step;
}

bool PatternBound::related(const Step& step, std::uint32_t v) const {
  return std::all_of(step.others.begin(), step.others.end(), [&](const auto& other) {
    return graph_.are_of(image_[other.first], v, other.second);
  });
}

double PatternBound::leaves_at(const Step& step, std::uint32_t v) {
  double product = 1.0;
  for (const LeafGroup& group : step.groups) {
    product *= copies_.choices(v, group.set, group.taken, group.leaves, induced_);
  }
  return product;
}

// What the parts from this step on contribute that hang on the first `placed` images.
double PatternBound::pending(std::size_t step, std::size_t placed) const {
  double product = 1.0;
  for (std::size_t i = step; i < steps_.size(); ++i) {
    if (steps_[i].anchor < static_cast<int>(placed)) product *= sums_[i];
  }
  return product;
}

void PatternBound::add_coarse(double weight) {
  sum_ += weight;
  coarse_sum_ += weight;
}

// So many of the placements that agree in the first images, `placed` of them, are the same up to
// symmetry. Only one of them would be placed to the end.
double PatternBound::unbroken(std::size_t placed) const {
  return symmetry_ ? symmetry_->left[placed] : 1.0;
}

// `weight` is that of the leaves of the images so far. False: the effort does not suffice.
bool PatternBound::place(std::size_t step, double weight) {
  if (step == steps_.size()) {
    if (weight < fine_) {
      add_coarse(weight);
      return true;
    }
    if (induced_) left_ -= std::min(left_, kStepsToRefine);
    const double fewer = std::min(weight, refined());
    sum_ += fewer;
    refined_sum_ += fewer;
    return refined_sum_ < enough_;
  }
  const Step& plan = steps_[step];
  if (plan.anchor < 0) {
    const auto values = copies_.rooted(tree_, plan.vertex);
    for (const std::uint32_t v : graph_.vertices(plan.kinds)) {
      if (!try_image(step, v, weight, values[v])) return false;
    }
    return true;
  }
  const double all = weight * pending(step, step) / unbroken(step);
  if (all < fine_) {
    add_coarse(all);
    return true;
  }
  const double others = weight * pending(step + 1, step);
  for (const std::uint32_t slot :
       graph_.slots(image_[static_cast<std::size_t>(plan.anchor)], plan.kinds)) {
    const std::uint32_t v = graph_.head(slot);
    if (!try_image(step, v, weight, others * copies_.part(plan.vertex, v, slot))) return false;
  }
  return true;
}

// `at_stake` bounds all placements that put this step's vertex there.
bool PatternBound::try_image(std::size_t step, std::uint32_t v, double weight, double at_stake) {
  if (left_ == 0) return false;
  --left_;
  if ((++tries_ & 0x3ff) == 0 && deadline_->expired()) return false;
  const Step& plan = steps_[step];
  if (at_stake == 0.0 || (induced_ ? marks_[v] : marks_[v] & plan.near) != plan.near) return true;
  for (std::size_t i = 0; i < step; ++i) {
    if (image_[i] == v) return true;
  }
  if (!related(plan, v)) return true;
  if (symmetry_) {
    for (const int smaller : symmetry_->above[step]) {
      if (image_[static_cast<std::size_t>(smaller)] > v) return true;
    }
  }
  at_stake /= unbroken(step + 1);
  if (at_stake < fine_) {
    add_coarse(at_stake);
    return true;
  }
  const double here = leaves_at(plan, v);
  if (here == 0.0) return true;
  image_[step] = v;
  // refined() marks the last image, where that is needed.
  if (step + 1 == steps_.size()) return place(step + 1, weight * here);
  mark(step, v);
  sum_parts(step, v);
  const bool goes_on = place(step + 1, weight * here);
  mark(step, v);
  return goes_on;
}

// For each part that hangs on this image: all its placements.
void PatternBound::sum_parts(std::size_t step, std::uint32_t v) {
  for (std::size_t i = step + 1; i < steps_.size(); ++i) {
    if (steps_[i].anchor != static_cast<int>(step)) continue;
    sums_[i] = 0.0;
    for (const std::uint32_t slot : graph_.slots(v, steps_[i].kinds))
      sums_[i] += copies_.part(steps_[i].vertex, graph_.head(slot), slot);
  }
}

// Sets the marks of an image, or takes them away again.
void PatternBound::mark(std::size_t step, std::uint32_t v) {
  for (const std::uint32_t slot : graph_.slots(v))
    marks_[graph_.head(slot)] ^= 1u << step;
}

double PatternBound::refined() {
  const std::size_t last = steps_.size() - 1;
  mark(last, image_[last]);
  double product = 1.0;
  for (std::size_t step = 0; step <= last && product > 0.0; ++step) {
    for (const LeafGroup& group : steps_[step].groups)
      product *= choices(step, group);
  }
  mark(last, image_[last]);
  return product;
}

// Choices of leaves that are no images and, if they must be induced, adjacent to one image only and
// not to each other, as far as a forest of adjacent pairs says.
double PatternBound::choices(std::size_t step, const LeafGroup& group) {
  const Range slots = graph_.slots(image_[step], group.kinds);
  if (!induced_) {
    const Range range = graph_.vertices(group.kinds);
    const auto taken = std::count_if(image_.begin(), image_.end(), [&](std::uint32_t v) {
      return range.contains(v) && (marks_[v] >> step & 1u) != 0 &&
             (!graph_.related() || graph_.are_of(image_[step], v, group.kinds));
    });
    return copies_.choose(slots.size() - static_cast<std::uint32_t>(taken), group.leaves);
  }
  candidates_.clear();
  for (const std::uint32_t slot : slots) {
    const std::uint32_t v = graph_.head(slot);
    if (marks_[v] != 1u << step) continue;
    if (std::find(image_.begin(), image_.end(), v) != image_.end()) continue;
    candidates_.push_back(v);
  }
  const auto there = static_cast<std::uint32_t>(candidates_.size());
  if (group.leaves == 1) return copies_.choose(there, group.leaves);
  forest_.begin(there);
  for (std::uint32_t i = 0; i < there; ++i)
    number_[candidates_[i]] = i + 1;
  for (std::uint32_t i = 0; i < there; ++i) {
    for (const std::uint32_t slot :
         graph_.slots(candidates_[i], graph_.whole_labels(group.kinds))) {
      const std::uint32_t other = number_[graph_.head(slot)];
      if (other > i + 1) forest_.add_edge(i, other - 1);
    }
  }
  for (const std::uint32_t v : candidates_)
    number_[v] = 0;
  return forest_.count(group.leaves);
}

}  // namespace rlminer::proof
