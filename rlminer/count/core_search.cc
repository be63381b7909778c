#include "rlminer/count/core_search.h"

#include <algorithm>

#include "rlminer/base/bits.h"

namespace rlminer::count {
namespace {

// Of probe(), in units of SearchBudget::work().
constexpr double kWorkPerMatch = 10.0;
constexpr double kWorkPerNeighbor = 2.0;

}  // namespace

void CoreSearch::begin(const CorePlan& plan, const Deadline& deadline, std::uint64_t give_up) {
  plan_ = &plan;
  leafless_ = plan.groups.empty();
  budget_.begin(deadline, give_up);
  leaves_.begin(plan);
}

Vertex CoreSearch::lowest(const CoreStep& step) const {
  Vertex bound = step.first;
  for_each_bit(step.above,
               [&](int i) { bound = std::max(bound, image_[static_cast<std::size_t>(i)] + 1); });
  return bound;
}

bool CoreSearch::related(std::size_t depth, Vertex vertex) const {
  const CoreStep& step = plan_->steps[depth];
  bool fits = true;
  for_each_bit(step.required & ~(std::uint32_t{1} << step.anchor), [&](int i) {
    const auto at = static_cast<std::size_t>(i);
    fits = fits && target_.relation_between(image_[at], vertex) == plan_->relations[depth][at];
  });
  return fits;
}

void CoreSearch::count(Vertex from, Vertex to, BigCount& total) {
  if (leafless_) {
    std::uint64_t found = 0;
    match_first(from, to, [&] {
      ++found;
      return true;
    });
    total += Count{found};
  } else {
    match_first(from, to, [&] {
      leaves_.count(placement(), total);
      return true;
    });
  }
}

// The images that fit the step at this depth, as match() goes through them.
std::vector<Vertex>& CoreSearch::fitting(std::size_t depth) {
  const CoreStep& step = plan_->steps[depth];
  fitting_.clear();
  const auto at = static_cast<std::size_t>(step.anchor);
  for (const Vertex v : graph::from_vertex(target_.neighbors(image_[at]), lowest(step))) {
    if (v >= step.last) break;
    if (words_[v] != step.required) continue;
    if (!graph::LabelSignature::covers(target_.signature(v), step.signature)) continue;
    if (!plan_->plain && (target_.relation_between(image_[at], v) != plan_->relations[depth][at] ||
                          !related(depth, v)))
      continue;
    fitting_.push_back(v);
  }
  return fitting_;
}

// The first image is drawn in proportion to its degree, since much happens around hubs, the others
// evenly among those that fit. What is met counts by how unlikely it was to come here.
CountCost CoreSearch::probe(Rng& rng) {
  const CoreStep& first = plan_->steps[0];
  CountCost cost;
  const std::uint64_t arcs = target_.arcs_between(first.first, first.last);
  if (arcs == 0) return {static_cast<double>(first.last - first.first), 1.0};
  Vertex image = target_.holder(first.first, rng.below(arcs));
  if (!graph::LabelSignature::covers(target_.signature(image), first.signature)) return cost;
  double weight = static_cast<double>(arcs) / target_.degree(image);
  cost.partial_matches = weight;
  std::size_t depth = 0;
  while (true) {
    image_[depth] = image;
    if (leafless_ && depth + 1 == plan_->steps.size()) break;
    place(depth, image);
    cost.work += weight * (kWorkPerMatch + kWorkPerNeighbor * target_.degree(image));
    if (++depth == plan_->steps.size()) break;
    const std::vector<Vertex>& images = fitting(depth);
    weight *= static_cast<double>(images.size());
    cost.partial_matches += weight;
    if (images.empty()) break;
    image = images[rng.below(images.size())];
  }
  if (weight > 0.0 && !leafless_) {
    const std::uint64_t before = budget_.spent();
    BigCount choices;
    leaves_.count(placement(), choices);
    cost.work += weight * static_cast<double>(budget_.spent() - before);
  }
  while (depth-- > 0)
    take_back(depth, image_[depth]);
  return cost;
}

bool CoreSearch::exists(Vertex first) {
  bool found = false;
  match_first(first, first + 1, [&] {
    found = leafless_ || leaves_.exists(placement());
    return !found;
  });
  return found;
}

}  // namespace rlminer::count
