#include "rlminer/train/losses.h"

#include <limits>

#include "rlminer/nn/actor_critic.h"

namespace rlminer::train {
namespace {

// Probabilities, 0 at invalid places.
torch::Tensor probabilities(const torch::Tensor& log_probs, const torch::Tensor& valid) {
  return log_probs.exp() * valid;
}

}  // namespace

torch::Tensor mean_over_states(const torch::Tensor& by_state, const torch::Tensor& weight) {
  return (by_state * weight).sum() / weight.sum().clamp_min(1.0);
}

torch::Tensor entropy(const torch::Tensor& log_probs, const torch::Tensor& valid) {
  return -(probabilities(log_probs, valid) * log_probs).sum(-1);
}

torch::Tensor cross_entropy_to(const torch::Tensor& values, double temperature,
                               const torch::Tensor& log_probs, const torch::Tensor& valid) {
  const torch::Tensor wanted =
      probabilities(nn::masked_log_softmax(values / temperature, valid), valid).detach();
  return -(wanted * log_probs).sum(-1);
}

torch::Tensor expected_regret(const torch::Tensor& values, const torch::Tensor& log_probs,
                              const torch::Tensor& valid) {
  const torch::Tensor best =
      values.masked_fill(valid.logical_not(), -std::numeric_limits<double>::infinity())
          .amax(-1, /*keepdim=*/true);
  return (probabilities(log_probs, valid) * (best - values)).sum(-1);
}

torch::Tensor td_target(const torch::Tensor& reward, const torch::Tensor& done,
                        const NextStates& next, const torch::Tensor& alpha, double discount) {
  const torch::Tensor soft_q = torch::minimum(next.q1, next.q2) - alpha * next.log_probs;
  const torch::Tensor value = (probabilities(next.log_probs, next.valid) * soft_q).sum(-1);
  return (reward + discount * (1.0 - done) * value).detach();
}

torch::Tensor q_loss(const torch::Tensor& q_taken, const torch::Tensor& target,
                     const torch::Tensor& importance) {
  return 0.5 * importance * (q_taken - target).square();
}

torch::Tensor reward_loss(const torch::Tensor& predicted, const torch::Tensor& reward,
                          const torch::Tensor& importance) {
  return importance * (predicted - reward).square();
}

torch::Tensor policy_loss(const torch::Tensor& log_probs, const torch::Tensor& valid,
                          const torch::Tensor& q1, const torch::Tensor& q2,
                          const torch::Tensor& alpha) {
  const torch::Tensor q = torch::minimum(q1, q2).detach();
  return (probabilities(log_probs, valid) * (alpha.detach() * log_probs - q)).sum(-1);
}

torch::Tensor temperature_loss(const torch::Tensor& log_alpha, const torch::Tensor& log_probs,
                               const torch::Tensor& valid, double share) {
  const torch::Tensor wanted = share * valid.sum(-1).to(log_probs.scalar_type()).log();
  return log_alpha.exp() * (entropy(log_probs, valid) - wanted).detach();
}

}  // namespace rlminer::train
