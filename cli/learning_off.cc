#include "cli/learning.h"

#include "rlminer/base/error.h"

namespace rlminer::cli::learning {
namespace {

[[noreturn]] void refuse() {
  throw Error("this build of rlminer has no learning: it was made with RLMINER_TORCH=OFF");
}

}  // namespace

void require() {
  refuse();
}

model::ModelInfo read_info(const std::filesystem::path&) {
  refuse();
}

std::unique_ptr<engine::Engine> make_engine(const std::filesystem::path&,
                                            const nn::PolicyOptions&) {
  refuse();
}

train::TrainConfig preset(const std::string&, train::Algorithm) {
  refuse();
}

train::TrainOutcome train(const train::TrainConfig&, const train::TrainingData&,
                          const train::TrainOptions&) {
  refuse();
}

std::span<const study::Experiment> experiments() {
  refuse();
}

const study::Experiment& experiment(const std::string&) {
  refuse();
}

}  // namespace rlminer::cli::learning
