#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rlminer/model/config.h"
#include "rlminer/nn/batch.h"
#include "rlminer/nn/fused.h"
#include "rlminer/nn/layers.h"

namespace rlminer::nn {

// One round of task-state-aware message passing.
class MessageLayer {
 public:
  MessageLayer(const model::NetworkConfig& config, ParameterSource& source,
               const std::string& name);
  torch::Tensor operator()(const torch::Tensor& h, const TaskVectors& task,
                           const Batch& batch) const;

 private:
  torch::Tensor sum_over_neighbours(const torch::Tensor& b, const Batch& batch) const;

  bool state_messages_;
  Linear w1_, w2_, w3_;
  torch::Tensor w4_, w5_;  // [2, d]
  Linear w6_, w7_;
  torch::Tensor w8_;  // [ranks of edges, d]; undefined where edges are alike
};

// All rounds, one after the other. In the plus variant each has an RMS norm before it and a
// residual linear after it, and attention follows one and two thirds of them.
class MessageRounds {
 public:
  MessageRounds(const model::NetworkConfig& config, ParameterSource& source,
                const std::string& name);
  // Calls after_round(h) after each round.
  template <typename AfterRound>
  torch::Tensor operator()(torch::Tensor h, const TaskVectors& task, const Batch& batch,
                           AfterRound&& after_round) const;

 private:
  torch::Tensor pass(std::size_t round, const torch::Tensor& h, const TaskVectors& task,
                     const Batch& batch) const;

  model::NetworkConfig config_;
  std::vector<MessageLayer> layers_;
  // Of the plus variant; empty otherwise.
  std::vector<RmsNorm> norms_;
  std::vector<Linear> residuals_;
  std::vector<RmsNorm> attention_norms_;
  std::vector<Attention> attentions_;
};

// What a network that sees the graph alone, neither the state nor the task, says of every vertex.
// While a policy plays on a graph this stays the same, so it can be wide and deep at little cost.
class ContextEncoder {
 public:
  // The encoder that a network with this config asks for.
  ContextEncoder(const model::NetworkConfig& config, ParameterSource& source,
                 const std::string& name);
  torch::Tensor operator()(const Batch& batch) const;  // [rows, width, hidden of the network]

 private:
  Linear w0_;
  std::optional<Linear> feature_input_;  // with features
  MessageRounds rounds_;
  RmsNorm last_norm_;
  Linear out_;
};

// The task-state-aware graph neural network: one vector per vertex, which depends on the labels and
// edges around it, the chosen set and the task.
class Gnn {
 public:
  Gnn(const model::NetworkConfig& config, ParameterSource& source, const std::string& name);
  torch::Tensor operator()(const Batch& batch) const;  // [rows, width, d]
  // Root mean square of the representations of real vertices after the input and after each layer.
  std::vector<double> layer_rms(const Batch& batch) const;

 private:
  torch::Tensor task_table() const;  // relu(c) for every (remaining, size), [tasks, d]
  TaskVectors tasks(const torch::Tensor& table, const Batch& batch) const;
  torch::Tensor input(const Batch& batch) const;
  torch::Tensor label_input(const Batch& batch) const;
  template <typename AfterLayer>
  torch::Tensor run(const Batch& batch, AfterLayer&& after_layer) const;

  model::NetworkConfig config_;
  Linear w0_;
  torch::Tensor wb_;  // [max_size + 1, d]
  Linear wd_, ws_;
  std::optional<Linear> feature_input_;  // with features
  std::optional<Linear> wc_;             // with skip_gate
  torch::Tensor wa_;                     // as wb_; with task_steps
  MessageRounds rounds_;
  // Of the plus variant.
  std::optional<RmsNorm> last_norm_;
  std::optional<Linear> task_input_;
  torch::Tensor state_input_;  // [2, d]
  std::optional<ContextEncoder> context_;
  std::optional<Linear> foresight_;
};

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
