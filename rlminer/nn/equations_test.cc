// The networks against the plain reference, equation by equation, and their gradients against
// finite differences of it.

#include <cmath>

#include <gtest/gtest.h>

#include "rlminer/testing/network_samples.h"

namespace rlminer::nn {
namespace {

using testing::batch_of;
using testing::first_places;
using testing::Fresh;
using testing::largest_difference;
using testing::PlainNetwork;
using testing::SampleStates;
using testing::shake;
using testing::standard_deviation;
using testing::Variant;

// The networks end in single precision, whatever they compute in.
constexpr double kTolerance = 3e-6;
constexpr std::int64_t kOwnRows = 0;
constexpr std::int64_t kSharedRows = 40;

class Equations : public ::testing::TestWithParam<Variant> {
 protected:
  const model::NetworkConfig config_ = GetParam().config;
};

INSTANTIATE_TEST_SUITE_P(Networks, Equations, ::testing::ValuesIn(testing::variants()),
                         [](const auto& instance) { return instance.param.name; });

TEST_P(Equations, ActorEqualsThePlainReference) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const SampleStates states({.states = 8}, seed);
    const Fresh<Actor> actor(config_, seed, torch::kDouble);
    shake(actor.weights, seed);
    const PlainNetwork plain = testing::plain_network(config_, actor.weights);
    for (const std::int64_t width : {kOwnRows, kSharedRows}) {
      const Batch batch = batch_of(states.observations(), config_, torch::kDouble, width);
      EXPECT_EQ(batch.shape.slots > 1, width == kSharedRows);
      const torch::Tensor logits = actor.network.logits(batch);
      for (std::size_t i = 0; i < states.size(); ++i) {
        const std::vector<double> expected = plain.logits(states[i]);
        EXPECT_LT(largest_difference(first_places(logits, i, expected.size()), expected),
                  kTolerance)
            << "seed " << seed << ", state " << i << ", width " << batch.shape.width;
      }
    }
  }
}

TEST_P(Equations, CriticEqualsThePlainReference) {
  for (const std::uint64_t seed : {4, 5, 6}) {
    const SampleStates states({.states = 8}, seed);
    const Fresh<Critic> critic(config_, seed, torch::kDouble);
    shake(critic.weights, seed);
    const PlainNetwork plain = testing::plain_network(config_, critic.weights);
    for (const std::int64_t width : {kOwnRows, kSharedRows}) {
      const Batch batch = batch_of(states.observations(), config_, torch::kDouble, width);
      const CriticOutput output = critic.network(batch, states.taken());
      ASSERT_EQ(output.reward.defined(), config_.reward_head);
      for (std::size_t i = 0; i < states.size(); ++i) {
        const PlainNetwork::Judgement expected = plain.judge(states[i]);
        EXPECT_LT(largest_difference(first_places(output.q, i, expected.q.size()), expected.q),
                  kTolerance)
            << "seed " << seed << ", state " << i << ", width " << batch.shape.width;
        if (!config_.reward_head) continue;
        const auto at = static_cast<std::int64_t>(i);
        const auto taken = static_cast<std::size_t>(states.taken()[at].item<std::int64_t>());
        EXPECT_NEAR(output.reward[at].item<double>(), expected.reward.at(taken), 1e-5);
      }
    }
  }
}

// Were all values alike, the comparisons above would show nothing.
TEST_P(Equations, TheComparisonSeesDifferentValues) {
  const SampleStates states({.states = 8, .smallest = 7}, 1);
  const Fresh<Actor> actor(config_, 1, torch::kDouble);
  shake(actor.weights, 1);
  const PlainNetwork plain = testing::plain_network(config_, actor.weights);
  std::vector<double> all;
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (const double logit : plain.logits(states[i]))
      all.push_back(logit);
  }
  EXPECT_GT(standard_deviation(all), 0.01);
}

// One equation changed, the same parameters: the outcome must be another.
TEST(EquationsSelfTest, AChangedEquationIsNoticed) {
  const model::NetworkConfig config = testing::variants().front().config;
  const SampleStates states({.states = 8}, 1);
  const Fresh<Actor> actor(config, 1, torch::kDouble);
  shake(actor.weights, 1);
  const Batch batch = batch_of(states.observations(), config, torch::kDouble);
  const torch::Tensor logits = actor.network.logits(batch);
  const auto difference = [&](const model::NetworkConfig& changed) {
    const PlainNetwork plain = testing::plain_network(changed, actor.weights);
    double most = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const std::vector<double> other = plain.logits(states[i]);
      most = std::max(most, largest_difference(first_places(logits, i, other.size()), other));
    }
    return most;
  };
  EXPECT_LT(difference(config), kTolerance);
  model::NetworkConfig changed = config;
  changed.task_steps = false;
  EXPECT_GT(difference(changed), 100 * kTolerance) << "task";
  changed = config;
  changed.skip_gate = false;
  EXPECT_GT(difference(changed), 100 * kTolerance) << "skip connection";
  changed = config;
  changed.heads = 4;
  EXPECT_GT(difference(changed), 100 * kTolerance) << "attention";
  changed = config;
  changed.layers = 2;
  EXPECT_GT(difference(changed), 100 * kTolerance) << "layers";
}

// A number that depends on every output for the valid actions, each in its own way.
double coefficient(std::size_t state, std::size_t action) {
  return std::sin(1.0 + 3.0 * static_cast<double>(state) + 7.0 * static_cast<double>(action));
}

torch::Tensor coefficients(const SampleStates& states, const Batch& batch) {
  torch::Tensor result = torch::zeros({batch.shape.states, batch.shape.actions}, torch::kFloat);
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (std::size_t a = 0; a < states[i].actions.size(); ++a) {
      result[static_cast<std::int64_t>(i)][static_cast<std::int64_t>(a)] =
          static_cast<float>(coefficient(i, a));
    }
  }
  return result;
}

double plain_actor_loss(const PlainNetwork& plain, const SampleStates& states) {
  double loss = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::vector<double> logits = plain.logits(states[i]);
    for (std::size_t a = 0; a < logits.size(); ++a)
      loss += coefficient(i, a) * logits[a];
  }
  return loss;
}

double plain_critic_loss(const PlainNetwork& plain, const SampleStates& states) {
  double loss = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const PlainNetwork::Judgement judged = plain.judge(states[i]);
    for (std::size_t a = 0; a < judged.q.size(); ++a)
      loss += coefficient(i, a) * judged.q[a];
    if (judged.reward.empty()) continue;
    const auto taken = states.taken()[static_cast<std::int64_t>(i)].item<std::int64_t>();
    loss += coefficient(i, 0) * judged.reward[static_cast<std::size_t>(taken)];
  }
  return loss;
}

// Slope of the loss along one value of the flat vector.
template <typename Loss>
double slope(const model::NetworkConfig& config, const Weights& weights, std::int64_t at,
             Loss&& loss) {
  constexpr double kStep = 1e-7;  // short, so as not to step over the kink of a ReLU
  double* const value = weights.flat().data_ptr<double>() + at;
  const double before = *value;
  *value = before + kStep;
  const double above = loss(testing::plain_network(config, weights));
  *value = before - kStep;
  const double below = loss(testing::plain_network(config, weights));
  *value = before;
  return (above - below) / (2 * kStep);
}

// The gradient of every parameter must be there, and right where it is sampled.
template <typename Loss>
void check_gradients(const model::NetworkConfig& config, const Weights& weights,
                     const std::string& without_effect, Loss&& loss) {
  Rng rng(9);
  const double* const gradient = weights.flat_gradient().data_ptr<double>();
  for (const ParameterSpec& spec : weights.layout()->parameters()) {
    const double norm =
        weights.flat_gradient().narrow(0, spec.offset, spec.count).norm().item<double>();
    if (spec.name == without_effect) {
      EXPECT_LT(norm, 1e-6) << spec.name;
    } else {
      EXPECT_GT(norm, 1e-8) << spec.name;
    }
    for (int sample = 0; sample < 3; ++sample) {
      const auto count = static_cast<std::uint64_t>(spec.count);
      const std::int64_t at = spec.offset + static_cast<std::int64_t>(rng.below(count));
      const double expected = slope(config, weights, at, loss);
      EXPECT_NEAR(gradient[at], expected, 1e-5 * std::max(1.0, std::abs(expected)))
          << spec.name << ", value " << at - spec.offset;
    }
  }
}

TEST_P(Equations, GradientsReachEveryParameterOfTheActor) {
  const SampleStates states({.states = 4}, 11);
  const Fresh<Actor> actor(config_, 11, torch::kDouble);
  shake(actor.weights, 11);
  const Batch batch = batch_of(states.observations(), config_, torch::kDouble, 20);
  const torch::Tensor logits =
      actor.network.logits(batch).masked_fill(batch.action_valid.logical_not(), 0.0);
  (logits * coefficients(states, batch)).sum().backward();
  check_gradients(config_, actor.weights, "",
                  [&](const PlainNetwork& plain) { return plain_actor_loss(plain, states); });
}

TEST_P(Equations, GradientsReachEveryParameterOfTheCritic) {
  const SampleStates states({.states = 4}, 12);
  const Fresh<Critic> critic(config_, 12, torch::kDouble);
  shake(critic.weights, 12);
  const Batch batch = batch_of(states.observations(), config_, torch::kDouble, 20);
  const CriticOutput output = critic.network(batch, states.taken());
  const torch::Tensor factors = coefficients(states, batch);
  torch::Tensor loss = (output.q * factors).sum();
  if (config_.reward_head) loss = loss + (output.reward * factors.select(1, 0)).sum();
  loss.backward();
  // What is added to all advantages alike is taken away again with their mean.
  check_gradients(config_, critic.weights, "advantage.1.bias",
                  [&](const PlainNetwork& plain) { return plain_critic_loss(plain, states); });
}

// The same at the initial values, where a parameter might start out dead.
TEST_P(Equations, GradientsReachEveryParameterOfAFreshNetwork) {
  const SampleStates states({.states = 16}, 13);
  const Batch batch = batch_of(states.observations(), config_, torch::kFloat, 40);
  const Fresh<Actor> actor(config_, 13, torch::kFloat);
  const Fresh<Critic> critic(config_, 13, torch::kFloat);
  const torch::Tensor log_pi = masked_log_softmax(actor.network.logits(batch), batch.action_valid);
  (log_pi * coefficients(states, batch)).sum().backward();
  const CriticOutput output = critic.network(batch, states.taken());
  torch::Tensor loss = (output.q * coefficients(states, batch)).square().sum();
  if (config_.reward_head) loss = loss + (output.reward - 1.0).square().sum();
  loss.backward();
  for (const Weights* weights : {&actor.weights, &critic.weights}) {
    for (const ParameterSpec& spec : weights->layout()->parameters()) {
      // A softmax does not change when something is added to all logits.
      if (spec.name == "score.1.bias" || spec.name == "advantage.1.bias") continue;
      const torch::Tensor part = weights->flat_gradient().narrow(0, spec.offset, spec.count);
      EXPECT_GT(part.norm().item<double>(), 1e-7) << spec.name;
    }
  }
}

}  // namespace
}  // namespace rlminer::nn
