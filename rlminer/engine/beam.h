#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"

namespace rlminer::engine {

struct BeamOptions {
  std::size_t width = 20;  // patterns of each size that it keeps
};

// A beam over patterns, for networks with too many connected sets to walk over them.
//
// Grows the most frequent patterns vertex by vertex through all sizes (PatternBeam), then counts
// the best of every size asked for exactly, as far as time allows; what could not be counted has
// its estimate with an interval. Never proven.
class BeamEngine : public Engine {
 public:
  // Without a time limit, counting exactly may take so many seconds for each size.
  static constexpr double kSecondsPerSize = 20.0;

  explicit BeamEngine(const BeamOptions& options = {}) : options_(options) {}

  std::string name() const override { return "beam"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;

 private:
  BeamOptions options_;
};

EngineInfo beam_engine();

}  // namespace rlminer::engine
