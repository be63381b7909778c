#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"

namespace rlminer::engine {

// A learned engine that is made when it is first needed: that takes a while, and often exact is
// enough.
struct LearnedPart {
  std::function<std::unique_ptr<Engine>()> make;  // empty: there is none
  std::vector<int> sizes = {};                    // that it can answer for, ascending
};

// The best answer that the time allows, for those who do not care how.
//
// Starts with the exact engine and watches its speed. If it is going to fit into the time, it runs
// to the end and that is the answer, proven. Otherwise it may use a part of the time; then the
// learned engine (where there is one) and a beam over patterns look for candidates, a proof without
// enumeration is tried for the best of them, and local search improves what is not proven. The note
// then says what was done, who found the answer, and how much of the sets exact has seen.
class AutoEngine : public Engine {
 public:
  AutoEngine() = default;
  explicit AutoEngine(LearnedPart learned) : learned_(std::move(learned)) {}

  // A budget without a time limit is taken for so many seconds per graph.
  static constexpr double kDefaultSeconds = 10.0;

  std::string name() const override { return "auto"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;

 private:
  const Engine& learned_engine() const;

  LearnedPart learned_;
  mutable std::mutex making_;
  mutable std::unique_ptr<Engine> made_;
};

}  // namespace rlminer::engine
