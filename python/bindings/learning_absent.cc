// The module is built without libtorch, so what learning.h promises is not here. Nothing asks for
// it: the module offers no GPU and leaves training to the program.

#include "cli/learning.h"

#include "rlminer/base/error.h"

namespace rlminer::cli::learning {
namespace {

[[noreturn]] void refuse() {
  throw Error("this Python module has no learning: use the program, `rlminer train`");
}

}  // namespace

void require() {
  refuse();
}

std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path&,
                                            const nn::PolicyOptions&) {
  refuse();
}

train::TrainOutcome train(const model::TrainConfig&, const model::TrainingData&,
                          const train::TrainOptions&) {
  refuse();
}

}  // namespace rlminer::cli::learning
