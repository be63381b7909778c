#include "cli/learning.h"

namespace rlminer::cli::learning {

void require() {}

std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path& model,
                                            const nn::PolicyOptions& options) {
  return nn::load_policy(model, options);
}

train::TrainOutcome train(const model::TrainConfig& config, const model::TrainingData& data,
                          const train::TrainOptions& options) {
  return rlminer::train::train(config, data, options);
}

}  // namespace rlminer::cli::learning
