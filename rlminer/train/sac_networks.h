#pragma once

#include <optional>
#include <span>

#include "rlminer/model/config.h"
#include "rlminer/nn/gnn.h"
#include "rlminer/nn/torch_headers.h"
#include "rlminer/train/adam.h"

namespace rlminer::train {

// The losses as functions of tensors. Sums run over the valid actions of a state first, then the
// mean is taken over states: a state with many actions counts no more than one with few. Tensors
// over actions are [states, actions] with `valid` telling which places count; `weight` is [states],
// 0 for padding.

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
// The same for all actions of a state, each of which is known: their mean, [states].
torch::Tensor q_loss_of_all(const torch::Tensor& q, const torch::Tensor& values,
                            const torch::Tensor& valid, const torch::Tensor& importance);
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

// What all actions of some states are worth, where that is known without a critic.
struct KnownValues {
  torch::Tensor values;  // [samples, actions]
  torch::Tensor known;   // [samples] bool

  static KnownValues make(const nn::BatchShape& shape, const torch::TensorOptions& options);
  void set(std::size_t sample, std::span<const float> by_action);  // on a host; empty: not known
  // These values where they are known, `otherwise` elsewhere.
  torch::Tensor or_else(const torch::Tensor& otherwise) const;
};

// A batch of transitions on the device. Position i of every tensor belongs to sample i; a sample
// that is padding has weight 0.
struct SacBatch {
  nn::PackedStates states;
  nn::PackedStates next;     // the states that follow, on_same_graphs(); padding where it ended
  torch::Tensor taken;       // [samples] int64: position of the action taken among the actions
  torch::Tensor reward;      // [samples]
  torch::Tensor done;        // [samples]: 1 where the episode ended
  torch::Tensor bound;       // [samples]: what the rest of the episode earned, discounted
  KnownValues known;         // of the states: those of last steps
  KnownValues next_known;    // of the states that follow
  torch::Tensor importance;  // [samples]: weights of prioritised replay
  torch::Tensor weight;      // [samples]

  static SacBatch make(const nn::BatchShape& shape, torch::Device device, bool pinned = false);
  std::vector<torch::Tensor> tensors() const;
};

// The actor, two critics with their targets, and the temperature; one update of all of them.
class SacNetworks {
 public:
  SacNetworks(const model::NetworkConfig& network, const model::SacOptions& options,
              torch::Device device, Rng& rng);

  const nn::Weights& actor() const { return actor_.master(); }
  // The actor to evaluate: its moving average, if there is one.
  const nn::Weights& policy() const { return average_ ? *average_ : actor_.master(); }
  void start_from(const nn::Weights& actor);

  // Before each update, outside a recording. `rate`: share of the learning rates.
  void prepare(double rate = 1.0);
  // Sets td_error [samples] to the mean absolute error of the two critics and adds to the sums of
  // what value_names() lists.
  void update(const SacBatch& batch, torch::Tensor td_error, torch::Tensor sums);
  static std::vector<std::string> value_names();
  void copy_critics_to_targets();

  void store(model::SafetensorsFile& file) const;
  void restore(const model::SafetensorsFile& file);

 private:
  struct Target {
    Target(std::shared_ptr<const nn::Layout> layout, torch::Device device, torch::Dtype type);
    nn::Weights master;  // single precision: a soft update is smaller than a step of bfloat16
    nn::Weights compute;
  };
  void move_targets(double share);

  model::NetworkConfig network_;
  model::SacOptions options_;
  torch::Dtype type_;
  TrainedWeights actor_;
  std::optional<nn::Weights> average_;
  std::vector<TrainedWeights> critics_;
  std::vector<Target> targets_;
  nn::Actor actor_network_;
  std::vector<nn::Critic> critic_networks_;
  std::vector<nn::Critic> target_networks_;
  torch::Tensor log_alpha_;
  Adam alpha_adam_;
};

}  // namespace rlminer::train
