#pragma once

#include "rlminer/model/train_config.h"
#include "rlminer/nn/actor_critic.h"
#include "rlminer/train/adam.h"

namespace rlminer::train {

// A batch of transitions on the device. Position i of every tensor belongs to sample i; a sample
// that is padding has weight 0.
struct SacBatch {
  nn::PackedStates states;
  nn::PackedStates next;     // the states that follow; padding where the episode ended
  torch::Tensor taken;       // [samples] int64: position of the action taken among the actions
  torch::Tensor reward;      // [samples]
  torch::Tensor done;        // [samples]: 1 where the episode ended
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
  void start_from(const nn::Weights& actor);

  void prepare();  // before each update, outside a recording
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
  std::vector<TrainedWeights> critics_;
  std::vector<Target> targets_;
  nn::Actor actor_network_;
  std::vector<nn::Critic> critic_networks_;
  std::vector<nn::Critic> target_networks_;
  torch::Tensor log_alpha_;
  Adam alpha_adam_;
};

}  // namespace rlminer::train
