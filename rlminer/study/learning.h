#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "rlminer/env/reward.h"
#include "rlminer/model/config.h"
#include "rlminer/model/train_log.h"
#include "rlminer/policy/policy.h"

// What experiments need of the rooms that learn. Those need libtorch and this one does without, so
// whoever links them passes functions in.
namespace rlminer::study {

// What is different about a training run, compared with the paper's RLMiner.
struct Variant {
  std::string name;  // "exact" is the paper's
  env::RewardKind reward = env::RewardKind::Exact;
  bool model::NetworkConfig::*left_out = nullptr;  // this part of the networks; null: none
};

// One call of the paper's algorithm.
struct TrainingTask {
  std::filesystem::path collection;
  std::filesystem::path model;  // to write; beside it lies its state (.last)
  bool resume = false;          // from that state
  Variant variant;
  std::string preset = "small";
  std::string device = "auto";
  std::uint64_t seed = 0;
  std::uint64_t split_seed = 0;
  int threads = 1;
  double seconds = 0.0;                       // at most
  const std::atomic<bool>* cancel = nullptr;  // ends it early, with everything saved
  std::function<void(const model::TrainRow&)> on_round = {};  // an epoch of the algorithm
};

struct Learning {
  // The policy in a model file, on a device ("auto", "cpu" or "cuda"). Throws Error when the file
  // is not a model, or the device absent.
  std::function<std::unique_ptr<policy::Policy>(const std::filesystem::path& model,
                                                const std::string& device, int threads)>
      load_policy;
  // Trains, and says why it broke down if numbers stopped being finite, else nothing: what was
  // saved before remains. Throws Error when it cannot.
  std::function<std::string(const TrainingTask& task)> train;
};

}  // namespace rlminer::study
