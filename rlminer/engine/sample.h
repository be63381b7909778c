#pragma once

#include <string>
#include <vector>

#include "rlminer/engine/engine.h"

namespace rlminer::engine {

// Draws connected vertex sets by colour coding and reports the patterns that seem most frequent,
// with intervals (PatternSampler). The best of them are counted exactly where that is quick. The
// number of connected sets in the answer is an estimate too. Never proven.
class SampleEngine : public Engine {
 public:
  // The tables have 2^k numbers for each vertex.
  static constexpr int kMostVertices = 14;

  std::string name() const override { return "sample"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;
};

}  // namespace rlminer::engine
