#include "rlminer/train/adam.h"

#include <cmath>

#include "rlminer/base/error.h"
#include "rlminer/nn/model_file.h"

namespace rlminer::train {
namespace {

// Decay pulls towards zero, which is where a matrix may go but not a scale or a bias.
torch::Tensor decay_mask(const nn::Layout& layout, torch::Device device) {
  torch::Tensor mask = torch::zeros({layout.size()});
  for (const nn::ParameterSpec& spec : layout.parameters()) {
    if (spec.init == nn::Init::Linear && spec.shape.size() > 1)
      mask.narrow(0, spec.offset, spec.count).fill_(1.0);
  }
  return mask.to(device);
}

}  // namespace

Adam::Adam(torch::Tensor values, torch::Tensor decayed, const AdamOptions& options)
    : options_(options),
      values_(std::move(values)),
      decayed_(std::move(decayed)),
      mean_(torch::zeros_like(values_)),
      square_(torch::zeros_like(values_)),
      norm_(torch::zeros({}, values_.options())),
      scales_(torch::zeros({3}, values_.options())) {}

void Adam::prepare(double learning_rate) {
  const torch::NoGradGuard no_grad;
  ++steps_;
  const auto t = static_cast<double>(steps_);
  scales_[0].fill_(learning_rate / (1.0 - std::pow(options_.beta1, t)));
  scales_[1].fill_(1.0 / (1.0 - std::pow(options_.beta2, t)));
  scales_[2].fill_(learning_rate * options_.weight_decay);
}

void Adam::step(const torch::Tensor& gradient) {
  const torch::NoGradGuard no_grad;
  torch::Tensor g = gradient.to(values_.scalar_type());
  norm_.copy_(g.norm());
  if (options_.clip > 0.0) {
    constexpr double kTiny = 1e-6;
    g = g * (options_.clip / (norm_ + kTiny)).clamp_max(1.0);
  }
  mean_.mul_(options_.beta1).add_(g, 1.0 - options_.beta1);
  square_.mul_(options_.beta2).addcmul_(g, g, 1.0 - options_.beta2);
  const torch::Tensor spread = (square_ * scales_[1]).sqrt_().add_(options_.epsilon);
  if (options_.weight_decay > 0.0) values_.sub_(values_ * decayed_ * scales_[2]);
  values_.sub_(mean_ * scales_[0] / spread);
}

void Adam::store(const std::string& name, model::SafetensorsFile& file) const {
  nn::store_flat(mean_, name + ".mean", file);
  nn::store_flat(square_, name + ".square", file);
  file.tensors.push_back(model::make_tensor<std::int64_t>(name + ".steps", {steps_}));
}

void Adam::restore(const std::string& name, const model::SafetensorsFile& file) {
  nn::restore_flat(file, name + ".mean", mean_);
  nn::restore_flat(file, name + ".square", square_);
  steps_ = model::values_named<std::int64_t>(file, name + ".steps", 1)[0];
}

TrainedWeights::TrainedWeights(std::shared_ptr<const nn::Layout> layout, torch::Device device,
                               torch::Dtype type, const AdamOptions& options, Rng& rng)
    : master_(layout, device, torch::kFloat),
      compute_(layout, device, type),
      adam_(master_.flat(),
            options.weight_decay > 0.0 ? decay_mask(*layout, device) : torch::Tensor(), options) {
  master_.initialise(rng);
  compute_.track_gradients();
  master_moved();
}

void TrainedWeights::step() {
  const torch::NoGradGuard no_grad;
  adam_.step(compute_.flat_gradient());
  master_moved();
  torch::Tensor gradient = compute_.flat_gradient();
  gradient.zero_();
}

void TrainedWeights::master_moved() {
  const torch::NoGradGuard no_grad;
  torch::Tensor flat = compute_.flat();
  flat.copy_(master_.flat());
}

void TrainedWeights::store(const std::string& name, model::SafetensorsFile& file) const {
  nn::store_weights(master_, name, model::TensorType::F32, file);
  adam_.store(name + ".adam", file);
}

void TrainedWeights::restore(const std::string& name, const model::SafetensorsFile& file) {
  nn::restore_weights(file, name, master_);
  adam_.restore(name + ".adam", file);
  master_moved();
}

}  // namespace rlminer::train
