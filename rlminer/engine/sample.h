#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"

namespace rlminer::engine {

struct SampleOptions {
  std::size_t draws = 0;  // vertex sets per size; 0: as many as time allows
};

// Draws connected vertex sets by colour coding and reports the patterns that seem most frequent,
// with intervals (PatternSampler). The best of them are counted exactly where that is quick. The
// number of connected sets in the answer is an estimate too. Never proven.
class SampleEngine : public Engine {
 public:
  // The tables have 2^k numbers for each vertex.
  static constexpr int kMostVertices = 14;

  explicit SampleEngine(const SampleOptions& options = {}) : options_(options) {}

  std::string name() const override { return "sample"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;

 private:
  SampleOptions options_;
};

EngineInfo sample_engine();

}  // namespace rlminer::engine
