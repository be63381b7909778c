#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rlminer/base/rng.h"

namespace rlminer::policy {

// Scores are unnormalised log probabilities of the actions of one state, at least one; an action
// with a score of minus infinity is never drawn.

// The logarithms of the probabilities at a temperature: scores / temperature, normalised.
std::vector<double> log_softmax(std::span<const float> scores, double temperature = 1.0);

// The place of the highest score, the first one of equals.
std::size_t greedy(std::span<const float> scores);

// A place drawn with the probabilities of log_softmax().
std::size_t draw(std::span<const float> scores, Rng& rng, double temperature = 1.0);

}  // namespace rlminer::policy
