#pragma once

#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/env/observation.h"
#include "rlminer/policy/policy.h"

namespace rlminer::policy {

// Plays many games at once, so that the policy sees one batch per step, until all have ended or the
// deadline has come. A Game has
//   void observe(std::vector<env::Observation>& states) const;  // appends what to score, if any
//   void step(std::span<const std::vector<float>> scores);      // one list for each of these
// and has ended when it observes nothing.
template <typename Game>
void play_in_lockstep(Policy& policy, std::span<Game> games, const Deadline& deadline = {}) {
  std::vector<env::Observation> states;
  std::vector<std::size_t> ends(games.size());
  std::vector<std::vector<float>> scores;
  while (!deadline.expired()) {
    states.clear();
    for (std::size_t i = 0; i < games.size(); ++i) {
      games[i].observe(states);
      ends[i] = states.size();
    }
    if (states.empty()) return;
    policy.score(states, scores);
    const auto all = std::span<const std::vector<float>>(scores);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < games.size(); begin = ends[i++]) {
      if (ends[i] > begin) games[i].step(all.subspan(begin, ends[i] - begin));
    }
  }
}

}  // namespace rlminer::policy
