#include "rlminer/env/episodes.h"

#include <cassert>

namespace rlminer::env {

Episodes::Episodes(std::span<const Task> tasks) {
  states_.reserve(tasks.size());
  for (const Task& task : tasks) {
    unfinished_.push_back(states_.size());
    states_.emplace_back(*task.target, task.size);
  }
  observe_unfinished();
}

void Episodes::step(std::span<const Vertex> actions) {
  assert(actions.size() == unfinished_.size());
  for (std::size_t i = 0; i < actions.size(); ++i)
    states_[unfinished_[i]].extend(actions[i]);
  observe_unfinished();
}

// An episode without actions is finished: it has all its vertices, or could not begin.
void Episodes::observe_unfinished() {
  std::erase_if(unfinished_, [&](std::size_t i) { return states_[i].actions().empty(); });
  observations_.clear();
  for (const std::size_t i : unfinished_)
    observations_.push_back(observe(states_[i]));
}

double Episodes::reward(std::size_t i, RewardKind kind, const Frequencies& frequencies) const {
  const State& state = states_[i];
  if (!state.done()) return 0.0;
  const Outcome outcome{.frequency = frequencies.frequency(state.chosen()),
                        .size = state.size(),
                        .best = frequencies.best(state.size())};
  return env::reward(kind, state.target().graph(), outcome);
}

}  // namespace rlminer::env
