#include "rlminer/model/network_config.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "rlminer/base/error.h"

namespace rlminer::model {
namespace {

using Json = nlohmann::json;

constexpr int kMostLabels = 100'000;
constexpr int kLargestSize = 32;
constexpr int kMostHidden = 8192;
constexpr int kMostLayers = 256;

void require_range(const char* name, int value, int low, int high) {
  if (value >= low && value <= high) return;
  throw Error(std::string("network: ") + name + " is " + std::to_string(value) + ", not in " +
              std::to_string(low) + ".." + std::to_string(high));
}

// False for a value of another type.
bool read(const Json& json, bool& value) {
  if (json.is_boolean()) json.get_to(value);
  return json.is_boolean();
}

bool read(const Json& json, int& value) {
  if (!json.is_number_integer()) return false;
  // A number beyond any limit stays beyond it, instead of wrapping round to a small one.
  constexpr int kHuge = std::numeric_limits<int>::max();
  if (json.is_number_unsigned()) {
    value = static_cast<int>(std::min<std::uint64_t>(json.get<std::uint64_t>(), kHuge));
  } else {
    value = static_cast<int>(std::clamp<std::int64_t>(json.get<std::int64_t>(), -kHuge, kHuge));
  }
  return true;
}

// Calls visit(name, member) for every member, so that reading and writing cannot disagree.
template <typename Config, typename Visit>
void for_each_field(Config& config, Visit&& visit) {
  visit("labels", config.labels);
  visit("max_size", config.max_size);
  visit("hidden", config.hidden);
  visit("layers", config.layers);
  visit("heads", config.heads);
  visit("task_steps", config.task_steps);
  visit("skip_gate", config.skip_gate);
  visit("state_messages", config.state_messages);
  visit("reward_head", config.reward_head);
  visit("plus", config.plus);
  visit("features", config.features);
}

}  // namespace

std::string to_json(const NetworkConfig& config) {
  Json json = Json::object();
  for_each_field(config, [&](const char* name, const auto& value) { json[name] = value; });
  return json.dump();
}

NetworkConfig network_config_from_json(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) throw Error("network: the config is not a JSON object");
  NetworkConfig config;
  for_each_field(config, [&](const char* name, auto& value) {
    const auto found = json.find(name);
    if (found == json.end()) throw Error(std::string("network: the config has no ") + name);
    if (!read(*found, value)) throw Error(std::string("network: ") + name + " has the wrong type");
  });
  validate(config);
  return config;
}

void validate(const NetworkConfig& config) {
  require_range("labels", config.labels, 1, kMostLabels);
  require_range("max_size", config.max_size, 1, kLargestSize);
  require_range("hidden", config.hidden, 1, kMostHidden);
  require_range("layers", config.layers, 1, kMostLayers);
  require_range("heads", config.heads, 1, config.hidden);
  if (config.hidden % config.heads != 0) {
    throw Error("network: hidden " + std::to_string(config.hidden) +
                " is not a multiple of heads " + std::to_string(config.heads));
  }
}

}  // namespace rlminer::model
