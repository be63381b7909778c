#pragma once

#include "rlminer/nn/torch_headers.h"

// The losses as functions of tensors. Sums run over the valid actions of a state first, then the
// mean is taken over states: a state with many actions counts no more than one with few. Tensors
// over actions are [states, actions] with `valid` telling which places count; `weight` is [states],
// 0 for padding.
namespace rlminer::train {

// Mean over states that are no padding.
torch::Tensor mean_over_states(const torch::Tensor& by_state, const torch::Tensor& weight);

// Entropy of each state's policy, [states].
torch::Tensor entropy(const torch::Tensor& log_probs, const torch::Tensor& valid);

// Imitation: cross-entropy to softmax(values / temperature), and the expected regret
// sum of pi * (best value - value), both [states].
torch::Tensor cross_entropy_to(const torch::Tensor& values, double temperature,
                               const torch::Tensor& log_probs, const torch::Tensor& valid);
torch::Tensor expected_regret(const torch::Tensor& values, const torch::Tensor& log_probs,
                              const torch::Tensor& valid);

// The log probabilities of the next states and what the two target critics say of them.
struct NextStates {
  torch::Tensor log_probs;
  torch::Tensor q1, q2;
  torch::Tensor valid;
};
// reward + discount * (1 - done) * sum of pi * (min(q1, q2) - alpha * log pi), [states].
torch::Tensor td_target(const torch::Tensor& reward, const torch::Tensor& done,
                        const NextStates& next, const torch::Tensor& alpha, double discount);

// Half the squared error, times the importance of the sample, [states].
torch::Tensor q_loss(const torch::Tensor& q_taken, const torch::Tensor& target,
                     const torch::Tensor& importance);
// Squared error of the predicted reward, times the importance, [states].
torch::Tensor reward_loss(const torch::Tensor& predicted, const torch::Tensor& reward,
                          const torch::Tensor& importance);

// sum of pi * (alpha * log pi - min(q1, q2)), [states]; q and alpha are constants here.
torch::Tensor policy_loss(const torch::Tensor& log_probs, const torch::Tensor& valid,
                          const torch::Tensor& q1, const torch::Tensor& q2,
                          const torch::Tensor& alpha);

// alpha * (entropy - target), [states], where the target is `share` of the entropy of the uniform
// policy; the policy is a constant here. Lowers alpha when the policy is more random than wanted.
torch::Tensor temperature_loss(const torch::Tensor& log_alpha, const torch::Tensor& log_probs,
                               const torch::Tensor& valid, double share);

}  // namespace rlminer::train
