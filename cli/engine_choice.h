#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"

namespace CLI {
class App;
}

namespace rlminer::cli {

// Which engine answers, and what it needs if it is a learned one.
struct EngineChoice {
  std::string name = "exact";
  std::string model = {};  // file of a trained model
  std::string device = "auto";

  bool learned() const { return name == "rl"; }
};

// Adds --model and --device.
void add_model_options(CLI::App& command, EngineChoice& choice);

// Adds --device alone.
void add_device_option(CLI::App& command, std::string& device);

// The engine, which will be asked for patterns of these sizes. Throws CLI::ValidationError when the
// engine needs a model and none is named or the other way round, Error when the model cannot be
// read or was not trained for these sizes.
std::unique_ptr<Engine> choose_engine(const EngineChoice& choice, const std::vector<int>& sizes,
                                      int threads);

// "5", "3..9", "3..5, 7": ascending sizes for people.
std::string size_list(const std::vector<int>& sizes);

}  // namespace rlminer::cli
