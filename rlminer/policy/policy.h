#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/rng.h"
#include "rlminer/env/state.h"

namespace rlminer::policy {

// Scores the valid actions of states; the higher, the better. Scores are unnormalised log
// probabilities (logits).
class Policy {
 public:
  virtual ~Policy() = default;

  // Fills scores[i][j] for action j of observations[i]; resizes as needed. Observations have at
  // least one action.
  virtual void score(std::span<const env::Observation> observations,
                     std::vector<std::vector<float>>& scores) = 0;

  // The same, for a policy that takes long over many states. False: the deadline came first, and
  // the scores are not complete.
  virtual bool score_until(const Deadline& deadline, std::span<const env::Observation> observations,
                           std::vector<std::vector<float>>& scores) {
    static_cast<void>(deadline);
    score(observations, scores);
    return true;
  }

  // States that keep it busy: with more of them at once each takes hardly less time, and the answer
  // to the first of them comes later.
  virtual std::size_t states_at_once() const { return 512; }

  // Whether it sees labels and directions of edges.
  virtual bool tells_edges_apart() const { return false; }

  // A graph as this policy sees it. Throws Error naming labels it does not know. By
  // default the graph's own label numbers, without features. What is not ready at the deadline is
  // left out: there will be no time to score anything either. Several threads may ask at a time.
  virtual env::Encoding encode(const Graph& graph, const Deadline& deadline = {}) const;
};

// Scores are unnormalised log probabilities of the actions of one state, at least one; an action
// with a score of minus infinity is never drawn.

// The logarithms of the probabilities at a temperature: scores / temperature, normalised.
std::vector<double> log_softmax(std::span<const float> scores, double temperature = 1.0);

// The place of the highest score, the first one of equals.
std::size_t greedy(std::span<const float> scores);

// A place drawn with the probabilities of log_softmax().
std::size_t draw(std::span<const float> scores, Rng& rng, double temperature = 1.0);

// Likes every action equally: the random baseline, and the stand-in for a network in tests.
class UniformPolicy : public Policy {
 public:
  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override;
};

}  // namespace rlminer::policy
