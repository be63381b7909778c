#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "rlminer/policy/policy.h"

namespace rlminer::study {

// What experiments need of the rooms that learn. Those need libtorch and this one does without, so
// whoever links them passes these functions in.
struct Learning {
  // The policy in a model file, on a device ("auto", "cpu" or "cuda"). Throws Error when the file
  // is not a model, or the device absent.
  std::function<std::unique_ptr<policy::Policy>(const std::filesystem::path& model,
                                                const std::string& device, int threads)>
      load_policy;
};

}  // namespace rlminer::study
