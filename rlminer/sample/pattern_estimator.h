#pragma once

#include <cstdint>

#include "rlminer/base/deadline.h"
#include "rlminer/base/rng.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/sample/estimate.h"
#include "rlminer/sample/tree_sampler.h"
#include "rlminer/sample/tree_weights.h"

namespace rlminer::sample {

// How long to go on drawing: whatever comes first.
struct DrawLimits {
  std::uint64_t samples = 10'000;
  double relative_error = 0.0;  // enough when the standard error is so small a part of the value
  Deadline deadline = {};
  ExtensionTally* tally = nullptr;  // is told what lies around the occurrences
};

// Estimates how often one connected pattern occurs, as a vertex set that induces it, from random
// occurrences (see TreeSampler); no occurrence is ever listed. Labels and relations are those of
// the graph's dictionaries; as for Matcher, a pattern of the other sort does not occur.
class PatternEstimator {
 public:
  // The graph must outlive this object; estimators on several threads may share it.
  explicit PatternEstimator(const SampleGraph& graph) : graph_(graph), sampler_(graph) {}

  // Chooses the pattern. Of the spanning trees of a pattern with cycles at most so many are tried;
  // the one with the smallest weight is used. Returns bound().
  double set_pattern(const Pattern& pattern, std::size_t spanning_trees = 8);

  // The pattern occurs at most so often (up to the rounding of floating-point numbers). 0: nowhere.
  double bound() const { return bound_; }

  // Adds draws to those already made of this pattern. Without a deadline the result depends on
  // the generator alone.
  void draw(const DrawLimits& limits, Rng& rng, Draws& draws);
  Estimate result(const Draws& draws) const { return estimate_from(draws, bound_); }

  // All of it at once.
  Estimate estimate(const Pattern& pattern, const DrawLimits& limits, Rng& rng);

  // An occurrence that a draw has met, in the pattern's order and the numbers of the input graph;
  // empty when there was none since set_pattern.
  const std::vector<Vertex>& occurrence() const { return occurrence_; }

 private:
  void remember_occurrence();

  const SampleGraph& graph_;
  TreeSampler sampler_;
  int size_ = 0;
  double bound_ = 0.0;
  std::vector<Vertex> occurrence_;
};

}  // namespace rlminer::sample
