#include "rlminer/model/config.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "rlminer/base/error.h"
#include "rlminer/env/foresight.h"

namespace rlminer::model {

std::vector<Field> fields_of(NetworkConfig& config) {
  return {
      {"labels", &config.labels, {1, 100'000}, "Tokens a vertex may carry; set from the data"},
      {"max_size", &config.max_size, {1, 32}, "Largest pattern size the task encoding knows"},
      {"hidden", &config.hidden, {1, 8192}, "Width of the network"},
      {"layers", &config.layers, {1, 256}, "Rounds of message passing"},
      {"heads",
       &config.heads,
       {1, static_cast<double>(config.hidden)},
       "Of every attention; divides the width"},
      {"task_steps", &config.task_steps, {}, "The network sees how many steps remain"},
      {"skip_gate", &config.skip_gate, {}, "The skip connection is gated by the task"},
      {"state_messages", &config.state_messages, {}, "Messages are scaled by the state"},
      {"reward_head", &config.reward_head, {}, "Critics also predict the reward"},
      {"plus", &config.plus, {}, "Our variant of the network: norms, more attention"},
      {"features",
       &config.features,
       {},
       "Ours: degrees, similar vertices and frequencies of the smallest subgraphs as input"},
      {"relations",
       &config.relations,
       {0, 64},
       "Ours: kinds of edges that messages tell apart, by their rank in a graph; 0: none"},
      {"context_hidden", &config.context_hidden, {1, 8192}, "Ours: width of the context's encoder"},
      {"context_layers",
       &config.context_layers,
       {0, 256},
       "Ours: layers of an encoder that sees the graph alone, once, and adds to the input; 0: "
       "none"},
      {"foresight",
       &config.foresight,
       {0, env::Foresight::kLargestSet},
       "Ours: what is known of an action from the sets of up to so many vertices; 0: nothing"},
  };
}

std::string to_json(const NetworkConfig& config) {
  NetworkConfig copy = config;
  nlohmann::json json(json_of(fields_of(copy)));  // in the order of the names
  if (config.relations == 0) json.erase("relations");
  if (config.foresight == 0) json.erase("foresight");
  if (config.context_layers == 0) {
    json.erase("context_hidden");
    json.erase("context_layers");
  }
  return json.dump();
}

NetworkConfig network_config_from_json(const std::string& text) {
  auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) throw Error("network: the config is not a JSON object");
  NetworkConfig config;
  json.emplace("relations", 0);  // unless it is there
  json.emplace("context_hidden", config.context_hidden);
  json.emplace("context_layers", 0);
  json.emplace("foresight", 0);
  read_fields(json, fields_of(config), "network");
  validate(config);
  return config;
}

NetworkConfig context_config(const NetworkConfig& config) {
  NetworkConfig context = config;
  context.hidden = config.context_hidden;
  context.layers = config.context_layers;
  context.context_layers = 0;
  context.foresight = 0;
  context.plus = true;
  context.task_steps = context.skip_gate = context.state_messages = context.reward_head = false;
  return context;
}

void validate(const NetworkConfig& config) {
  NetworkConfig copy = config;
  require_ranges(fields_of(copy), "network");
  const auto require_heads = [&](const char* name, int width) {
    if (width % config.heads == 0) return;
    throw Error(std::string("network: ") + name + " " + std::to_string(width) +
                " is not a multiple of heads " + std::to_string(config.heads));
  };
  require_heads("hidden", config.hidden);
  if (config.context_layers > 0) require_heads("context_hidden", config.context_hidden);
}

namespace {

using Json = nlohmann::ordered_json;

void require(bool holds, const std::string& what) {
  if (!holds) throw Error("training: " + what);
}

// Settings of the run as a whole.
std::vector<Field> fields_of_run(TrainConfig& c) {
  return {
      {"label_ranks", &c.label_ranks, {0, 1000}, "Labels known by their rank; 0: by their names"},
      {"round", &c.round, at_least(1),
       "Updates between evaluations (imitation); sac evaluates after every epoch"},
      {"patience", &c.patience, at_least(0),
       "Stop after that many evaluations without a better one; 0: never"},
      {"census_limit", &c.census_limit, at_least(1), "Connected sets a training graph may have"},
      {"fit_time_limit",
       &c.fit_time_limit,
       {},
       "A time limit that comes before the end of the run ends its schedule instead of cutting it "
       "off"},
      {"half", &c.half, {}, "Weights of the model file in half precision"},
  };
}

TrainConfig fast(TrainConfig config) {
  config.fit_time_limit = true;
  config.imitation.rows = 256;
  config.imitation.states = 1024;
  config.sac.parallel_episodes = 2048;
  config.sac.updates_per_episode = 1.0 / 32.0;
  config.sac.samples_per_size = 146;
  config.sac.warm_up_epochs = 5;
  config.sac.epochs = 100'000;  // until the time limit
  config.sac.round_epochs = 4;
  config.sac.decay_share = 0.4;
  config.sac.clip = 1.0;
  config.sac.average = 0.998;
  config.sac.hard_update = false;
  // A run of thousands of updates, not a million, has no time to cool down from 1.
  config.sac.initial_temperature = 0.1;
  config.sac.temperature_learning_rate = 1e-3;
  config.sac.highest_temperature = 10.0;
  return config;
}

// What helps on top of the paper: see docs/learning.md.
TrainConfig ours(TrainConfig config) {
  config = fast(config);
  config.network.plus = true;
  config.network.features = true;
  config.label_ranks = kLabelRanks;
  if (config.algorithm == Algorithm::Imitation) return config;
  // Samples count for more than the size of the network.
  config.network.hidden = 128;
  config.network.layers = 4;
  config.sac.return_bound = true;
  config.sac.known_ends = true;
  config.sac.entropy_share = 0.2;
  config.sac.lowest_temperature = 0.01;
  config.sac.initial_temperature = 0.05;
  config.sac.fresh_share = 0.8;
  config.sac.fresh_active = 512;
  // A graph that is no longer played on is kept while a step on it is remembered.
  config.sac.replay_capacity = 200'000;
  config.sac.round_epochs = 8;
  return config;
}

TrainConfig small(TrainConfig config) {
  config.network.hidden = 64;
  config.network.layers = 4;
  config.round = 100;
  config.imitation.updates = 2000;
  config.imitation.rows = 64;
  config.imitation.states = 128;
  config.imitation.episodes = 512;
  config.imitation.warm_up = 100;
  config.imitation.learning_rate = 1e-3;
  config.imitation.average = 0.99;
  config.imitation.fresh_active = 128;
  config.imitation.fresh_per_update = 0.5;
  config.imitation.fresh_sets = 50'000;
  config.sac.parallel_episodes = 64;
  config.sac.updates_per_episode = 1.0 / 8.0;
  config.sac.samples_per_size = 16;
  config.sac.warm_up_epochs = 5;
  config.sac.epochs = 30;
  config.sac.learning_rate = 1e-3;
  config.sac.hard_update = false;
  config.sac.initial_temperature = 0.1;
  config.sac.temperature_learning_rate = 1e-3;
  return config;
}

// The options of the algorithm that is used.
std::vector<Field> fields_of_algorithm(TrainConfig& config) {
  return config.algorithm == Algorithm::Imitation ? fields_of(config.imitation)
                                                  : fields_of(config.sac);
}

}  // namespace

std::vector<Field> fields_of(ImitationOptions& o) {
  return {
      {"updates", &o.updates, at_least(1), "Length of the run (imitation)"},
      {"states", &o.states, at_least(1), "States per update, at most"},
      {"rows", &o.rows, at_least(1),
       "Rows of a batch; states that find no row wait for the next update"},
      {"episodes", &o.episodes, at_least(2), "Episodes under way at a time"},
      {"learning_rate", &o.learning_rate, kPositive,
       "Highest learning rate; it falls to zero at the last update"},
      {"warm_up", &o.warm_up, at_least(0), "Updates until the learning rate is reached"},
      {"beta1", &o.beta1, kDecay, "Decay of the mean gradient (Adam)"},
      {"beta2", &o.beta2, kDecay, "Decay of the mean squared gradient (Adam)"},
      {"weight_decay", &o.weight_decay, kNotNegative, "Decoupled weight decay"},
      {"clip", &o.clip, kNotNegative, "Limit of the gradient's norm; 0: none"},
      {"average", &o.average, kDecay, "Decay of the moving average of the weights"},
      {"temperature", &o.temperature, kPositive,
       "Of the target distribution, softmax(Q* / temperature)"},
      {"regret_start", &o.regret_start, kAnyNumber, "Weight of the regret at the first update"},
      {"regret_end", &o.regret_end, kAnyNumber, "Weight of the regret at the last update"},
      {"greedy_share", &o.greedy_share, kShare,
       "Share of the episodes that take the best action, not a drawn one"},
      {"noisy_share", &o.noisy_share, kShare,
       "Share of the episodes in which some moves are random"},
      {"noise", &o.noise, kShare, "Share of the moves of these episodes that are random"},
      {"last_small_size", &o.last_small_size, at_least(0),
       "The sizes up to this one have less to teach; with foresight, those it foresees"},
      {"small_weight", &o.small_weight, kPositive,
       "How often these sizes are played, compared with the others"},
      {"fresh_share", &o.fresh_share, kShare,
       "Of the episodes that are played on fresh graphs made of the training graphs, not on these "
       "themselves"},
      {"fresh_active", &o.fresh_active, at_least(0), "Fresh graphs in play"},
      {"fresh_per_update", &o.fresh_per_update, kNotNegative,
       "Fresh graphs that replace others with every update"},
      {"fresh_sets", &o.fresh_sets, at_least(0), "Connected sets a fresh graph may have"},
      // Sizes above kLastSureSize have so many sets that only small graphs can be solved for them.
      {"large_share", &o.large_share, kShare,
       "Share of the fresh graphs that are tried with sizes above 9"},
      {"short_sighted_share", &o.short_sighted_share, kShare,
       "Share of the fresh graphs of whose sets only smaller ones are foreseen"},
  };
}

std::vector<Field> fields_of(SacOptions& o) {
  return {
      {"epochs", &o.epochs, at_least(1), "Length of the run (sac)"},
      {"round_epochs", &o.round_epochs, at_least(1), "Epochs between evaluations"},
      {"warm_up_epochs", &o.warm_up_epochs, at_least(0),
       "Epochs of uniformly random episodes before the first update"},
      {"parallel_episodes", &o.parallel_episodes, at_least(1), "Episodes that advance together"},
      {"updates_per_episode", &o.updates_per_episode, kPositive, "Updates per episode played"},
      {"samples_per_size", &o.samples_per_size, at_least(1), "Samples of each size per update"},
      {"replay_capacity", &o.replay_capacity, at_least(1), "Steps remembered of each size"},
      {"priority_exponent", &o.priority_exponent, kShare,
       "0: all steps are drawn equally often; 1: in proportion to their error"},
      {"importance_exponent", &o.importance_exponent, kShare,
       "How much of that bias the weights of the samples correct"},
      {"discount", &o.discount, kShare, "Discount of later rewards"},
      {"return_bound",
       &o.return_bound,
       {},
       "The target of a step is at least what its episode earned in the end, discounted"},
      {"known_ends",
       &o.known_ends,
       {},
       "What every action of a last step earns is looked up, not only what the one taken earned"},
      {"learning_rate", &o.learning_rate, kPositive, "Learning rate of actor and critics"},
      {"decay_share", &o.decay_share, kShare,
       "Share of the run, at its end, in which the learning rates fall to zero"},
      {"clip", &o.clip, kNotNegative, "Limit of the norm of each network's gradient; 0: none"},
      {"average", &o.average, kDecay,
       "Decay of the moving average of the actor that is evaluated and saved; 0: the actor itself"},
      {"soft_update", &o.soft_update, kShare,
       "How far the target critics move towards the critics with every update"},
      {"hard_update", &o.hard_update, {}, "Copy the critics to the targets after each epoch"},
      {"initial_temperature", &o.initial_temperature, kPositive, "Temperature at the start"},
      {"temperature_learning_rate", &o.temperature_learning_rate, kNotNegative,
       "Learning rate of the temperature"},
      {"lowest_temperature", &o.lowest_temperature, kNotNegative,
       "The temperature falls no further: where actions are equally good nothing else stops it"},
      {"highest_temperature", &o.highest_temperature, kPositive,
       "The temperature rises no further, and a run that stays there ends with an error"},
      {"entropy_share", &o.entropy_share, kShare,
       "Target entropy: this times the log of the number of actions"},
      {"fresh_share", &o.fresh_share, kShare,
       "Of the episodes that are played on fresh graphs made of the training graphs"},
      {"fresh_active", &o.fresh_active, at_least(0), "Fresh graphs in play"},
      {"fresh_per_update", &o.fresh_per_update, kNotNegative,
       "Fresh graphs that replace others with every update"},
      {"fresh_sets", &o.fresh_sets, at_least(0), "Connected sets a fresh graph may have"},
  };
}

std::string to_string(Algorithm algorithm) {
  return algorithm == Algorithm::Imitation ? "imitation" : "sac";
}

std::vector<std::string> preset_names() {
  return {"paper", "fast", "ours", "small"};
}

TrainConfig preset(const std::string& name, Algorithm algorithm) {
  TrainConfig config;
  config.algorithm = algorithm;
  if (name == "paper") return config;
  if (name == "fast") return fast(config);
  if (name == "ours") return ours(config);
  if (name == "small") return small(config);
  throw Error("unknown preset '" + name + "' (known: paper, fast, ours, small)");
}

std::vector<Field> settings_of(TrainConfig& config) {
  std::vector<Field> all = fields_of_run(config);
  const auto add = [&all](const std::string& group, std::vector<Field> fields) {
    for (Field& field : fields) {
      field.name = group + "." + field.name;
      all.push_back(std::move(field));
    }
  };
  add("network", fields_of(config.network));
  add("imitation", fields_of(config.imitation));
  add("sac", fields_of(config.sac));
  return all;
}

Field setting(TrainConfig& config, const std::string& name) {
  std::string known;
  for (const Field& field : settings_of(config)) {
    known += (known.empty() ? "" : ", ") + field.name;
    if (field.name != name) continue;
    const bool sac = config.algorithm == Algorithm::Sac;
    if (name.starts_with(sac ? "imitation." : "sac.") || (sac && name == "round"))
      throw Error(std::string("is for --algorithm ") + (sac ? "imitation" : "sac"));
    return field;
  }
  throw Error("there is no setting '" + name + "' (there are: " + known + ")");
}

std::string to_json(const TrainConfig& config) {
  TrainConfig copy = config;
  const Json json = {{"algorithm", to_string(config.algorithm)},
                     {"network", Json::parse(to_json(config.network))},
                     {"sizes", config.sizes},
                     {"report_sizes", config.report_sizes},
                     {"reward", env::to_string(config.reward)},
                     {"label_ranks", config.label_ranks},
                     {"seed", config.seed},
                     {"round", config.round},
                     {to_string(config.algorithm), json_of(fields_of_algorithm(copy))}};
  return json.dump();
}

void validate(const TrainConfig& config) {
  TrainConfig copy = config;
  validate(config.network);
  require(!config.sizes.empty(), "no sizes to train on");
  require(std::ranges::adjacent_find(config.sizes, std::greater_equal<>()) == config.sizes.end(),
          "sizes must ascend");
  require(config.sizes.front() >= 2, "sizes start at 2: a single vertex needs no policy");
  require(config.sizes.back() <= config.network.max_size,
          "the network knows sizes up to " + std::to_string(config.network.max_size));
  require_ranges(fields_of_run(copy), "training");
  require_ranges(fields_of_algorithm(copy), "training");
  const bool sac = config.algorithm == Algorithm::Sac;
  const double fresh_share = sac ? config.sac.fresh_share : config.imitation.fresh_share;
  const std::size_t active = sac ? config.sac.fresh_active : config.imitation.fresh_active;
  require(fresh_share == 0.0 || active > 0, "fresh graphs are wanted but none may be active");
  require(!sac || config.sac.lowest_temperature <= config.sac.initial_temperature,
          "the temperature starts below the lowest one allowed");
}

}  // namespace rlminer::model
