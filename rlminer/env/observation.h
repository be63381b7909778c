#pragma once

#include <span>

#include "rlminer/env/state.h"

namespace rlminer::env {

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
