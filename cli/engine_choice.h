#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"

#include "rlminer/engine/engine.h"
#include "rlminer/engine/registry.h"
#include "rlminer/policy/decode.h"
#include "rlminer/policy/policy.h"

namespace rlminer::cli {

// Which engine answers, and what it needs if it is a learned one.
struct EngineChoice {
  std::string name = "auto";
  std::string model = {};  // file of a trained model, or the name of a shipped one
  std::string device = "auto";

  engine::EngineSettings settings = {};

  const engine::EngineInfo& info() const { return engine::engine_info(name); }
  bool learned() const { return info().model == engine::UsesModel::Always; }
  bool asks_a_policy() const {
    return learned() || (info().model == engine::UsesModel::IfGiven && !model.empty());
  }
};

// Adds --decode, --samples, --beam, --temperature and --local-search.
void add_search_options(Command command, engine::EngineSettings& settings);

// A word of --decode. Throws UsageError for any other.
policy::Decode parse_decode(const std::string& name);

// Adds --model and --device.
void add_model_options(Command command, EngineChoice& choice);

// Adds --device alone.
void add_device_option(Command command, std::string& device);

// The policy in a model file, on a CPU or, only when `cuda` is asked for, on a GPU with libtorch.
std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path& model,
                                            const std::string& device, int threads);

// What there is to say about --engine: all engines in a few words each.
std::string engine_help();

// The engine, which will be asked for patterns of these sizes. Throws UsageError for
// settings that do not go together or are not for this engine, and when it needs a model and none
// is named or shipped, or the other way round, Error when the model cannot be read or does not know
// these sizes: rl goes beyond the largest size of the training, not below the smallest.
std::unique_ptr<engine::Engine> choose_engine(const EngineChoice& choice,
                                              const std::vector<int>& sizes, int threads);

// A warning when a learned engine is asked for sizes larger than those it was trained for.
std::vector<std::string> sizes_beyond_training(const EngineChoice& choice,
                                               const std::vector<int>& sizes);

// "5", "3..9", "3..5, 7": ascending sizes for people.
std::string size_list(const std::vector<int>& sizes);

}  // namespace rlminer::cli
