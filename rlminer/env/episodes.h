#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rlminer/env/frequencies.h"
#include "rlminer/env/observation.h"
#include "rlminer/env/reward.h"
#include "rlminer/env/state.h"

namespace rlminer::env {

// Many episodes, on any targets and of any sizes, that advance together: every step chooses one
// vertex in each that is not finished. The targets must outlive it.
class Episodes {
 public:
  struct Task {
    const Target* target = nullptr;
    int size = 0;
  };

  explicit Episodes(std::span<const Task> tasks);

  std::size_t size() const { return states_.size(); }
  const State& state(std::size_t i) const { return states_[i]; }
  // The vertices chosen in the end; none when no component was large enough.
  std::span<const Vertex> chosen(std::size_t i) const { return states_[i].chosen(); }

  // The episodes that have an action to choose, ascending, and what a policy sees of them, in the
  // same order. Both are valid until the next step.
  std::span<const std::size_t> unfinished() const { return unfinished_; }
  std::span<const Observation> observations() const { return observations_; }

  // One action for each unfinished episode, in order.
  void step(std::span<const Vertex> actions);

  // What a finished episode has earned; 0 when it could not even begin.
  double reward(std::size_t i, RewardKind kind, const Frequencies& frequencies) const;

 private:
  void observe_unfinished();

  std::vector<State> states_;
  std::vector<std::size_t> unfinished_;
  std::vector<Observation> observations_;
};

}  // namespace rlminer::env
