#include "rlminer/nn/weights.h"

#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

namespace rlminer::nn {
namespace {

// Parameters start at multiples of this many values, so that matrix products see aligned rows.
constexpr std::int64_t kAlignment = 64;

double standard_normal(Rng& rng) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - rng.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * rng.uniform());
}

double draw(const ParameterSpec& spec, Rng& rng) {
  switch (spec.init) {
    case Init::Linear:
      return (2.0 * rng.uniform() - 1.0) / std::sqrt(spec.inputs);
    case Init::Normal:
      return standard_normal(rng);
    case Init::NearOne:
      return 1.0 + 0.1 * standard_normal(rng);
    case Init::One:
      return 1.0;
    case Init::Zero:
      return 0.0;
  }
  return 0.0;
}

}  // namespace

void Layout::add(const std::string& name, std::vector<std::int64_t> shape, Init init,
                 double inputs) {
  const std::int64_t count =
      std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
  parameters_.push_back({name, std::move(shape), init, inputs, size_, count});
  size_ += (count + kAlignment - 1) / kAlignment * kAlignment;
}

std::int64_t Layout::num_values() const {
  std::int64_t total = 0;
  for (const ParameterSpec& spec : parameters_)
    total += spec.count;
  return total;
}

Weights::Weights(std::shared_ptr<const Layout> layout, torch::Device device, torch::Dtype type)
    : layout_(std::move(layout)),
      flat_(torch::zeros({layout_->size()}, torch::TensorOptions().device(device).dtype(type))) {
  for (const ParameterSpec& spec : layout_->parameters())
    views_.push_back(flat_.narrow(0, spec.offset, spec.count).view(spec.shape));
}

void Weights::track_gradients() {
  flat_gradient_ = torch::zeros_like(flat_);
  for (std::size_t i = 0; i < views_.size(); ++i) {
    const ParameterSpec& spec = layout_->parameters()[i];
    views_[i] = views_[i].detach().requires_grad_();
    views_[i].mutable_grad() = flat_gradient_.narrow(0, spec.offset, spec.count).view(spec.shape);
  }
}

void Weights::initialise(Rng& rng) {
  const torch::NoGradGuard no_grad;
  torch::Tensor values = torch::zeros({layout_->size()}, torch::kFloat);
  float* const data = values.data_ptr<float>();
  for (const ParameterSpec& spec : layout_->parameters()) {
    for (std::int64_t i = 0; i < spec.count; ++i)
      data[spec.offset + i] = static_cast<float>(draw(spec, rng));
  }
  flat_.copy_(values);
}

torch::Tensor ParameterSource::take(const std::string& name, std::vector<std::int64_t> shape,
                                    Init init, double inputs) {
  if (declared_ != nullptr) {
    declared_->add(name, std::move(shape), init, inputs);
    return {};
  }
  assert(bound_->layout()->parameters().at(next_).name == name);
  assert(bound_->layout()->parameters().at(next_).shape == shape);
  return bound_->view(next_++);
}

}  // namespace rlminer::nn
