#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/env/encoding.h"
#include "rlminer/graph/split.h"
#include "rlminer/model/config.h"

namespace rlminer::model {

// A collection that was trained on, and which of its graphs.
struct TrainingPart {
  std::string dataset;
  std::uint64_t split_seed = 0;
  graph::TrainingSplit split;  // places in the filtered collection

  friend bool operator==(const TrainingPart&, const TrainingPart&) = default;
};

// Everything about a trained policy but its weights: what it can be asked, and where it comes from.
struct ModelInfo {
  NetworkConfig network;
  // Token i stands for the i-th name; empty: labels are known by their rank in a graph, and any
  // alphabet will do.
  std::vector<std::string> labels;
  std::vector<int> sizes;           // trained on
  std::vector<TrainingPart> parts;  // the collections it was trained on
  std::uint64_t seed = 0;
  std::string algorithm;
  std::string program_version;
  std::map<std::string, std::string> notes;  // how training went: for people, never needed to run

  // What was trained on of a collection; null: nothing.
  const TrainingPart* part(std::string_view dataset) const;
  // How many of the graphs at these places of the (filtered) collection it has learned from, and
  // how many of them it was chosen by.
  struct Known {
    std::size_t training = 0;
    std::size_t validation = 0;
  };
  Known known_of(std::string_view dataset, const std::vector<std::size_t>& places) const;
};

// How the policy reads graphs.
env::Encoder encoder_of(const ModelInfo& info);

// The metadata of a model file, string to string, and back. Reading throws Error saying what is
// missing or wrong.
std::map<std::string, std::string> to_metadata(const ModelInfo& info);
ModelInfo model_info_from(const std::map<std::string, std::string>& metadata);

// The collections as a JSON array of objects.
nlohmann::ordered_json json_of(const std::vector<TrainingPart>& parts);

// Whether a file is a model (safetensors), whole or damaged, judging by its first bytes.
bool looks_like_model(const std::filesystem::path& path);

// What a model file says about itself; reads no weights.
ModelInfo read_model_info(const std::filesystem::path& model);

}  // namespace rlminer::model
