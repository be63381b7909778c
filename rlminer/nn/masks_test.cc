// Invalid actions, padding and half precision: nothing leaks, nothing is not a number.
#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/testing/network_samples.h"

namespace rlminer::nn {
namespace {

using testing::Fresh;
using testing::packed;
using testing::SampleStates;
using testing::Variant;

bool all_finite(const torch::Tensor& values) {
  return torch::isfinite(values).all().item<bool>();
}

// With padding of every kind: rows, slots, states, actions.
Batch padded_batch(std::span<const env::Observation> states, const model::NetworkConfig& config,
                   torch::Dtype type) {
  BatchShape shape = shape_for(states, 40, config);
  shape.rows += 2;
  shape.slots += 2;
  shape.states += 3;
  shape.actions += 4;
  return Batch::from(packed(states, config, shape), config, type);
}

torch::Tensor padded_taken(const SampleStates& states, const Batch& batch) {
  torch::Tensor taken = torch::zeros({batch.shape.states}, torch::kLong);
  taken.narrow(0, 0, states.taken().size(0)).copy_(states.taken());
  return taken;
}

class Masks : public ::testing::TestWithParam<Variant> {
 protected:
  const model::NetworkConfig config_ = GetParam().config;
};

INSTANTIATE_TEST_SUITE_P(Networks, Masks, ::testing::ValuesIn(testing::variants()),
                         [](const auto& instance) { return instance.param.name; });

// The states that follow, packed on the graphs of those before them, score as they do on their own.
TEST_P(Masks, StatesOnTheSameGraphsScoreAsOnTheirOwn) {
  const SampleStates states({.states = 8}, 37);
  std::deque<env::State> followers;
  std::vector<env::Observation> next;
  for (std::size_t i = 0; i < states.size(); ++i) {
    env::State& state = followers.emplace_back(*states[i].target, states[i].size);
    for (const Vertex vertex : states[i].chosen)
      state.extend(vertex);
    state.extend(state.actions().front());
    next.push_back(state.done() ? env::Observation{} : env::observe(state));
  }
  BatchShape shape = shape_for(states.observations(), 40, config_);
  shape.actions = 40;
  shape.states += 2;
  const PackedStates before = packed(states.observations(), config_, shape);
  PackedStates after = before.on_same_graphs();
  pack_next(next, config_, before, after);
  const Batch shared = Batch::from(before, config_, torch::kFloat).on_same_graphs(after, config_);
  const Batch alone = Batch::from(packed(next, config_, shape), config_, torch::kFloat);
  EXPECT_TRUE(torch::equal(shared.weight, alone.weight));
  EXPECT_TRUE(torch::equal(shared.action_valid, alone.action_valid));
  const torch::NoGradGuard no_grad;
  const Fresh<Actor> actor(config_, 37, torch::kFloat);
  const Fresh<Critic> critic(config_, 38, torch::kFloat);
  const torch::Tensor real = alone.weight.gt(0.5);
  const auto same = [&](const torch::Tensor& a, const torch::Tensor& b) {
    return torch::allclose(a.index({real}), b.index({real}), 1e-4, 1e-5);
  };
  EXPECT_TRUE(same(masked_log_softmax(actor.network.logits(shared), shared.action_valid),
                   masked_log_softmax(actor.network.logits(alone), alone.action_valid)));
  EXPECT_TRUE(same(critic.network(shared).q, critic.network(alone).q));
  EXPECT_TRUE(all_finite(critic.network(shared).q));
}

TEST_P(Masks, InvalidActionsHaveNoProbability) {
  const SampleStates states({.states = 8}, 31);
  const Fresh<Actor> actor(config_, 31, torch::kFloat);
  const Batch batch = padded_batch(states.observations(), config_, torch::kFloat);
  const torch::NoGradGuard no_grad;
  const torch::Tensor logits = actor.network.logits(batch);
  EXPECT_EQ(logits.scalar_type(), torch::kFloat);
  const torch::Tensor invalid = batch.action_valid.logical_not();
  EXPECT_TRUE(torch::isneginf(logits).eq(invalid).all().item<bool>());
  EXPECT_FALSE(torch::isnan(logits).any().item<bool>());

  const torch::Tensor log_pi = masked_log_softmax(logits, batch.action_valid);
  EXPECT_TRUE(all_finite(log_pi));
  EXPECT_EQ(log_pi.masked_select(invalid).abs().sum().item<double>(), 0.0);
  const torch::Tensor totals = (log_pi.exp() * batch.action_valid.to(torch::kFloat)).sum(-1);
  EXPECT_TRUE(torch::allclose(totals, torch::ones_like(totals), 0, 1e-5));
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(batch.action_valid[static_cast<std::int64_t>(i)].sum().item<std::int64_t>(),
              static_cast<std::int64_t>(states[i].actions.size()));
  }

  const Fresh<Critic> critic(config_, 32, torch::kFloat);
  const CriticOutput output = critic.network(batch, padded_taken(states, batch));
  EXPECT_TRUE(all_finite(output.q));
  EXPECT_EQ(output.q.masked_select(invalid).abs().sum().item<double>(), 0.0);
  EXPECT_FALSE(critic.network(batch).reward.defined()) << "no action, no reward";
  EXPECT_TRUE(!config_.reward_head || all_finite(output.reward));
}

// Forward and backward in full and in half precision.
TEST_P(Masks, NothingIsNotANumber) {
  for (const torch::Dtype type : {torch::kFloat, torch::kBFloat16}) {
    SCOPED_TRACE(torch::toString(type));
    const SampleStates states({.states = 8}, 33);
    const Fresh<Actor> actor(config_, 33, type);
    const Fresh<Critic> critic(config_, 34, type);
    const Batch batch = padded_batch(states.observations(), config_, type);
    const torch::Tensor logits = actor.network.logits(batch);
    EXPECT_FALSE(torch::isnan(logits).any().item<bool>());
    const torch::Tensor log_pi = masked_log_softmax(logits, batch.action_valid);
    const torch::Tensor pi = log_pi.exp() * batch.action_valid.to(torch::kFloat);
    (pi * log_pi).sum().backward();
    const CriticOutput output = critic.network(batch, padded_taken(states, batch));
    EXPECT_TRUE(all_finite(output.q));
    torch::Tensor loss = output.q.square().sum();
    if (config_.reward_head) loss = loss + output.reward.square().sum();
    loss.backward();
    for (const Weights* weights : {&actor.weights, &critic.weights}) {
      EXPECT_TRUE(all_finite(weights->flat_gradient()));
      EXPECT_GT(weights->flat_gradient().to(torch::kFloat).norm().item<double>(), 0.0);
    }
    for (const double rms : actor.network.gnn().layer_rms(batch))
      EXPECT_TRUE(std::isfinite(rms));
  }
}

TEST_P(Masks, HalfPrecisionSaysNearlyTheSame) {
  const SampleStates states({.states = 8}, 35);
  const torch::NoGradGuard no_grad;
  const auto log_pi = [&](torch::Dtype type) {
    const Fresh<Actor> actor(config_, 35, type);
    const Batch batch = padded_batch(states.observations(), config_, type);
    return masked_log_softmax(actor.network.logits(batch), batch.action_valid);
  };
  const torch::Tensor difference = log_pi(torch::kBFloat16) - log_pi(torch::kFloat);
  EXPECT_LT(difference.abs().max().item<double>(), 0.1);
}

// What all actions have in common does not blur what tells them apart, in half precision either.
TEST_P(Masks, WhatAllLogitsHaveInCommonDoesNotBlurThem) {
  const SampleStates states({.states = 8}, 36);
  const torch::NoGradGuard no_grad;
  const Fresh<Actor> actor(config_, 36, torch::kBFloat16);
  const Batch batch = padded_batch(states.observations(), config_, torch::kBFloat16);
  const auto log_pi = [&] {
    return masked_log_softmax(actor.network.logits(batch), batch.action_valid);
  };
  const torch::Tensor before = log_pi();
  const auto& parameters = actor.weights.layout()->parameters();
  const auto bias = std::ranges::find(parameters, "score.1.bias", &ParameterSpec::name);
  actor.weights.view(static_cast<std::size_t>(bias - parameters.begin())).fill_(200.0);
  EXPECT_LT((log_pi() - before).abs().max().item<double>(), 1e-3);
}

// A path of three vertices, one end chosen: only its neighbour can be next. A state that is done
// has no action at all; it may travel in a batch, and must not spoil it.
TEST_P(Masks, OneActionIsCertainAndNoActionIsHarmless) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 3; ++v)
    builder.add_vertex(std::to_string(v));
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  const Graph graph = builder.build();
  env::Encoder encoder = env::Encoder::by_rank(1, config_.features);
  encoder.foresee(config_.foresight);
  const env::Target target(graph, encoder(graph));
  env::State one(target, 3);
  one.extend(0);
  env::State done(target, 2);
  done.extend(0);
  done.extend(1);
  const std::vector<env::Observation> both = {env::observe(one), env::observe(done)};
  ASSERT_EQ(both[0].actions.size(), 1U);
  ASSERT_EQ(both[1].actions.size(), 0U);
  const Fresh<Actor> actor(config_, 36, torch::kFloat);
  const Fresh<Critic> critic(config_, 37, torch::kFloat);
  const Batch batch = padded_batch(both, config_, torch::kFloat);
  const torch::Tensor log_pi = masked_log_softmax(actor.network.logits(batch), batch.action_valid);
  EXPECT_EQ(log_pi.detach().abs().sum().item<double>(), 0.0);
  EXPECT_TRUE(all_finite(critic.network(batch).q));
}

TEST(MaskedLogSoftmax, IsTheLogSoftmaxOfTheValidOnes) {
  const float infinity = std::numeric_limits<float>::infinity();
  const torch::Tensor logits = torch::tensor({1.0F, 50.0F, 2.0F, 3.0F, -2.0F, -infinity, -2.0F,
                                              1e30F, 7.0F, 8.0F, 9.0F, 1.F})
                                   .view({3, 4})
                                   .requires_grad_();
  const torch::Tensor valid =
      torch::tensor({1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0}).view({3, 4}).to(torch::kBool);
  const torch::Tensor log_pi = masked_log_softmax(logits, valid);
  const float low = -std::log1p(std::exp(1.0F));
  const float half = -std::log(2.0F);
  const torch::Tensor expected =
      torch::tensor({low, 0.0F, low + 1, 0.0F, half, 0.0F, half, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F})
          .view({3, 4});
  EXPECT_TRUE(torch::allclose(log_pi, expected, 0, 1e-6)) << log_pi;

  log_pi.select(1, 0).sum().backward();
  const float p = std::exp(low);
  const torch::Tensor gradient =
      torch::tensor({1 - p, 0.0F, p - 1, 0.0F, 0.5F, 0.0F, -0.5F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F})
          .view({3, 4});
  EXPECT_TRUE(torch::allclose(logits.grad(), gradient, 0, 1e-6)) << logits.grad();
}

// However low the valid ones are: a large negative number in place of minus infinity would win
// here.
TEST(MaskedLogSoftmax, NoFiniteLogitIsBelowTheMask) {
  const torch::Tensor logits = torch::tensor({-1e30F, 5.0F, -1e30F, 0.0F}).view({1, 4});
  const torch::Tensor valid = torch::tensor({1, 0, 1, 0}).view({1, 4}).to(torch::kBool);
  const float half = -std::log(2.0F);
  const torch::Tensor expected = torch::tensor({half, 0.0F, half, 0.0F}).view({1, 4});
  EXPECT_TRUE(torch::allclose(masked_log_softmax(logits, valid), expected, 0, 1e-6));
}

}  // namespace
}  // namespace rlminer::nn
