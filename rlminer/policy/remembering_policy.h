#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rlminer/policy/policy.h"

namespace rlminer::policy {

// A policy that remembers what it said: a state that is asked about again costs a look-up. For
// searches of the same tasks one after the other, each of which goes ways of the one before. What
// it says must depend on the set of the chosen vertices only; targets must outlive it.
class RememberingPolicy final : public Policy {
 public:
  explicit RememberingPolicy(Policy& policy) : policy_(policy) {}

  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override {
    score_until({}, observations, scores);
  }
  bool score_until(const Deadline& deadline, std::span<const env::Observation> observations,
                   std::vector<std::vector<float>>& scores) override;
  std::size_t states_at_once() const override { return policy_.states_at_once(); }
  bool tells_edges_apart() const override { return policy_.tells_edges_apart(); }
  env::Encoding encode(const Graph& graph, const Deadline& deadline) const override {
    return policy_.encode(graph, deadline);
  }

 private:
  Policy& policy_;
  std::unordered_map<std::uint64_t, std::vector<float>> known_;  // by the hash of the state
  std::size_t numbers_ = 0;                                      // that are remembered
};

}  // namespace rlminer::policy
