#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/policy/policy.h"

namespace rlminer::engine {

// The learned engine: for each size a policy chooses the vertices of one subgraph (greedy, as in
// the paper) or of many (problem.search), one by one. Every pattern among them is counted once and
// the most frequent kept; a local search may improve it. Frequencies are exact; that the best is
// found is not proven. There are never more findings than patterns met.
//
// Without a time limit the answer depends on the seed only: not on threads, and not on the other
// graphs solved with it (as far as the policy's own scores do not).
//
// A policy looks at every pair of vertices, so a large graph is not shown to it as a whole but in
// neighbourhoods; what is chosen in them is counted in the graph.
class RlEngine : public Engine {
 public:
  struct Views {
    std::size_t whole = 512;          // graphs of more vertices are shown in neighbourhoods
    std::size_t neighbourhoods = 32;  // so many
    std::size_t vertices = 96;        // of at most so many vertices
  };

  // Shared because one loaded policy may serve several engines, in several threads.
  explicit RlEngine(std::shared_ptr<policy::Policy> policy)
      : RlEngine(std::move(policy), Views()) {}
  RlEngine(std::shared_ptr<policy::Policy> policy, const Views& views)
      : policy_(std::move(policy)), views_(views) {}

  std::string name() const override { return "rl"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;
  // All graphs, sizes and rollouts in large batches: a policy scores a few hundred states in little
  // more time than one. The seconds of an answer are those of its batch, divided by the number of
  // graphs.
  std::vector<std::vector<Answer>> solve_many(std::span<const Graph* const> graphs,
                                              const Problem& problem,
                                              const Budget& budget) const override;

 private:
  std::shared_ptr<policy::Policy> policy_;
  Views views_;
  mutable std::mutex scoring_;  // a policy scores one batch at a time
};

}  // namespace rlminer::engine
