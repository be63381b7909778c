#include <utility>

#include "cli/learning.h"

#include "rlminer/engine/rl.h"

namespace rlminer::cli::learning {

void require() {}

model::ModelInfo read_info(const std::filesystem::path& model) {
  return model::read_model_info(model);
}

std::unique_ptr<engine::Engine> make_engine(const std::filesystem::path& model,
                                            const nn::PolicyOptions& options) {
  return std::make_unique<engine::RlEngine>(
      std::shared_ptr<policy::Policy>(nn::load_policy(model, options)));
}

train::TrainConfig preset(const std::string& name, train::Algorithm algorithm) {
  return rlminer::train::preset(name, algorithm);
}

train::TrainOutcome train(const train::TrainConfig& config, const train::TrainingData& data,
                          const train::TrainOptions& options) {
  return rlminer::train::train(config, data, options);
}

std::span<const study::Experiment> experiments() {
  return rlminer::study::experiments();
}

const study::Experiment& experiment(const std::string& name) {
  return rlminer::study::experiment(name);
}

}  // namespace rlminer::cli::learning
