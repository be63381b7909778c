#include "rlminer/nn/layers.h"

#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "rlminer/nn/fused.h"

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

namespace {

// [rows, n, d] -> [rows, heads, n, d / heads]
torch::Tensor split_heads(const torch::Tensor& x, int heads) {
  return x.view({x.size(0), x.size(1), heads, x.size(2) / heads}).transpose(1, 2);
}

torch::Tensor join_heads(const torch::Tensor& x) {
  return x.transpose(1, 2).reshape({x.size(0), x.size(2), x.size(1) * x.size(3)});
}

torch::Tensor attend(const torch::Tensor& query, const torch::Tensor& key,
                     const torch::Tensor& value, const torch::Tensor& mask) {
#if TORCH_VERSION_MAJOR >= 2
  // One kernel that never writes the scores down.
  if (key.is_cuda() && query.sizes() == key.sizes()) {
    const auto everywhere = mask.expand({key.size(0), key.size(1), key.size(2), key.size(2)});
    return at::scaled_dot_product_attention(query, key, value, everywhere);
  }
#endif
  const double scale = 1.0 / std::sqrt(static_cast<double>(key.size(-1)));
  const torch::Tensor scores = torch::matmul(query * scale, key.transpose(-2, -1)) + mask;
  return torch::matmul(torch::softmax(scores, -1), value);
}

}  // namespace

Linear::Linear(ParameterSource& source, const std::string& name, int inputs, int outputs, bool bias,
               double gain)
    : weight_(
          source.take(name + ".weight", {outputs, inputs}, Init::Linear, inputs / (gain * gain))) {
  if (bias) bias_ = source.take(name + ".bias", {outputs}, Init::Linear, inputs);
}

torch::Tensor Linear::operator()(const torch::Tensor& x) const {
  return bias_.defined() ? linear(x, weight_, bias_) : torch::linear(x, weight_);
}

torch::Tensor Linear::precise(const torch::Tensor& x) const {
  const auto type = torch::promote_types(x.scalar_type(), torch::kFloat);
  const torch::Tensor bias = bias_.defined() ? bias_.to(type) : bias_;
  return torch::linear(x.to(type), weight_.to(type), bias);
}

Mlp::Mlp(ParameterSource& source, const std::string& name, int inputs, int hidden, int outputs)
    : first_(source, name + ".0", inputs, hidden, true),
      second_(source, name + ".1", hidden, outputs, true) {}

torch::Tensor Mlp::operator()(const torch::Tensor& x) const {
  return second_(torch::relu(first_(x)));
}

torch::Tensor Mlp::precise(const torch::Tensor& x) const {
  return second_.precise(torch::relu(first_(x)));
}

RmsNorm::RmsNorm(ParameterSource& source, const std::string& name, int width)
    : gain_(source.take(name + ".gain", {width}, Init::One)) {}

torch::Tensor RmsNorm::operator()(const torch::Tensor& x) const {
  constexpr double kTiny = 1e-3;  // keeps an all-zero vertex (padding) zero
  return rms_norm(x, gain_, kTiny);
}

Attention::Attention(ParameterSource& source, const std::string& name, int width, int heads)
    : heads_(heads),
      in_(source, name + ".in", width, 3 * width, true),
      out_(source, name + ".out", width, width, true) {}

torch::Tensor Attention::operator()(const torch::Tensor& x, const torch::Tensor& mask) const {
  const auto parts = in_(x).chunk(3, -1);
  const torch::Tensor attended =
      attend(split_heads(parts[0], heads_), split_heads(parts[1], heads_),
             split_heads(parts[2], heads_), mask);
  return x + out_(join_heads(attended));
}

AttentionPool::AttentionPool(ParameterSource& source, const std::string& name, int width, int heads)
    : heads_(heads),
      seed_(source.take(name + ".seed", {1, width}, Init::Normal)),
      query_(source, name + ".query", width, width, true),
      in_(source, name + ".in", width, 2 * width, true),
      out_(source, name + ".out", width, width, true) {}

torch::Tensor AttentionPool::operator()(const torch::Tensor& x, const torch::Tensor& mask) const {
  const auto parts = in_(x).chunk(2, -1);
  const torch::Tensor query = split_heads(query_(seed_).unsqueeze(0), heads_);  // [1, h, 1, d/h]
  const torch::Tensor pooled =
      attend(query, split_heads(parts[0], heads_), split_heads(parts[1], heads_), mask);
  return seed_ + out_(join_heads(pooled));
}

}  // namespace rlminer::nn
