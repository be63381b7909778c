// The networks of full size at their initial weights: what goes in must still be there after nine
// layers, or nothing can be learned.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/nn/network_samples.h"

namespace rlminer {
namespace {

using testing_support::batch_of;
using testing_support::first_places;
using testing_support::Fresh;
using testing_support::SampleStates;
using testing_support::standard_deviation;

constexpr SampleStates::Params kMolecules{
    .states = 4, .smallest = 30, .largest = 30, .molecules = true, .labels = 3, .max_size = 9};
// With vertices of ten neighbours and more. Every neighbour adds a message, so the paper's network,
// which has no norms, starts out with signals that grow with the degrees; only ours is asked to
// bear these.
constexpr SampleStates::Params kHubs{
    .states = 4, .smallest = 30, .largest = 30, .molecules = false, .labels = 3, .max_size = 9};

NetworkConfig full_size(bool plus) {
  NetworkConfig config;
  config.labels = 3;
  config.plus = plus;
  return config;
}

void scale_state_tables(const Weights& weights, double factor) {
  const torch::NoGradGuard no_grad;
  for (std::size_t i = 0; i < weights.layout()->parameters().size(); ++i) {
    const std::string& name = weights.layout()->parameters()[i].name;
    if (name.ends_with(".w4") || name.ends_with(".w5")) weights.view(i).detach().mul_(factor);
  }
}

class Signal : public testing::TestWithParam<bool> {
 protected:
  const NetworkConfig config_ = full_size(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Networks, Signal, testing::Bool(), [](const auto& instance) {
  return std::string(instance.param ? "plus" : "paper");
});

void expect_within_band(const NetworkConfig& config, const SampleStates& states,
                        std::uint64_t seed) {
  const Batch batch = batch_of(states.observations(), config, torch::kFloat);
  const Fresh<Actor> actor(config, seed, torch::kFloat);
  const Gnn& gnn = actor.network.gnn();
  for (const auto& sizes : {gnn.layer_rms(batch), gnn.layer_spread(batch)}) {
    ASSERT_EQ(sizes.size(), 10U);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      EXPECT_GT(sizes[i], 0.01 * sizes[0]) << "seed " << seed << ", layer " << i;
      EXPECT_LT(sizes[i], 100 * sizes[0]) << "seed " << seed << ", layer " << i;
    }
  }
}

TEST_P(Signal, SurvivesNineLayers) {
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    expect_within_band(config_, SampleStates(kMolecules, seed), seed);
}

TEST(SignalPlus, BearsHubs) {
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    expect_within_band(full_size(true), SampleStates(kHubs, seed), seed);
}

TEST_P(Signal, LogitsOfAFreshNetworkDiffer) {
  const torch::NoGradGuard no_grad;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const SampleStates states(kMolecules, seed);
    const Batch batch = batch_of(states.observations(), config_, torch::kFloat);
    const Fresh<Actor> actor(config_, seed, torch::kFloat);
    const torch::Tensor logits = actor.network.logits(batch);
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::size_t actions = states[i].actions.size();
      if (actions < 2) continue;
      EXPECT_GT(standard_deviation(first_places(logits, i, actions)), 1e-3)
          << "seed " << seed << ", state " << i;
    }
  }
}

// The state tables at the size of an ordinary small initial value: the signal dies, and the checks
// above would see it.
TEST(SignalSelfTest, DiesWithSmallStateTables) {
  const NetworkConfig config = full_size(false);
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const SampleStates states(kMolecules, seed);
    const Batch batch = batch_of(states.observations(), config, torch::kFloat);
    const Fresh<Actor> actor(config, seed, torch::kFloat);
    scale_state_tables(actor.weights, 0.05);
    const std::vector<double> spread = actor.network.gnn().layer_spread(batch);
    EXPECT_LT(spread.back(), 0.01 * spread.front()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace rlminer
