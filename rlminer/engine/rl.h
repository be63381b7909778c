#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlminer/engine/registry.h"
#include "rlminer/policy/decode.h"
#include "rlminer/policy/policy.h"

namespace rlminer::engine {

// What a policy sees of a large graph: not all of it, for it looks at every pair of vertices, but
// neighbourhoods.
struct Views {
  std::size_t whole = 512;          // graphs of more vertices are shown in neighbourhoods
  std::size_t neighbourhoods = 32;  // so many
  std::size_t vertices = 96;        // of at most so many vertices
};

struct RlOptions {
  policy::DecodeOptions decode = {};
  // Afterwards the best patterns are improved by swapping vertices, for so many seconds per graph
  // and size: 0 not at all, infinity until nothing gets better.
  double local_search = 0.0;
  Views views = {};
  // Nobody said how to decode: under a time limit, ever more samples as long as it allows, and then
  // a local search of at most so many seconds.
  std::optional<double> widen = {};
};

// The options that settings come to when a policy decodes like this unless told otherwise. A local
// search follows unless there is but one greedy rollout and nobody asked for more.
RlOptions rl_options(const EngineSettings& settings,
                     policy::Decode otherwise = policy::Decode::Greedy);

// The learned engine: for each size a policy chooses the vertices of one subgraph (greedy, as in
// the paper) or of many (options.decode), one by one. Every pattern among them is counted once and
// the most frequent kept; a local search may improve it. Frequencies are exact; that the best is
// found is not proven. There are never more findings than patterns met.
//
// Without a time limit the answer depends on the seed only: not on threads, and not on the other
// graphs solved with it (as far as the policy's own scores do not).
//
// What is chosen in the neighbourhoods of a large graph is counted in the graph.
class RlEngine : public Engine {
 public:
  // Shared because one loaded policy may serve several engines, in several threads.
  explicit RlEngine(std::shared_ptr<policy::Policy> policy, const RlOptions& options = {})
      : policy_(std::move(policy)), options_(options) {}

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
  RlOptions options_;
  mutable std::mutex scoring_;  // a policy scores one batch at a time
};

}  // namespace rlminer::engine
