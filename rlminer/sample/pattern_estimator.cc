#include "rlminer/sample/pattern_estimator.h"

#include <vector>

#include "rlminer/pattern/canonical.h"

namespace rlminer::sample {
namespace {

constexpr std::uint64_t kBetweenChecks = 64;

bool precise(const Draws& draws, double relative_error) {
  return draws.count >= 2 * kBetweenChecks && draws.sum > 0 &&
         draws.standard_error() <= relative_error * draws.mean();
}

}  // namespace

double PatternEstimator::set_pattern(const Pattern& pattern, std::size_t most_trees) {
  size_ = pattern.size();
  occurrence_.clear();
  bound_ = 0.0;
  if (size_ > 1 && pattern.plain() != (graph_.num_relations() == 0)) return bound_;
  const auto trees = spanning_trees(pattern, most_trees);
  std::size_t best = 0;
  double smallest = 0.0;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    sampler_.set_tree(pattern, trees[i]);
    if (i == 0 || sampler_.total() < smallest) {
      best = i;
      smallest = sampler_.total();
    }
    if (smallest == 0.0) break;
  }
  if (smallest > 0 && best + 1 != trees.size()) sampler_.set_tree(pattern, trees[best]);
  bound_ = smallest / static_cast<double>(pattern::canonicalize(pattern).automorphisms);
  return bound_;
}

void PatternEstimator::draw(const DrawLimits& limits, Rng& rng, Draws& draws) {
  if (bound_ <= 0) return;
  const std::uint64_t end = draws.count + limits.samples;
  while (draws.count < end) {
    if (draws.count % kBetweenChecks == 0) {
      if (limits.deadline.expired()) return;
      if (limits.relative_error > 0 && precise(draws, limits.relative_error)) return;
    }
    const double x = sampler_.draw(rng, limits.tally);
    draws.add(x);
    if (x > 0 && occurrence_.empty()) remember_occurrence();
  }
}

void PatternEstimator::remember_occurrence() {
  for (int v = 0; v < size_; ++v)
    occurrence_.push_back(graph_.original(sampler_.image(v)));
}

Estimate PatternEstimator::estimate(const Pattern& pattern, const DrawLimits& limits, Rng& rng) {
  set_pattern(pattern);
  Draws draws;
  draw(limits, rng, draws);
  return result(draws);
}

}  // namespace rlminer::sample
