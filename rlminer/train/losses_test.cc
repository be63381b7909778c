#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/nn/gnn.h"
#include "rlminer/train/sac_networks.h"

namespace rlminer::train {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kExact = 1e-12;
constexpr int kPlaces = 3;

// Three states with room for three actions: one with two actions, one with a single action (not in
// front), and padding. What stands at invalid places and in padding must not matter.
struct States {
  torch::Tensor valid = torch::tensor({1, 1, 0, 0, 1, 0, 1, 0, 0}).view({-1, kPlaces}) == 1;
  torch::Tensor weight = doubles({1.0, 1.0, 0.0});
  torch::Tensor logits =
      by_action({0.3, -0.5, kNever, kNever, 2.0, kNever, 5.0, kNever, kNever}).requires_grad_();
  torch::Tensor log_probs = nn::masked_log_softmax(logits, valid);
  torch::Tensor q1 = by_action({0.7, 0.1, 0.0, 0.0, -0.4, 0.0, 9.0, 0.0, 0.0});
  torch::Tensor q2 = by_action({0.2, 0.6, 0.0, 0.0, -0.3, 0.0, 7.0, 0.0, 0.0});

  static torch::Tensor doubles(const std::vector<double>& values) {
    return torch::tensor(values, torch::kDouble);
  }
  static torch::Tensor by_action(const std::vector<double>& values) {
    return doubles(values).view({-1, kPlaces});
  }
};

// The policy of the first state, by its definition.
const double kTotal = std::exp(0.3) + std::exp(-0.5);
const std::array<double, 2> kPi = {std::exp(0.3) / kTotal, std::exp(-0.5) / kTotal};
const std::array<double, 2> kLogPi = {0.3 - std::log(kTotal), -0.5 - std::log(kTotal)};
const double kEntropy = -(kPi[0] * kLogPi[0] + kPi[1] * kLogPi[1]);

void expect_values(const torch::Tensor& actual, const std::vector<double>& expected) {
  ASSERT_EQ(actual.numel(), static_cast<std::int64_t>(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(actual.flatten()[static_cast<std::int64_t>(i)].item<double>(), expected[i], kExact)
        << i;
}

// Half the mean squared error of the valid actions, times the importance.
TEST(Losses, AllActionsOfAStateCountEqually) {
  const torch::Tensor q = torch::tensor({{1.0, 2.0, 99.0}, {4.0, 99.0, 99.0}});
  const torch::Tensor values = torch::tensor({{0.0, 4.0, 0.0}, {1.0, 0.0, 0.0}});
  const torch::Tensor valid = torch::tensor({{true, true, false}, {true, false, false}});
  const torch::Tensor losses = q_loss_of_all(q, values, valid, torch::tensor({1.0, 0.5}));
  EXPECT_DOUBLE_EQ(losses[0].item<double>(), 0.5 * (1.0 + 4.0) / 2.0);
  EXPECT_DOUBLE_EQ(losses[1].item<double>(), 0.5 * 0.5 * 9.0);
}

TEST(Losses, MeanIsOverStatesThatAreNoPadding) {
  const torch::Tensor by_state = States::doubles({3.0, -1.0, 100.0});
  expect_values(mean_over_states(by_state, States::doubles({1.0, 1.0, 0.0})), {(3.0 - 1.0) / 2.0});
  expect_values(mean_over_states(by_state, States::doubles({0.0, 1.0, 0.0})), {-1.0});
  expect_values(mean_over_states(by_state, States::doubles({0.0, 0.0, 0.0})), {0.0});
}

TEST(Losses, Entropy) {
  const States s;
  expect_values(entropy(s.log_probs, s.valid), {kEntropy, 0.0, 0.0});
  // The state with one action counts as one state, the padding as none.
  expect_values(mean_over_states(entropy(s.log_probs, s.valid), s.weight), {kEntropy / 2.0});
}

TEST(Losses, CrossEntropyToTheBestActions) {
  const States s;
  const torch::Tensor values = States::by_action({1.0, 0.9, 50.0, 50.0, 0.3, 50.0, 1.0, 50.0, 0.0});
  const double temperature = 0.05;
  const double total = std::exp(1.0 / temperature) + std::exp(0.9 / temperature);
  const double wanted0 = std::exp(1.0 / temperature) / total;
  const double wanted1 = std::exp(0.9 / temperature) / total;
  expect_values(cross_entropy_to(values, temperature, s.log_probs, s.valid),
                {-(wanted0 * kLogPi[0] + wanted1 * kLogPi[1]), 0.0, 0.0});
}

TEST(Losses, ExpectedRegret) {
  const States s;
  // Larger values at invalid places are no regret.
  const torch::Tensor values = States::by_action({0.2, 0.8, 50.0, 50.0, 0.3, 50.0, 1.0, 50.0, 0.0});
  expect_values(expected_regret(values, s.log_probs, s.valid), {kPi[0] * (0.8 - 0.2), 0.0, 0.0});
}

TEST(Losses, TargetOfTheCritics) {
  const States s;
  const NextStates next{s.log_probs, s.q1, s.q2, s.valid};
  const torch::Tensor alpha = States::doubles({0.5});
  const double value0 = kPi[0] * (0.2 - 0.5 * kLogPi[0]) + kPi[1] * (0.1 - 0.5 * kLogPi[1]);
  const double value1 = -0.4;
  const torch::Tensor reward = States::doubles({0.0, 0.25, 0.0});
  const torch::Tensor going_on = States::doubles({0.0, 0.0, 0.0});
  expect_values(td_target(reward, going_on, next, alpha, 0.9).slice(0, 0, 2),
                {0.9 * value0, 0.25 + 0.9 * value1});
  // Nothing follows the last step, whatever stands there.
  const torch::Tensor done = States::doubles({1.0, 0.0, 1.0});
  const torch::Tensor last = States::doubles({0.75, 0.0, 0.5});
  expect_values(td_target(last, done, next, alpha, 0.9), {0.75, 0.9 * value1, 0.5});
}

TEST(Losses, TargetCarriesNoGradient) {
  const States s;
  const torch::Tensor q1 = s.q1.clone().requires_grad_();
  const torch::Tensor alpha = States::doubles({0.5}).requires_grad_();
  const NextStates next{s.log_probs, q1, s.q2, s.valid};
  const torch::Tensor none = States::doubles({0.0, 0.0, 0.0});
  EXPECT_FALSE(td_target(none, none, next, alpha, 0.9).requires_grad());
}

TEST(Losses, CriticsPayHalfTheSquareTimesTheImportance) {
  const torch::Tensor q = States::doubles({0.7, -0.4, 9.0}).requires_grad_();
  const torch::Tensor target = States::doubles({0.2, 0.1, 0.0});
  const torch::Tensor importance = States::doubles({0.6, 1.0, 0.3});
  const torch::Tensor loss = q_loss(q, target, importance);
  expect_values(loss, {0.5 * 0.6 * 0.25, 0.5 * 0.25, 0.5 * 0.3 * 81.0});
  const torch::Tensor mean = mean_over_states(loss, States::doubles({1.0, 1.0, 0.0}));
  expect_values(mean, {(0.5 * 0.6 * 0.25 + 0.5 * 0.25) / 2.0});
  mean.backward();
  expect_values(q.grad(), {0.6 * 0.5 / 2.0, -0.5 / 2.0, 0.0});
}

TEST(Losses, RewardPredictionPaysTheSquareTimesTheImportance) {
  const torch::Tensor predicted = States::doubles({0.7, -0.4}).requires_grad_();
  const torch::Tensor loss =
      reward_loss(predicted, States::doubles({1.0, 0.0}), States::doubles({0.5, 1.0}));
  expect_values(loss, {0.5 * 0.09, 0.16});
  loss.sum().backward();
  expect_values(predicted.grad(), {2.0 * 0.5 * -0.3, 2.0 * -0.4});
}

TEST(Losses, PolicyLossSumsOverActionsThenAveragesOverStates) {
  const States s;
  const double alpha = 0.5;
  const torch::Tensor loss =
      policy_loss(s.log_probs, s.valid, s.q1, s.q2, States::doubles({alpha}));
  const double first = kPi[0] * (alpha * kLogPi[0] - 0.2) + kPi[1] * (alpha * kLogPi[1] - 0.1);
  expect_values(loss, {first, 0.4, -7.0});
  const torch::Tensor mean = mean_over_states(loss, s.weight);
  expect_values(mean, {(first + 0.4) / 2.0});

  // d loss / d logit_i = pi_i * (alpha * log pi_i - q_i - loss), half of it after the mean.
  mean.backward();
  const auto slope = [&](std::size_t i, double q) {
    return 0.5 * kPi[i] * (alpha * kLogPi[i] - q - first);
  };
  expect_values(s.logits.grad(), {slope(0, 0.2), slope(1, 0.1), 0, 0, 0, 0, 0, 0, 0});
}

TEST(Losses, PolicyLossReachesNeitherCriticsNorTemperature) {
  const States s;
  const torch::Tensor q1 = s.q1.clone().requires_grad_();
  const torch::Tensor q2 = s.q2.clone().requires_grad_();
  const torch::Tensor alpha = States::doubles({0.5}).requires_grad_();
  policy_loss(s.log_probs, s.valid, q1, q2, alpha).sum().backward();
  EXPECT_TRUE(s.logits.grad().defined());
  EXPECT_FALSE(q1.grad().defined());
  EXPECT_FALSE(q2.grad().defined());
  EXPECT_FALSE(alpha.grad().defined());
}

TEST(Losses, TemperatureLoss) {
  const States s;
  const torch::Tensor log_alpha = States::doubles({-0.7}).requires_grad_();
  const torch::Tensor loss = temperature_loss(log_alpha, s.log_probs, s.valid, 0.6);
  // A single action has no entropy, and none is wanted.
  expect_values(loss, {std::exp(-0.7) * (kEntropy - 0.6 * std::log(2.0)), 0.0, 0.0});
  mean_over_states(loss, s.weight).backward();
  expect_values(log_alpha.grad(), {std::exp(-0.7) * (kEntropy - 0.6 * std::log(2.0)) / 2.0});
  EXPECT_FALSE(s.logits.grad().defined());
}

// Where a descent on the temperature loss takes alpha, for a policy of two actions.
double alpha_after_descent(double probability, double share) {
  const torch::Tensor valid = torch::ones({1, 2}, torch::kBool);
  const torch::Tensor log_probs =
      States::doubles({std::log(probability), std::log(1.0 - probability)}).view({1, 2});
  torch::Tensor log_alpha = States::doubles({0.0}).requires_grad_();
  temperature_loss(log_alpha, log_probs, valid, share).sum().backward();
  return std::exp((log_alpha - 0.1 * log_alpha.grad()).item<double>());
}

TEST(Losses, TemperatureFallsWhileThePolicyIsMoreRandomThanWanted) {
  EXPECT_LT(alpha_after_descent(0.5, 0.6), 1.0);
  EXPECT_GT(alpha_after_descent(0.99, 0.6), 1.0);
  EXPECT_NEAR(alpha_after_descent(0.5, 1.0), 1.0, kExact);
}

// Scores of minus infinity, as the actor gives them, and an action that is all but impossible.
TEST(Losses, StayFiniteWithImpossibleActions) {
  States s;
  s.logits = States::by_action({300.0, -900.0, kNever, kNever, 2.0, kNever, 5.0, kNever, kNever})
                 .requires_grad_();
  s.log_probs = nn::masked_log_softmax(s.logits, s.valid);
  const torch::Tensor log_alpha = States::doubles({0.0}).requires_grad_();
  const torch::Tensor total = entropy(s.log_probs, s.valid) +
                              cross_entropy_to(s.q1, 0.05, s.log_probs, s.valid) +
                              expected_regret(s.q1, s.log_probs, s.valid) +
                              policy_loss(s.log_probs, s.valid, s.q1, s.q2, log_alpha.exp()) +
                              temperature_loss(log_alpha, s.log_probs, s.valid, 0.6);
  EXPECT_TRUE(total.isfinite().all().item<bool>());
  mean_over_states(total, s.weight).backward();
  EXPECT_TRUE(s.logits.grad().isfinite().all().item<bool>());
  EXPECT_TRUE(log_alpha.grad().isfinite().all().item<bool>());
}

}  // namespace
}  // namespace rlminer::train
