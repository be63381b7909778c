#pragma once

#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/engine/watched_census.h"
#include "rlminer/enumerate/sketch.h"

namespace rlminer::engine {

struct ExactOptions {
  // A smaller sketch takes less memory and makes step 2 longer; the answer stays the same.
  int max_sketch_bits = enumerate::SizeSketch::kMaxBits;
  // Bounds are tried when the walk is likely to take longer than so many seconds; 0: at once and
  // without regard to the time the walk would take; infinity: never.
  double bounds_after = 1.0;
};

// The most frequent patterns with proof: by a census of all connected sets, or, where that would
// take long, by bounds if they prune (see prove), which is tried for a part of that time.
class ExactEngine : public Engine {
 public:
  ExactEngine() = default;
  explicit ExactEngine(const ExactOptions& options) : options_(options) {}

  std::string name() const override { return "exact"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;
  // The same, but asks how to go on. A run that is over in a fifth of a second is not asked about
  // and takes no time for estimates.
  std::vector<Answer> solve(const Graph& graph, const Problem& problem, const Budget& budget,
                            const Judge& judge) const;

 private:
  ExactOptions options_;
};

EngineInfo exact_engine();

}  // namespace rlminer::engine
