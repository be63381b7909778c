#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"

namespace CLI {
class App;
}

namespace rlminer::cli {

// Which engine answers, and what it needs if it is a learned one.
struct EngineChoice {
  std::string name = "auto";
  std::string model = {};  // file of a trained model, or the name of a shipped one
  std::string device = "auto";

  bool learned() const { return name == "rl"; }
  bool asks_a_policy() const { return learned() || (name == "auto" && !model.empty()); }
};

// How the user wants to search with a policy; what is not said is left to settle().
struct SearchChoice {
  std::optional<policy::Decode> decode;
  std::optional<std::size_t> samples;
  std::optional<std::size_t> beam;
  std::optional<double> temperature;
  std::optional<double> local_search;  // seconds

  // Fills in problem.search and problem.samples. Throws CLI::ValidationError for options that do
  // not go together or are not for this engine.
  void settle(const EngineChoice& engine, engine::Problem& problem) const;
};

// Adds --decode, --samples, --beam, --temperature and --local-search.
void add_search_options(CLI::App& command, SearchChoice& choice);

// Adds --model and --device.
void add_model_options(CLI::App& command, EngineChoice& choice);

// Adds --device alone.
void add_device_option(CLI::App& command, std::string& device);

// The engine, which will be asked for patterns of these sizes. Throws CLI::ValidationError when the
// engine needs a model and none is named or shipped, or the other way round, Error when the model
// cannot be read or does not know these sizes: rl goes beyond the largest size of the training, not
// below the smallest.
std::unique_ptr<engine::Engine> choose_engine(const EngineChoice& choice,
                                              const std::vector<int>& sizes, int threads);

// A warning when a learned engine is asked for sizes larger than those it was trained for.
std::vector<std::string> sizes_beyond_training(const EngineChoice& choice,
                                               const std::vector<int>& sizes);

// "5", "3..9", "3..5, 7": ascending sizes for people.
std::string size_list(const std::vector<int>& sizes);

}  // namespace rlminer::cli
