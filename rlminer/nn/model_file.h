#pragma once

#include <filesystem>
#include <string>

#include "rlminer/model/model_info.h"
#include "rlminer/model/safetensors.h"
#include "rlminer/nn/layers.h"

namespace rlminer::nn {

// Appends every parameter as tensor "PREFIX.name" (just the name when the prefix is empty). `type`
// is F32, F16 or BF16; a value that F16 cannot hold is an Error.
void store_weights(const Weights& weights, const std::string& prefix, model::TensorType type,
                   model::SafetensorsFile& file);
// The opposite. Throws Error naming the tensor that is missing, of another shape, or not finite.
void restore_weights(const model::SafetensorsFile& file, const std::string& prefix,
                     Weights& weights);

// A flat float tensor (an optimiser's moments, say) stored and restored exactly.
void store_flat(const torch::Tensor& values, const std::string& name, model::SafetensorsFile& file);
void restore_flat(const model::SafetensorsFile& file, const std::string& name,
                  torch::Tensor values);

// An actor and what it is: one file, readable by anything that reads safetensors.
struct Model {
  model::ModelInfo info;
  Weights actor;
};
void write_model(const std::filesystem::path& path, const model::ModelInfo& info,
                 const Weights& actor, model::TensorType type);
Model read_model(const std::filesystem::path& path, torch::Device device);

}  // namespace rlminer::nn
