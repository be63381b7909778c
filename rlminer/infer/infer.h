#pragma once

#include <filesystem>
#include <memory>

#include "rlminer/policy/policy.h"

// Trained policies without the library that trains them: plain arithmetic on the CPU, which is
// there in milliseconds.
namespace rlminer::infer {

// The policy in a model file. Throws Error when the file is not a model. score() may be called from
// one thread at a time and uses `threads`; the scores do not depend on how many.
std::unique_ptr<policy::Policy> load_policy(const std::filesystem::path& model, int threads);

}  // namespace rlminer::infer
