#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rlminer/env/reward.h"
#include "rlminer/generate/perturb.h"
#include "rlminer/model/network_config.h"

namespace rlminer::train {

enum class Algorithm { Imitation, Sac };
std::string to_string(Algorithm algorithm);

// The sizes up to this one are solved for every training graph.
inline constexpr int kLastSureSize = 9;

// Hyperparameters of the imitation trainer.
struct ImitationOptions {
  std::size_t updates = 20'000;  // in all; the learning rate falls to zero at the last
  std::size_t states = 1024;     // per update, at most
  std::size_t rows = 256;        // of a batch; states that find no row wait for the next update
  std::size_t episodes = 4096;   // under way at a time
  double learning_rate = 5e-4;
  std::size_t warm_up = 300;  // updates until the learning rate is reached
  double beta1 = 0.9;
  double beta2 = 0.99;
  double weight_decay = 0.01;
  double clip = 1.0;                 // of the gradient's norm
  double average = 0.999;            // decay of the moving average of the weights
  double temperature = 0.05;         // of the target distribution softmax(Q* / temperature)
  double regret_start = 2.0;         // weight of the expected regret at the first update
  double regret_end = 30.0;          // ... and at the last
  double greedy_share = 0.5;         // of the episodes that take the best action, not a drawn one
  double noisy_share = 0.3;          // of the episodes in which some moves are random
  double noise = 0.25;               // of their moves
  double small_weight = 0.3;         // how often sizes 3 and 4 are played, compared with the others
  double fresh_share = 0.92;         // of the episodes that are played on fresh graphs
  std::size_t fresh_active = 1024;   // fresh graphs in play
  double fresh_per_update = 4.0;     // fresh graphs that replace others with every update
  std::size_t fresh_sets = 400'000;  // connected sets a fresh graph may have
  // Sizes above kLastSureSize have so many sets that only small graphs can be solved for them, and
  // only this share of the fresh graphs is tried.
  double large_share = 0.35;
  int pool_threads = 1;  // that make and solve them
  generate::PerturbOptions perturb;
};

// Hyperparameters of the paper's soft actor-critic; the defaults are the paper's.
struct SacOptions {
  std::size_t epochs = 75;
  std::size_t warm_up_epochs = 50;    // of uniformly random episodes, without updates
  std::size_t parallel_episodes = 1;  // that advance together
  double updates_per_episode = 2.0;
  std::size_t samples_per_size = 8;         // per update
  std::size_t replay_capacity = 1'000'000;  // per size
  double priority_exponent = 0.2;
  double importance_exponent = 0.6;
  double discount = 0.99;
  double learning_rate = 2.5e-4;
  double soft_update = 0.01;
  bool hard_update = true;  // copy the critics to the targets after each epoch
  double initial_temperature = 1.0;
  double temperature_learning_rate = 2.5e-4;
  double entropy_share = 0.6;  // target entropy: this times the log of the number of actions
};

// Everything that decides how a run goes. The same config, data and seed give the same run on a
// CPU.
struct TrainConfig {
  Algorithm algorithm = Algorithm::Imitation;
  model::NetworkConfig network;  // labels and max_size are set from the data
  std::vector<int> sizes = {3, 4, 5, 6, 7, 8, 9};
  std::vector<int> report_sizes = {5, 6, 7, 8, 9};  // whose mean validation ratio picks the best
  env::RewardKind reward = env::RewardKind::Exact;
  // Above 0: labels are known by their rank in a graph, up to this one (Encoder::by_rank); 0: by
  // the names that the training graphs have.
  int label_ranks = 0;
  std::string device = "auto";
  std::uint64_t seed = 0;
  int threads = 1;           // for arithmetic on a CPU and for solving the training graphs
  std::size_t round = 500;   // imitation: updates between evaluations
  std::size_t patience = 0;  // stop after that many evaluations without a better one; 0: never
  std::size_t census_limit = 20'000'000;  // connected sets per training graph
  bool half = false;                      // weights of the model file in half precision
  ImitationOptions imitation;
  SacOptions sac;
};

// "paper": the paper's network, schedule and hyperparameters; "fast": many parallel episodes and
// large batches, for a GPU; "small": a little network for a CPU. Throws Error for another name.
TrainConfig preset(const std::string& name, Algorithm algorithm);
std::vector<std::string> preset_names();

// One JSON object with all that decides a run; one that is resumed must have the same.
std::string to_json(const TrainConfig& config);

// Throws Error saying what cannot be.
void validate(const TrainConfig& config);

}  // namespace rlminer::train
