#include "rlminer/train/config.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "rlminer/base/error.h"

namespace rlminer::train {
namespace {

using Json = nlohmann::ordered_json;

void require(bool holds, const std::string& what) {
  if (!holds) throw Error("training: " + what);
}

Json to_json_object(const ImitationOptions& options) {
  return {{"updates", options.updates},
          {"states", options.states},
          {"rows", options.rows},
          {"episodes", options.episodes},
          {"learning_rate", options.learning_rate},
          {"warm_up", options.warm_up},
          {"beta1", options.beta1},
          {"beta2", options.beta2},
          {"weight_decay", options.weight_decay},
          {"clip", options.clip},
          {"average", options.average},
          {"temperature", options.temperature},
          {"regret_start", options.regret_start},
          {"regret_end", options.regret_end},
          {"greedy_share", options.greedy_share},
          {"noisy_share", options.noisy_share},
          {"noise", options.noise},
          {"small_weight", options.small_weight},
          {"fresh_share", options.fresh_share},
          {"fresh_active", options.fresh_active},
          {"fresh_per_update", options.fresh_per_update},
          {"fresh_sets", options.fresh_sets},
          {"large_share", options.large_share}};
}

Json to_json_object(const SacOptions& options) {
  return {{"epochs", options.epochs},
          {"warm_up_epochs", options.warm_up_epochs},
          {"parallel_episodes", options.parallel_episodes},
          {"updates_per_episode", options.updates_per_episode},
          {"samples_per_size", options.samples_per_size},
          {"replay_capacity", options.replay_capacity},
          {"priority_exponent", options.priority_exponent},
          {"importance_exponent", options.importance_exponent},
          {"discount", options.discount},
          {"learning_rate", options.learning_rate},
          {"soft_update", options.soft_update},
          {"hard_update", options.hard_update},
          {"initial_temperature", options.initial_temperature},
          {"temperature_learning_rate", options.temperature_learning_rate},
          {"entropy_share", options.entropy_share}};
}

TrainConfig fast(TrainConfig config) {
  config.imitation.rows = 256;
  config.imitation.states = 1024;
  config.sac.parallel_episodes = 512;
  config.sac.updates_per_episode = 1.0 / 32.0;
  config.sac.samples_per_size = 146;
  config.sac.warm_up_epochs = 5;
  config.sac.epochs = 100'000;  // until the time limit
  config.sac.hard_update = false;
  // A run of thousands of updates, not a million, has no time to cool down from 1.
  config.sac.initial_temperature = 0.1;
  config.sac.temperature_learning_rate = 1e-3;
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

bool share(double value) {
  return value >= 0.0 && value <= 1.0;
}

void validate(const ImitationOptions& options) {
  require(options.updates > 0, "at least one update is needed");
  require(options.states > 0 && options.rows > 0, "a batch needs rows and states");
  require(options.episodes > 1, "at least two episodes must be under way");
  require(options.learning_rate > 0.0, "the learning rate must be positive");
  require(share(options.beta1) && options.beta1 < 1.0 && share(options.beta2) &&
              options.beta2 < 1.0 && share(options.average) && options.average < 1.0,
          "decays of averages must be within 0..1 and below 1");
  require(options.weight_decay >= 0.0, "the weight decay must not be negative");
  require(options.clip >= 0.0, "the limit of the gradient's norm must not be negative");
  require(options.temperature > 0.0, "the temperature must be positive");
  require(share(options.greedy_share) && share(options.noisy_share) && share(options.noise) &&
              share(options.fresh_share),
          "shares must be within 0..1");
  require(options.small_weight > 0.0, "the weight of small sizes must be positive");
  require(options.fresh_share == 0.0 || options.fresh_active > 0,
          "fresh graphs are wanted but none may be active");
  require(options.fresh_per_update >= 0.0, "fresh graphs per update must not be negative");
}

void validate(const SacOptions& options) {
  require(options.epochs > 0, "at least one epoch is needed");
  require(options.parallel_episodes > 0, "at least one episode must be under way");
  require(options.updates_per_episode > 0.0, "updates per episode must be positive");
  require(options.samples_per_size > 0, "an update needs samples");
  require(options.replay_capacity > 0, "the replay needs room");
  require(options.learning_rate > 0.0, "the learning rate must be positive");
  require(options.initial_temperature > 0.0, "the temperature must be positive");
  require(options.temperature_learning_rate >= 0.0,
          "the learning rate of the temperature must not be negative");
  require(share(options.entropy_share), "the share of the entropy must be within 0..1");
  require(share(options.soft_update), "the soft update must be within 0..1");
  require(share(options.priority_exponent) && share(options.importance_exponent),
          "the exponents of the replay must be within 0..1");
  require(options.discount >= 0.0 && options.discount <= 1.0, "the discount must be within 0..1");
}

}  // namespace

std::string to_string(Algorithm algorithm) {
  return algorithm == Algorithm::Imitation ? "imitation" : "sac";
}

std::vector<std::string> preset_names() {
  return {"paper", "fast", "small"};
}

TrainConfig preset(const std::string& name, Algorithm algorithm) {
  TrainConfig config;
  config.algorithm = algorithm;
  if (name == "paper") return config;
  if (name == "fast") return fast(config);
  if (name == "small") return small(config);
  throw Error("unknown preset '" + name + "' (known: paper, fast, small)");
}

std::string to_json(const TrainConfig& config) {
  Json json = {{"algorithm", to_string(config.algorithm)},
               {"network", Json::parse(model::to_json(config.network))},
               {"sizes", config.sizes},
               {"report_sizes", config.report_sizes},
               {"reward", env::to_string(config.reward)},
               {"label_ranks", config.label_ranks},
               {"seed", config.seed},
               {"round", config.round}};
  if (config.algorithm == Algorithm::Imitation) {
    json["imitation"] = to_json_object(config.imitation);
  } else {
    json["sac"] = to_json_object(config.sac);
  }
  return json.dump();
}

void validate(const TrainConfig& config) {
  model::validate(config.network);
  require(!config.sizes.empty(), "no sizes to train on");
  require(std::ranges::adjacent_find(config.sizes, std::greater_equal<>()) == config.sizes.end(),
          "sizes must ascend");
  require(config.sizes.front() >= 2, "sizes start at 2: a single vertex needs no policy");
  require(config.sizes.back() <= config.network.max_size,
          "the network knows sizes up to " + std::to_string(config.network.max_size));
  require(config.round > 0, "a round needs updates");
  if (config.algorithm == Algorithm::Imitation) {
    validate(config.imitation);
  } else {
    validate(config.sac);
  }
}

}  // namespace rlminer::train
