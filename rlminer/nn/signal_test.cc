// The networks of full size at their initial weights: what goes in must still be there after nine
// layers and what comes from the neighbours must have arrived, or nothing can be learned.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/testing/network_samples.h"

namespace rlminer::nn {
namespace {

using testing::batch_of;
using testing::first_places;
using testing::Fresh;
using testing::SampleStates;
using testing::standard_deviation;

constexpr std::uint64_t kSeeds = 4;
constexpr SampleStates::Params kMolecules{
    .states = 4, .smallest = 30, .largest = 30, .molecules = true, .labels = 3, .max_size = 9};
// With vertices of ten neighbours, each of which adds a message.
constexpr SampleStates::Params kHubs{
    .states = 4, .smallest = 30, .largest = 30, .molecules = false, .labels = 3, .max_size = 9};

model::NetworkConfig full_size(bool plus) {
  model::NetworkConfig config;
  config.labels = 3;
  config.plus = plus;
  return config;
}

// Multiplies every parameter whose name ends so.
void scale(const Weights& weights, const std::string& ending, double factor) {
  for (std::size_t i = 0; i < weights.layout()->parameters().size(); ++i) {
    if (weights.layout()->parameters()[i].name.ends_with(ending))
      weights.view(i).detach().mul_(factor);
  }
}

// The smallest and the largest root mean square of a layer, in units of the input's.
std::pair<double, double> range_of_layers(const Actor& actor, const Batch& batch) {
  const std::vector<double> rms = actor.gnn().layer_rms(batch);
  const auto [least, most] = std::minmax_element(rms.begin(), rms.end());
  return {*least / rms.front(), *most / rms.front()};
}

// How far the vectors of vertices with the same label, both chosen or both not, are from each
// other, in units of their size. Only messages tell such vertices apart: the mere size of the
// vectors, or their differences between labels, would look healthy in a network that is deaf to its
// edges.
double heard_from_neighbors(const Actor& actor, const env::Observation& state,
                            const model::NetworkConfig& config) {
  const std::vector<env::Observation> one(1, state);
  const torch::Tensor h = actor.gnn()(batch_of(one, config, torch::kFloat))[0];
  std::map<std::pair<Label, bool>, std::vector<std::int64_t>> alike;
  for (Vertex v = 0; v < state.target->graph().num_vertices(); ++v) {
    const bool chosen = std::count(state.chosen.begin(), state.chosen.end(), v) > 0;
    alike[{state.target->tokens()[v], chosen}].push_back(v);
  }
  double squares = 0;
  for (const auto& [kind, vertices] : alike) {
    const torch::Tensor group = h.index_select(0, torch::tensor(vertices));
    squares += (group - group.mean(0, /*keepdim=*/true)).square().sum().item<double>();
  }
  return std::sqrt(squares / h.square().sum().item<double>());
}

class Signal : public ::testing::TestWithParam<bool> {
 protected:
  const model::NetworkConfig config_ = full_size(GetParam());
  const torch::NoGradGuard no_grad_;
};

INSTANTIATE_TEST_SUITE_P(Networks, Signal, ::testing::Bool(), [](const auto& instance) {
  return std::string(instance.param ? "plus" : "paper");
});

TEST_P(Signal, NeitherDiesNorGrowsInNineLayers) {
  for (const SampleStates::Params& params : {kMolecules, kHubs}) {
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      const SampleStates states(params, seed);
      const Fresh<Actor> actor(config_, seed, torch::kFloat);
      const auto [least, most] =
          range_of_layers(actor.network, batch_of(states.observations(), config_, torch::kFloat));
      EXPECT_GT(least, 0.01) << "seed " << seed;
      EXPECT_LT(most, 100) << "seed " << seed;
    }
  }
}

TEST_P(Signal, HearsTheNeighbors) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const SampleStates states(kMolecules, seed);
    const Fresh<Actor> actor(config_, seed, torch::kFloat);
    for (const env::Observation& state : states.observations())
      EXPECT_GT(heard_from_neighbors(actor.network, state, config_), 0.02) << "seed " << seed;
  }
}

// Where an episode may start anywhere: all 30 actions, and those with one label among themselves.
TEST_P(Signal, LogitsOfAFreshNetworkDiffer) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const SampleStates states(kMolecules, seed);
    const env::State start(*states[0].target, 9);
    const std::vector<env::Observation> one(1, env::observe(start));
    ASSERT_EQ(one[0].actions.size(), 30U);
    const Fresh<Actor> actor(config_, seed, torch::kFloat);
    const std::vector<double> logits =
        first_places(actor.network.logits(batch_of(one, config_, torch::kFloat)), 0, 30);
    EXPECT_GT(standard_deviation(logits), 1e-3) << "seed " << seed;
    std::map<Label, std::vector<double>> by_label;
    for (std::size_t v = 0; v < logits.size(); ++v)
      by_label[one[0].target->tokens()[v]].push_back(logits[v]);
    for (const auto& [label, values] : by_label) {
      if (values.size() < 5) continue;
      EXPECT_GT(standard_deviation(values), 1e-3) << "seed " << seed << ", label " << label;
    }
  }
}

// State tables at the size of an ordinary small initial value: messages die, and the check sees it.
TEST(SignalSelfTest, SmallStateTablesMakeTheNetworkDeaf) {
  const torch::NoGradGuard no_grad;
  const model::NetworkConfig config = full_size(false);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const SampleStates states(kMolecules, seed);
    const Fresh<Actor> actor(config, seed, torch::kFloat);
    scale(actor.weights, ".w4", 0.05);
    scale(actor.weights, ".w5", 0.05);
    for (const env::Observation& state : states.observations())
      EXPECT_LT(heard_from_neighbors(actor.network, state, config), 0.02) << "seed " << seed;
  }
}

// Too small and too large matrices leave the band, at its lower and at its upper end.
TEST(SignalSelfTest, WrongScalesLeaveTheBand) {
  const torch::NoGradGuard no_grad;
  const model::NetworkConfig config = full_size(false);
  const SampleStates states(kHubs, 0);
  const Batch batch = batch_of(states.observations(), config, torch::kFloat);
  const Fresh<Actor> small(config, 0, torch::kFloat);
  for (const char* name : {".w1.weight", ".w1.bias", ".w2.weight", ".w3.weight"})
    scale(small.weights, name, 0.05);
  EXPECT_LT(range_of_layers(small.network, batch).first, 0.01);
  const Fresh<Actor> large(config, 0, torch::kFloat);
  for (const char* name : {".w2.weight", ".w3.weight"})
    scale(large.weights, name, 10);
  EXPECT_GT(range_of_layers(large.network, batch).second, 100);
}

}  // namespace
}  // namespace rlminer::nn
