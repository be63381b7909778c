#pragma once

#include "rlminer/nn/actor_critic.h"
#include "rlminer/train/adam.h"
#include "rlminer/train/config.h"

namespace rlminer {

// A batch of transitions on the device. Position i of every tensor belongs to sample i; a sample
// that is padding has weight 0.
struct SacBatch {
  PackedStates states;
  PackedStates next;         // the states that follow; padding where the episode ended
  torch::Tensor taken;       // [samples] int64: position of the action taken among the actions
  torch::Tensor reward;      // [samples]
  torch::Tensor done;        // [samples]: 1 where the episode ended
  torch::Tensor importance;  // [samples]: weights of prioritised replay
  torch::Tensor weight;      // [samples]

  static SacBatch make(const BatchShape& shape, torch::Device device, bool pinned = false);
  void copy_from(const SacBatch& other);
};

// The actor, two critics with their targets, and the temperature; one update of all of them.
class SacNetworks {
 public:
  SacNetworks(const NetworkConfig& network, const SacOptions& options, torch::Device device,
              Rng& rng);

  const Weights& actor() const { return actor_.master(); }
  void start_from(const Weights& actor);

  void prepare();  // before each update, outside a recording
  // Sets td_error [samples] to the mean absolute error of the two critics and adds to the sums of
  // what value_names() lists.
  void update(const SacBatch& batch, torch::Tensor td_error, torch::Tensor sums);
  static std::vector<std::string> value_names();
  void copy_critics_to_targets();

  void store(SafetensorsFile& file) const;
  void restore(const SafetensorsFile& file);

 private:
  struct Target {
    Target(std::shared_ptr<const Layout> layout, torch::Device device, torch::Dtype type);
    Weights master;  // single precision: a soft update is smaller than a step of bfloat16
    Weights compute;
  };
  void move_targets(double share);

  NetworkConfig network_;
  SacOptions options_;
  torch::Dtype type_;
  TrainedWeights actor_;
  std::vector<TrainedWeights> critics_;
  std::vector<Target> targets_;
  Actor actor_network_;
  std::vector<Critic> critic_networks_;
  std::vector<Critic> target_networks_;
  torch::Tensor log_alpha_;
  Adam alpha_adam_;
};

}  // namespace rlminer
