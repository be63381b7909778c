#pragma once

#include <span>
#include <vector>

#include "rlminer/env/reward.h"

namespace rlminer::env {

// A subgraph of so many vertices is to be found in a target.
struct Task {
  const Target* target = nullptr;
  int size = 0;
};

// One episode: the vertices chosen so far and those that may be chosen next. The target must
// outlive it.
class State {
 public:
  State(const Target& target, int size);  // nothing chosen yet

  void extend(Vertex vertex);  // one of actions()

  const Target& target() const { return *target_; }
  int size() const { return size_; }  // vertices the subgraph will have
  int remaining() const { return size_ - static_cast<int>(chosen_.size()); }
  bool done() const { return remaining() == 0; }

  std::span<const Vertex> chosen() const { return chosen_; }  // in the order they were chosen
  // Ascending. Nothing chosen: every vertex of a component with at least size() vertices; later the
  // neighbours of the chosen vertices that are not chosen. Empty when done, or when no component is
  // large enough.
  std::span<const Vertex> actions() const {
    return chosen_.empty() ? target_->starts(size_) : std::span<const Vertex>(actions_);
  }

 private:
  const Target* target_;
  int size_;
  std::vector<Vertex> chosen_;
  std::vector<Vertex> actions_;  // those before the first extend belong to the target
};

// What a policy sees of a state: views, valid as long as the state is not changed.
struct Observation {
  const Target* target = nullptr;
  std::span<const Vertex> chosen;
  std::span<const Vertex> actions;
  int size = 0;  // vertices the subgraph will have
};

inline Observation observe(const State& state) {
  return {&state.target(), state.chosen(), state.actions(), state.size()};
}

}  // namespace rlminer::env
