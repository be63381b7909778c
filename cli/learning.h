#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "rlminer/engine/engine.h"
#include "rlminer/experiment/experiment.h"
#include "rlminer/model/model_info.h"
#include "rlminer/nn/neural_policy.h"
#include "rlminer/train/config.h"
#include "rlminer/train/trainer.h"

// The door to the rooms that need libtorch; the types need no library. Behind it is one of
//   learning_here.cc       in rlminer-learning, which is linked with libtorch;
//   learning_elsewhere.cc  in rlminer: every function replaces the process by rlminer-learning with
//                          the same arguments, so it is called before anything is read or written;
//   learning_off.cc        in a build without libtorch: every function throws an Error that says
//   so.
namespace rlminer::cli::learning {

// Sees to it that the rest can be used.
void require();

// What a model file says about itself.
model::ModelInfo read_info(const std::filesystem::path& model);

// The engine "rl" with the policy in a model file.
std::unique_ptr<engine::Engine> make_engine(const std::filesystem::path& model,
                                            const nn::PolicyOptions& options);

// As the functions of these names in train/.
train::TrainConfig preset(const std::string& name, train::Algorithm algorithm);
train::TrainOutcome train(const train::TrainConfig& config, const train::TrainingData& data,
                          const train::TrainOptions& options);

// As the functions of these names in experiment/.
std::span<const study::Experiment> experiments();
const study::Experiment& experiment(const std::string& name);

}  // namespace rlminer::cli::learning
