#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/env/state.h"
#include "rlminer/policy/policy.h"

namespace rlminer::policy {

// Scores states a batch at a time, of so many vertices in all that a network on a CPU takes about a
// second for it. False: the deadline came first, and the scores are not complete.
bool score_in_batches(Policy& policy, std::span<const env::Observation> states,
                      std::vector<std::vector<float>>& scores, const Deadline& deadline);

// Plays many games at once, so that the policy sees them all together in every step, until all have
// ended or the deadline has come. A Game has
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
    if (!score_in_batches(policy, states, scores, deadline)) return;
    const auto all = std::span<const std::vector<float>>(scores);
    std::size_t begin = 0;
    for (std::size_t i = 0; i < games.size(); begin = ends[i++]) {
      if (ends[i] > begin) games[i].step(all.subspan(begin, ends[i] - begin));
    }
  }
}

// How vertex sets are got out of a policy.
enum class Decode {
  Greedy,      // one rollout that always takes the action with the highest score
  Sample,      // the greedy rollout, and patterns drawn without replacement
  Beam,        // the most probable states of every step, side by side; the greedy one among them
  Multistart,  // a greedy rollout from each of many first vertices
};

struct DecodeOptions {
  Decode method = Decode::Greedy;
  std::size_t samples = 32;              // Sample: patterns, that of the greedy rollout included
  std::size_t starts = ~std::size_t{0};  // Multistart: at most so many, those with the best scores
  std::size_t beam = 16;                 // Beam: states kept after every step
  double temperature = 1.0;              // of the draws, and of the probabilities of a beam
};

// The states per task that are scored in one step, at most.
std::size_t states_kept(const DecodeOptions& options);

struct DecodeParams {
  DecodeOptions options = {};
  std::uint64_t seed = 0;  // what is drawn depends on it, the target and the size: on nothing else
  Deadline deadline = {};  // polled before every step
};

// What was found for one task.
struct Decoded {
  // Distinct sets in the order of choice, the greedy rollout's first; of Sample and Beam distinct
  // patterns, the others as they were drawn or as they are probable. None: no component is large
  // enough, or the deadline came first.
  std::vector<std::vector<Vertex>> sets;
  std::size_t rollouts = 0;  // that led to them, those that ended in the same set included
};

// Plays all rollouts of all tasks in lockstep: one batch for the policy per step. Rollouts of a
// task that have come to the same set are scored once, so the scores of a policy must depend on the
// set of the chosen vertices only, not on their order.
std::vector<Decoded> decode(Policy& policy, std::span<const env::Task> tasks,
                            const DecodeParams& params);

}  // namespace rlminer::policy
