#pragma once

#include <filesystem>
#include <string>

#include "rlminer/model/model_info.h"
#include "rlminer/model/safetensors.h"
#include "rlminer/nn/weights.h"

namespace rlminer {

// Appends every parameter as tensor "PREFIX.name" (just the name when the prefix is empty). `type`
// is F32, F16 or BF16; a value that F16 cannot hold is an Error.
void store_weights(const Weights& weights, const std::string& prefix, TensorType type,
                   SafetensorsFile& file);
// The opposite. Throws Error naming the tensor that is missing, of another shape, or not finite.
void restore_weights(const SafetensorsFile& file, const std::string& prefix, Weights& weights);

// A flat float tensor (an optimiser's moments, say) stored and restored exactly.
void store_flat(const torch::Tensor& values, const std::string& name, SafetensorsFile& file);
void restore_flat(const SafetensorsFile& file, const std::string& name, torch::Tensor values);

// An actor and what it is: one file, readable by anything that reads safetensors.
struct Model {
  ModelInfo info;
  Weights actor;
};
void write_model(const std::filesystem::path& path, const ModelInfo& info, const Weights& actor,
                 TensorType type);
Model read_model(const std::filesystem::path& path, torch::Device device);

}  // namespace rlminer
