#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rlminer/env/reward.h"
#include "rlminer/model/field.h"

namespace rlminer::model {

// What shapes a network. Travels inside the checkpoint, so weights are never read into another
// shape. The switches are the ablations of the paper (all on: its RLMiner) and our own variant.
struct NetworkConfig {
  int labels = 1;    // tokens a vertex may carry: 0 .. labels-1
  int max_size = 9;  // largest pattern size the task encoding knows; larger ones are like it
  int hidden = 256;  // width of the vertex representations
  int layers = 9;    // rounds of message passing
  int heads = 4;     // of every attention; divides `hidden`

  bool task_steps = true;      // the task says how many steps remain, not the size alone
  bool skip_gate = true;       // the skip connection is gated by the task
  bool state_messages = true;  // messages are scaled by the state; off: the state is a label
  bool reward_head = true;     // critics also predict the reward
  // Ours: RMS norm before each layer, a residual linear after it, attention after one and two
  // thirds of the layers, state and task added to the input.
  bool plus = false;
  // Ours: the vertices' features (env/encoding.h) are added to the input.
  bool features = false;
  // Ours: kinds of edges that messages are gated by, known by their rank in a graph; 0: all edges
  // are alike.
  int relations = 0;
  // Ours: what an encoder that sees the graph alone, neither state nor task, says of a vertex is
  // added to the input. It is so wide and has so many layers; without layers there is none.
  int context_hidden = 128;
  int context_layers = 0;
  // Ours: what a census of the connected sets of up to so many vertices says about an action
  // (env/foresight.h) is added to what the network makes of its vertex; 0: none is taken.
  int foresight = 0;

  friend bool operator==(const NetworkConfig&, const NetworkConfig&) = default;
};

std::vector<Field> fields_of(NetworkConfig& config);

// One JSON object with a field per member; those of relations, of the context and of
// foresight only where there are some, so that other models are what they were before. Reading
// throws Error naming what is missing or absurd.
std::string to_json(const NetworkConfig& config);
NetworkConfig network_config_from_json(const std::string& text);

// The encoder of the context, as the config of a network without state and task.
NetworkConfig context_config(const NetworkConfig& config);

// Throws Error when no network can have this shape.
void validate(const NetworkConfig& config);

enum class Algorithm { Imitation, Sac };
std::string to_string(Algorithm algorithm);

// Labels told apart by rank; all rarer ones are one to the network.
inline constexpr int kLabelRanks = 16;

// Kinds of edges told apart by rank, likewise.
inline constexpr int kEdgeRanks = 8;

// The sizes up to this one are solved for every training graph.
inline constexpr int kLastSureSize = 9;

// Hyperparameters of the imitation trainer. What each is for and may be: fields_of().
struct ImitationOptions {
  std::size_t updates = 20'000;
  std::size_t states = 1024;
  std::size_t rows = 256;
  std::size_t episodes = 4096;
  double learning_rate = 5e-4;
  std::size_t warm_up = 300;
  double beta1 = 0.9;
  double beta2 = 0.99;
  double weight_decay = 0.01;
  double clip = 1.0;
  double average = 0.999;
  double temperature = 0.05;
  double regret_start = 2.0;
  double regret_end = 30.0;
  double greedy_share = 0.5;
  double noisy_share = 0.3;
  double noise = 0.25;
  int last_small_size = 4;
  double small_weight = 0.3;
  double fresh_share = 0.92;
  std::size_t fresh_active = 1024;
  double fresh_per_update = 4.0;
  std::size_t fresh_sets = 400'000;
  double large_share = 0.35;
  double short_sighted_share = 0.0;
};
std::vector<Field> fields_of(ImitationOptions& options);

// Hyperparameters of the soft actor-critic; the defaults are the paper's, what it does not have is
// off. What each is for and may be: fields_of().
struct SacOptions {
  std::size_t epochs = 75;
  std::size_t round_epochs = 1;
  std::size_t warm_up_epochs = 50;
  std::size_t parallel_episodes = 1;
  double updates_per_episode = 2.0;
  std::size_t samples_per_size = 8;
  std::size_t replay_capacity = 1'000'000;
  double priority_exponent = 0.2;
  double importance_exponent = 0.6;
  double discount = 0.99;
  bool return_bound = false;
  bool known_ends = false;
  double learning_rate = 2.5e-4;
  double decay_share = 0.0;
  double clip = 0.0;
  double average = 0.0;
  double soft_update = 0.01;
  bool hard_update = true;
  double initial_temperature = 1.0;
  double temperature_learning_rate = 2.5e-4;
  double lowest_temperature = 0.0;
  double highest_temperature = 1000.0;
  double entropy_share = 0.6;
  double fresh_share = 0.0;
  std::size_t fresh_active = 1024;
  double fresh_per_update = 1.0;
  std::size_t fresh_sets = 400'000;
};
std::vector<Field> fields_of(SacOptions& options);

// Everything that decides how a run goes. The same config, data and seed give the same run on a
// CPU.
struct TrainConfig {
  Algorithm algorithm = Algorithm::Imitation;
  NetworkConfig network;  // labels and max_size are set from the data
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
  bool fit_time_limit = false;  // a time limit ends the schedule instead of cutting it off
  bool half = false;            // weights of the model file in half precision
  ImitationOptions imitation;
  SacOptions sac;
};

// "paper": the paper's network, schedule and hyperparameters; "fast": the paper's network, inputs
// and losses, but many parallel episodes and large batches, for a GPU; "ours": like fast, with our
// network, inputs and fresh graphs on top; "small": a little network for a CPU. Throws Error for
// another name.
TrainConfig preset(const std::string& name, Algorithm algorithm);
std::vector<std::string> preset_names();

// Every number and switch that can be set by name: "patience", "network.hidden", "sac.discount".
std::vector<Field> settings_of(TrainConfig& config);

// The setting of that name. Throws Error when there is none, or it is of the other algorithm.
Field setting(TrainConfig& config, const std::string& name);

// One JSON object with all that decides a run; one that is resumed must have the same.
std::string to_json(const TrainConfig& config);

// Throws Error saying what cannot be.
void validate(const TrainConfig& config);

}  // namespace rlminer::model
