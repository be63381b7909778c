#pragma once

#include "rlminer/nn/gnn.h"

namespace rlminer::nn {

// Scores every valid action of every state; invalid places hold minus infinity.
class Actor {
 public:
  Actor(const model::NetworkConfig& config, ParameterSource& source);
  torch::Tensor logits(const Batch& batch) const;  // [states, actions] float
  const Gnn& gnn() const { return gnn_; }

 private:
  Gnn gnn_;
  Attention attention_;
  Mlp score_;
};

// What a critic says about a batch of states.
struct CriticOutput {
  torch::Tensor q;       // [states, actions] float; 0 at invalid places
  torch::Tensor reward;  // [states] float: predicted for the action taken; undefined without a head
};

// Dueling critic: Q = V + A - mean of A over the valid actions.
class Critic {
 public:
  Critic(const model::NetworkConfig& config, ParameterSource& source);
  // `taken` holds for each state the position of an action among its actions, [states] int64;
  // undefined: no reward prediction.
  CriticOutput operator()(const Batch& batch, const torch::Tensor& taken = {}) const;

 private:
  torch::Tensor predicted_reward(const torch::Tensor& state, const torch::Tensor& attended,
                                 const Batch& batch, const torch::Tensor& taken) const;

  Gnn gnn_;
  Attention attention_;
  Mlp advantage_;
  AttentionPool pool_;
  Mlp state_;
  Mlp value_;
  std::optional<Mlp> reward_;
};

// log softmax over the valid actions of each state; 0 at invalid places, so that sums over actions
// weighted by probabilities need no further care.
torch::Tensor masked_log_softmax(const torch::Tensor& logits, const torch::Tensor& valid);

}  // namespace rlminer::nn
