#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "rlminer/model/model_info.h"
#include "rlminer/policy/policy.h"

// Free of torch headers, so that anything may hold a learned policy.
namespace rlminer::nn {

class Weights;

struct PolicyOptions {
  std::string device = "auto";  // auto, cpu or cuda
  int threads = 1;              // on a CPU
};

// The policy in a model file. Throws Error when the file is not a model, or the device absent.
// score() may be called from one thread at a time.
std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path& model,
                                            const PolicyOptions& options);

// A policy that computes with copies of these weights, in the precision of training.
std::unique_ptr<policy::Policy> make_policy(const model::ModelInfo& info, const Weights& actor,
                                            int threads);

}  // namespace rlminer::nn
