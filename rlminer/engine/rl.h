#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/policy/policy.h"

namespace rlminer {

// The paper's learned engine: for each size a policy chooses the vertices of one subgraph, one by
// one, each time the one it scores highest. The frequency of the result is exact; that it is the
// best is not proven. There is one finding per size, whatever problem.top says.
class RlEngine : public Engine {
 public:
  // Shared because one loaded policy may serve several engines, in several threads.
  explicit RlEngine(std::shared_ptr<Policy> policy) : policy_(std::move(policy)) {}

  std::string name() const override { return "rl"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;
  // All graphs and sizes in large batches: a policy scores a few hundred states in little more time
  // than one. The seconds of an answer are those of its batch, divided by the number of graphs.
  std::vector<std::vector<Answer>> solve_many(std::span<const Graph* const> graphs,
                                              const Problem& problem,
                                              const Budget& budget) const override;

 private:
  std::shared_ptr<Policy> policy_;
  mutable std::mutex scoring_;  // a policy scores one batch at a time
};

}  // namespace rlminer
