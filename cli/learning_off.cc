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

ModelInfo read_info(const std::filesystem::path&) {
  refuse();
}

std::unique_ptr<Engine> make_engine(const std::filesystem::path&, const PolicyOptions&) {
  refuse();
}

TrainConfig preset(const std::string&, Algorithm) {
  refuse();
}

TrainOutcome train(const TrainConfig&, const TrainingData&, const TrainOptions&) {
  refuse();
}

std::span<const Experiment> experiments() {
  refuse();
}

const Experiment& experiment(const std::string&) {
  refuse();
}

}  // namespace rlminer::cli::learning
