// The networks on a GPU, in bfloat16 and with our own kernels, against the same on the CPU in
// double precision: results and gradients.
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include "rlminer/nn/device.h"
#include "rlminer/testing/network_samples.h"

namespace rlminer::nn {
namespace {

using testing::Fresh;
using testing::SampleStates;

// Of the norm. One rounding is 0.004, and a result is some tens of operations deep, a gradient
// twice that. A wrong formula is off by far more.
constexpr double kResultError = 0.04;
constexpr double kGradientError = 0.15;

model::NetworkConfig wide(bool plus, bool relations, int context_layers, int hidden) {
  model::NetworkConfig config;
  config.labels = 3;
  config.hidden = hidden;
  config.layers = 4;
  config.plus = plus;
  config.relations = relations ? SampleStates::kEdgeRanks : 0;
  config.context_layers = context_layers;
  return config;
}

// A copy of the weights on the GPU, in bfloat16.
Weights on_gpu(const Weights& weights) {
  Weights copy(weights.layout(), torch::kCUDA, torch::kBFloat16);
  torch::Tensor flat = copy.flat();
  flat.copy_(weights.flat().detach());
  copy.track_gradients();
  return copy;
}

PackedStates packed_on(torch::Device device, const SampleStates& states,
                       const model::NetworkConfig& config) {
  constexpr std::int64_t kWidth = 128;
  PackedStates host =
      PackedStates::make(shape_for(states.observations(), kWidth, config), torch::kCPU);
  pack(states.observations(), config, host);
  PackedStates there = PackedStates::make(host.shape, device);
  copy_all(host.tensors(), there.tensors());
  return there;
}

double relative_error(const torch::Tensor& actual, const torch::Tensor& wanted) {
  const torch::Tensor a = actual.detach().to(torch::kCPU, torch::kDouble);
  const torch::Tensor b = wanted.detach().to(torch::kCPU, torch::kDouble);
  return ((a - b).norm() / b.norm().clamp_min(1e-12)).item<double>();
}

// Every parameter's gradient; tiny ones are compared with the largest, not with themselves.
void expect_same_gradients(const Weights& gpu, const Weights& cpu) {
  const auto& parameters = cpu.layout()->parameters();
  double largest = 0.0;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    largest = std::max(largest, cpu.view(i).grad().norm().item<double>());
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const torch::Tensor wanted = cpu.view(i).grad();
    const torch::Tensor actual = gpu.view(i).grad().to(torch::kCPU, torch::kDouble);
    const double error = (actual - wanted).norm().item<double>();
    EXPECT_LT(error, kGradientError * (wanted.norm().item<double>() + 0.02 * largest))
        << parameters[i].name;
  }
}

class OnGpu : public ::testing::TestWithParam<std::tuple<bool, bool, int, int>> {
 protected:
  void SetUp() override {
    if (!torch::cuda::is_available()) GTEST_SKIP() << "no CUDA";
  }
  const model::NetworkConfig config_ = std::apply(wide, GetParam());
  const SampleStates states_{
      {.states = 12, .smallest = 12, .largest = 40, .molecules = true, .labels = 3, .max_size = 9},
      7};
};

INSTANTIATE_TEST_SUITE_P(Networks, OnGpu,
                         ::testing::Combine(::testing::Bool(), ::testing::Bool(),
                                            ::testing::Values(0, 3), ::testing::Values(64, 256)),
                         [](const auto& instance) {
                           return std::string(std::get<0>(instance.param) ? "plus" : "paper") +
                                  (std::get<1>(instance.param) ? "_relations" : "") +
                                  (std::get<2>(instance.param) > 0 ? "_context_" : "_") +
                                  std::to_string(std::get<3>(instance.param));
                         });

TEST_P(OnGpu, ActorAgrees) {
  const Fresh<Actor> cpu(config_, 5, torch::kDouble);
  const Weights weights = on_gpu(cpu.weights);
  ParameterSource source(weights);
  const Actor gpu(config_, source);
  const Batch here = Batch::from(packed_on(torch::kCPU, states_, config_), config_, torch::kDouble);
  const Batch there =
      Batch::from(packed_on(torch::kCUDA, states_, config_), config_, torch::kBFloat16);
  const torch::Tensor wanted = masked_log_softmax(cpu.network.logits(here), here.action_valid);
  const torch::Tensor actual = masked_log_softmax(gpu.logits(there), there.action_valid);
  EXPECT_LT(relative_error(actual, wanted), kResultError);
  const torch::Tensor mix = torch::linspace(-1.0, 1.0, wanted.numel()).view(wanted.sizes());
  (wanted * mix).sum().backward();
  (actual * mix.to(torch::kCUDA)).sum().backward();
  expect_same_gradients(weights, cpu.weights);
}

TEST_P(OnGpu, CriticAgrees) {
  const Fresh<Critic> cpu(config_, 6, torch::kDouble);
  const Weights weights = on_gpu(cpu.weights);
  ParameterSource source(weights);
  const Critic gpu(config_, source);
  const Batch here = Batch::from(packed_on(torch::kCPU, states_, config_), config_, torch::kDouble);
  const Batch there =
      Batch::from(packed_on(torch::kCUDA, states_, config_), config_, torch::kBFloat16);
  const CriticOutput wanted = cpu.network(here, states_.taken());
  const CriticOutput actual = gpu(there, states_.taken().to(torch::kCUDA));
  EXPECT_LT(relative_error(actual.q, wanted.q), kResultError);
  EXPECT_LT(relative_error(actual.reward, wanted.reward), kResultError);
  (wanted.q.square().sum() + wanted.reward.square().sum()).backward();
  (actual.q.square().sum() + actual.reward.square().sum()).backward();
  expect_same_gradients(weights, cpu.weights);
}

}  // namespace
}  // namespace rlminer::nn
