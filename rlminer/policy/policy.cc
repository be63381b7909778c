#include "rlminer/policy/policy.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rlminer::policy {

env::Encoding Policy::encode(const Graph& graph, const Deadline& deadline) const {
  return env::Encoder()(graph, deadline);
}

std::vector<double> log_softmax(std::span<const float> scores, double temperature) {
  assert(!scores.empty() && temperature > 0.0);
  // Without the highest score in front, exp() could overflow.
  const double highest = *std::max_element(scores.begin(), scores.end());
  std::vector<double> result;
  result.reserve(scores.size());
  double sum = 0.0;
  for (const float score : scores) {
    result.push_back((score - highest) / temperature);
    sum += std::exp(result.back());
  }
  for (double& value : result)
    value -= std::log(sum);
  return result;
}

std::size_t greedy(std::span<const float> scores) {
  assert(!scores.empty());
  return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

std::size_t draw(std::span<const float> scores, Rng& rng, double temperature) {
  assert(!scores.empty() && temperature > 0.0);
  const double highest = *std::max_element(scores.begin(), scores.end());
  const auto weight = [&](float score) { return std::exp((score - highest) / temperature); };
  double sum = 0.0;
  for (const float score : scores)
    sum += weight(score);
  double left = rng.uniform() * sum;
  std::size_t last = 0;  // rounding may leave a little over: that goes to the last one possible
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double share = weight(scores[i]);
    if (share == 0.0) continue;
    if (left < share) return i;
    left -= share;
    last = i;
  }
  return last;
}

void UniformPolicy::score(std::span<const env::Observation> observations,
                          std::vector<std::vector<float>>& scores) {
  scores.resize(observations.size());
  for (std::size_t i = 0; i < observations.size(); ++i)
    scores[i].assign(observations[i].actions.size(), 0.0f);
}

}  // namespace rlminer::policy
