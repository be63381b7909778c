#include "rlminer/model/network_config.h"

#include <nlohmann/json.hpp>

#include "rlminer/base/error.h"

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
  };
}

std::string to_json(const NetworkConfig& config) {
  NetworkConfig copy = config;
  return nlohmann::json(json_of(fields_of(copy))).dump();  // in the order of the names
}

NetworkConfig network_config_from_json(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) throw Error("network: the config is not a JSON object");
  NetworkConfig config;
  read_fields(json, fields_of(config), "network");
  validate(config);
  return config;
}

void validate(const NetworkConfig& config) {
  NetworkConfig copy = config;
  require_ranges(fields_of(copy), "network");
  if (config.hidden % config.heads != 0) {
    throw Error("network: hidden " + std::to_string(config.hidden) +
                " is not a multiple of heads " + std::to_string(config.heads));
  }
}

}  // namespace rlminer::model
