#include "rlminer/model/model_info.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "rlminer/base/error.h"
#include "rlminer/model/safetensors.h"

namespace rlminer::model {
namespace {

using Json = nlohmann::json;
using Metadata = std::map<std::string, std::string>;

constexpr char kFormat[] = "rlminer-model";
constexpr char kFormatVersion[] = "2";

const std::string& required(const Metadata& metadata, const std::string& key) {
  const auto found = metadata.find(key);
  if (found == metadata.end()) throw Error("not an RLMiner model: no '" + key + "' in its header");
  return found->second;
}

// The value under `key` as T; whatever is wrong with it is one Error that names the key.
template <typename T>
T parsed(const Metadata& metadata, const std::string& key) {
  try {
    return Json::parse(required(metadata, key)).get<T>();
  } catch (const Json::exception&) {
    throw Error("damaged model: '" + key + "' in its header does not make sense");
  }
}

std::vector<TrainingPart> parts_from(const Metadata& metadata) {
  using Places = std::vector<std::size_t>;
  std::vector<TrainingPart> parts;
  try {
    for (const Json& json : Json::parse(required(metadata, "trained_on"))) {
      parts.push_back({.dataset = json.at("dataset").get<std::string>(),
                       .split_seed = json.at("split_seed").get<std::uint64_t>(),
                       .split = {.train = json.at("train").get<Places>(),
                                 .validation = json.at("validation").get<Places>(),
                                 .test = json.at("test").get<Places>()}});
    }
  } catch (const Json::exception&) {
    throw Error("damaged model: 'trained_on' in its header does not make sense");
  }
  return parts;
}

}  // namespace

nlohmann::ordered_json json_of(const std::vector<TrainingPart>& parts) {
  auto json = nlohmann::ordered_json::array();
  for (const TrainingPart& part : parts) {
    json.push_back({{"dataset", part.dataset},
                    {"split_seed", part.split_seed},
                    {"train", part.split.train},
                    {"validation", part.split.validation},
                    {"test", part.split.test}});
  }
  return json;
}

const TrainingPart* ModelInfo::part(std::string_view dataset) const {
  const auto found = std::ranges::find(parts, dataset, &TrainingPart::dataset);
  return found == parts.end() ? nullptr : &*found;
}

ModelInfo::Known ModelInfo::known_of(std::string_view dataset,
                                     const std::vector<std::size_t>& places) const {
  const TrainingPart* const found = part(dataset);
  if (found == nullptr) return {};
  const auto among = [&](const std::vector<std::size_t>& some) {
    return static_cast<std::size_t>(std::ranges::count_if(
        places, [&](std::size_t place) { return std::ranges::find(some, place) != some.end(); }));
  };
  return {among(found->split.train), among(found->split.validation)};
}

env::Encoder encoder_of(const ModelInfo& info) {
  const NetworkConfig& network = info.network;
  env::Encoder encoder = info.labels.empty()
                             ? env::Encoder::by_rank(network.labels, network.features)
                             : env::Encoder::by_name(info.labels, network.features);
  encoder.tell_edges_apart(network.relations);
  encoder.foresee(network.foresight);
  return encoder;
}

Metadata to_metadata(const ModelInfo& info) {
  return {
      {"format", kFormat},
      {"format_version", kFormatVersion},
      {"program_version", info.program_version},
      {"network", to_json(info.network)},
      {"labels", Json(info.labels).dump()},
      {"sizes", Json(info.sizes).dump()},
      {"trained_on", Json(json_of(info.parts)).dump()},
      {"seed", Json(info.seed).dump()},
      {"algorithm", info.algorithm},
      {"notes", Json(info.notes).dump()},
  };
}

ModelInfo model_info_from(const Metadata& metadata) {
  if (required(metadata, "format") != kFormat) throw Error("not an RLMiner model");
  if (required(metadata, "format_version") != kFormatVersion) {
    throw Error("model of format version " + required(metadata, "format_version") +
                "; this program reads version " + kFormatVersion);
  }
  ModelInfo info;
  info.network = network_config_from_json(required(metadata, "network"));
  info.program_version = required(metadata, "program_version");
  info.labels = parsed<std::vector<std::string>>(metadata, "labels");
  info.sizes = parsed<std::vector<int>>(metadata, "sizes");
  info.parts = parts_from(metadata);
  info.seed = parsed<std::uint64_t>(metadata, "seed");
  info.algorithm = required(metadata, "algorithm");
  info.notes = parsed<std::map<std::string, std::string>>(metadata, "notes");
  if (!info.labels.empty() && static_cast<std::size_t>(info.network.labels) != info.labels.size()) {
    throw Error("damaged model: its network knows " + std::to_string(info.network.labels) +
                " labels, its header names " + std::to_string(info.labels.size()));
  }
  return info;
}

bool looks_like_model(const std::filesystem::path& path) {
  // The length of the header in eight bytes, then the header, a JSON object. In a text file the
  // eight bytes would be letters, and the length beyond all bounds.
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::array<char, sizeof(std::uint64_t) + 1> start{};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(start.data(), start.size())) return false;
  std::uint64_t length = 0;
  std::memcpy(&length, start.data(), sizeof(length));
  return length <= safetensors::kLongestHeader && start.back() == '{';
}

ModelInfo read_model_info(const std::filesystem::path& model) {
  const auto metadata = read_safetensors_metadata(model);
  try {
    return model_info_from(metadata);
  } catch (const Error& error) {
    throw Error(model.string() + ": " + error.what());
  }
}

}  // namespace rlminer::model
