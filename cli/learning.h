#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "rlminer/nn/neural_policy.h"
#include "rlminer/policy/policy.h"
#include "rlminer/train/trainer.h"

// The door to the rooms that need libtorch; the types need no library. Behind it is one of
//   learning_here.cc       in rlminer-learning, which is linked with libtorch;
//   learning_elsewhere.cc  in rlminer: every function replaces the process by rlminer-learning with
//                          the same arguments, so it is called before anything is read or written;
//                          where that program was not built, it throws an Error that says so.
namespace rlminer::cli::learning {

// Sees to it that the rest can be used.
void require();

// As the function of this name in nn/, for a GPU; on a CPU policies need no libtorch (infer/).
std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path& model,
                                            const nn::PolicyOptions& options);

// As the function of this name in train/.
train::TrainOutcome train(const model::TrainConfig& config, const model::TrainingData& data,
                          const train::TrainOptions& options);

}  // namespace rlminer::cli::learning
