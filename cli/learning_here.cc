#include <utility>

#include "cli/learning.h"

#include "rlminer/engine/rl.h"

namespace rlminer::cli::learning {

void require() {}

ModelInfo read_info(const std::filesystem::path& model) {
  return read_model_info(model);
}

std::unique_ptr<Engine> make_engine(const std::filesystem::path& model,
                                    const PolicyOptions& options) {
  return std::make_unique<RlEngine>(std::shared_ptr<Policy>(load_policy(model, options)));
}

TrainConfig preset(const std::string& name, Algorithm algorithm) {
  return rlminer::preset(name, algorithm);
}

TrainOutcome train(const TrainConfig& config, const TrainingData& data,
                   const TrainOptions& options) {
  return rlminer::train(config, data, options);
}

std::span<const Experiment> experiments() {
  return rlminer::experiments();
}

const Experiment& experiment(const std::string& name) {
  return rlminer::experiment(name);
}

}  // namespace rlminer::cli::learning
