#include "rlminer/nn/model_file.h"

#include <cstring>

#include "rlminer/base/error.h"
#include "rlminer/nn/gnn.h"

namespace rlminer::nn {
namespace {

torch::Dtype dtype_of(model::TensorType type) {
  switch (type) {
    case model::TensorType::F32:
      return torch::kFloat;
    case model::TensorType::F16:
      return torch::kHalf;
    case model::TensorType::BF16:
      return torch::kBFloat16;
    case model::TensorType::I64:
      return torch::kLong;
    case model::TensorType::I32:
      return torch::kInt;
    case model::TensorType::U8:
      return torch::kByte;
  }
  return torch::kFloat;
}

std::string full_name(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

model::StoredTensor to_stored(const std::string& name, const torch::Tensor& values,
                              model::TensorType type) {
  const torch::Tensor host = values.detach().to(torch::kCPU, dtype_of(type)).contiguous();
  if (!host.isfinite().all().item<bool>()) {
    throw Error("tensor " + name + " has values that are not finite in " + model::name_of(type));
  }
  model::StoredTensor stored{name, type, host.sizes().vec(), {}};
  stored.bytes.resize(static_cast<std::size_t>(host.nbytes()));
  std::memcpy(stored.bytes.data(), host.data_ptr(), stored.bytes.size());
  return stored;
}

// A float tensor on the host.
torch::Tensor from_stored(const model::StoredTensor& stored) {
  torch::Tensor values = torch::empty(stored.shape, dtype_of(stored.type));
  std::memcpy(values.data_ptr(), stored.bytes.data(), stored.bytes.size());
  if (!values.isfinite().all().item<bool>()) {
    throw Error("tensor " + stored.name + " has values that are not finite");
  }
  return values.to(torch::kFloat);
}

const model::StoredTensor& required(const model::SafetensorsFile& file, const std::string& name,
                                    c10::IntArrayRef shape) {
  const model::StoredTensor& stored = model::tensor_named(file, name);
  if (stored.shape != shape.vec()) throw Error("tensor " + name + " has another shape");
  return stored;
}

}  // namespace

void store_weights(const Weights& weights, const std::string& prefix, model::TensorType type,
                   model::SafetensorsFile& file) {
  const auto& parameters = weights.layout()->parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    file.tensors.push_back(to_stored(full_name(prefix, parameters[i].name), weights.view(i), type));
  }
}

void restore_weights(const model::SafetensorsFile& file, const std::string& prefix,
                     Weights& weights) {
  const torch::NoGradGuard no_grad;
  const auto& parameters = weights.layout()->parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    weights.view(i).copy_(
        from_stored(required(file, full_name(prefix, parameters[i].name), parameters[i].shape)));
  }
}

void store_flat(const torch::Tensor& values, const std::string& name,
                model::SafetensorsFile& file) {
  file.tensors.push_back(to_stored(name, values, model::TensorType::F32));
}

void restore_flat(const model::SafetensorsFile& file, const std::string& name,
                  torch::Tensor values) {
  const torch::NoGradGuard no_grad;
  values.copy_(from_stored(required(file, name, values.sizes())));
}

void write_model(const std::filesystem::path& path, const model::ModelInfo& info,
                 const Weights& actor, model::TensorType type) {
  model::SafetensorsFile file;
  file.metadata = model::to_metadata(info);
  store_weights(actor, "", type, file);
  model::write_safetensors(path, file);
}

Model read_model(const std::filesystem::path& path, torch::Device device) {
  const model::SafetensorsFile file = model::read_safetensors(path);
  try {
    model::ModelInfo info = model::model_info_from(file.metadata);
    Weights actor(layout_of<Actor>(info.network), device, torch::kFloat);
    restore_weights(file, "", actor);
    return {std::move(info), std::move(actor)};
  } catch (const Error& error) {
    throw Error(path.string() + ": " + error.what());
  }
}

}  // namespace rlminer::nn
