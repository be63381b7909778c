#include "rlminer/train/adam.h"

#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"

namespace rlminer::train {
namespace {

using Values = std::vector<double>;

Values random_values(std::size_t count, Rng& rng) {
  Values values(count);
  for (double& value : values)
    value = 4.0 * rng.uniform() - 2.0;
  return values;
}

double norm_of(const Values& values) {
  double squares = 0.0;
  for (const double value : values)
    squares += value * value;
  return std::sqrt(squares);
}

// Adam as its paper writes it, with decoupled decay and clipping of the gradient's norm.
class PlainAdam {
 public:
  PlainAdam(Values values, Values decayed, const AdamOptions& options)
      : values_(std::move(values)),
        decayed_(std::move(decayed)),
        options_(options),
        m_(values_.size()),
        v_(values_.size()) {}

  void step(double rate, Values gradient) {
    ++t_;
    const double norm = norm_of(gradient);
    const double shrink = options_.clip > 0.0 ? std::min(1.0, options_.clip / (norm + 1e-6)) : 1.0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      const double g = shrink * gradient[i];
      m_[i] = options_.beta1 * m_[i] + (1.0 - options_.beta1) * g;
      v_[i] = options_.beta2 * v_[i] + (1.0 - options_.beta2) * g * g;
      const double m_hat = m_[i] / (1.0 - std::pow(options_.beta1, t_));
      const double v_hat = v_[i] / (1.0 - std::pow(options_.beta2, t_));
      values_[i] -= rate * options_.weight_decay * decayed_[i] * values_[i];
      values_[i] -= rate * m_hat / (std::sqrt(v_hat) + options_.epsilon);
    }
  }
  const Values& values() const { return values_; }

 private:
  Values values_, decayed_;
  AdamOptions options_;
  Values m_, v_;
  int t_ = 0;
};

TEST(Adam, IsItsDefinition) {
  const std::vector<AdamOptions> all = {
      {},
      {.beta1 = 0.5, .beta2 = 0.7, .epsilon = 1e-3},
      {.weight_decay = 0.3},
      {.clip = 1.0},
      {.beta2 = 0.99, .weight_decay = 0.01, .clip = 2.5},
  };
  Rng rng(1);
  for (std::size_t which = 0; which < all.size(); ++which) {
    SCOPED_TRACE(which);
    const AdamOptions& options = all[which];
    const Values start = random_values(7, rng);
    const Values decayed = {1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0};
    const torch::Tensor values = torch::tensor(start, torch::kDouble);
    Adam adam(values, torch::tensor(decayed, torch::kDouble), options);
    PlainAdam plain(start, decayed, options);
    for (int step = 0; step < 20; ++step) {
      const double rate = 0.1 / (1.0 + step);  // as a schedule changes it
      Values gradient = random_values(7, rng);
      if (step % 3 == 0) {
        for (double& g : gradient)
          g *= 0.01;  // too short to be clipped
      }
      adam.prepare(rate);
      adam.step(torch::tensor(gradient, torch::kDouble));
      plain.step(rate, gradient);
      EXPECT_NEAR(adam.gradient_norm().item<double>(), norm_of(gradient), 1e-12);
      for (std::size_t i = 0; i < start.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        ASSERT_NEAR(values[place].item<double>(), plain.values()[i], 1e-12) << step;
      }
    }
  }
}

// The corrections of the bias make the first step as long as the learning rate.
TEST(Adam, FirstStepGoesAgainstTheGradientByTheLearningRate) {
  const torch::Tensor values = torch::zeros({2}, torch::kDouble);
  Adam adam(values, {}, {});
  adam.prepare(0.25);
  adam.step(torch::tensor({1e3, -1e-3}, torch::kDouble));
  EXPECT_NEAR(values[0].item<double>(), -0.25, 1e-5);
  EXPECT_NEAR(values[1].item<double>(), 0.25, 1e-5);
}

void take_steps(Adam& adam, std::uint64_t seed, int steps) {
  Rng rng(seed);
  for (int i = 0; i < steps; ++i) {
    adam.prepare(0.1);
    adam.step(torch::tensor(random_values(5, rng), torch::kFloat));
  }
}

TEST(Adam, RestoredItGoesOnIdentically) {
  const AdamOptions options{.clip = 1.0};
  const torch::Tensor values = torch::ones({5});
  Adam adam(values, {}, options);
  take_steps(adam, 1, 7);
  model::SafetensorsFile file;
  adam.store("x", file);
  const torch::Tensor again = values.clone();
  Adam restored(again, {}, options);
  restored.restore("x", file);
  take_steps(adam, 2, 7);
  take_steps(restored, 2, 7);
  EXPECT_TRUE(torch::equal(values, again));
}

TEST(Adam, RestoringWhatIsNotThereIsAnError) {
  model::SafetensorsFile file;
  Adam(torch::ones({5}), {}, {}).store("x", file);
  Adam other(torch::ones({5}), {}, {});
  EXPECT_THROW(other.restore("y", file), Error);
  Adam longer(torch::ones({6}), {}, {});
  EXPECT_THROW(longer.restore("x", file), Error);
  file.tensors.pop_back();
  EXPECT_THROW(other.restore("x", file), Error);
}

// A matrix, a bias, and a table of scales.
std::shared_ptr<const nn::Layout> some_layout() {
  const auto layout = std::make_shared<nn::Layout>();
  layout->add("matrix", {3, 2}, nn::Init::Linear, 2);
  layout->add("bias", {3}, nn::Init::Linear, 2);
  layout->add("scale", {2, 3}, nn::Init::NearOne, 1);
  return layout;
}

TrainedWeights some_weights(torch::Dtype type, const AdamOptions& options) {
  Rng rng(3);
  return {some_layout(), torch::kCPU, type, options, rng};
}

// Descends on the distance to given numbers.
void take_step(TrainedWeights& weights, double rate) {
  torch::Tensor loss = torch::zeros({});
  for (std::size_t i = 0; i < weights.compute().layout()->parameters().size(); ++i)
    loss = loss + (weights.compute().view(i).to(torch::kFloat) - 2.0).square().sum();
  loss.backward();
  weights.adam().prepare(rate);
  weights.step();
}

TEST(TrainedWeights, ComputeCopyFollowsTheMaster) {
  for (const auto type : {torch::kFloat, torch::kBFloat16}) {
    TrainedWeights weights = some_weights(type, {});
    const auto equal = [&] {
      return torch::equal(weights.compute().flat(), weights.master().flat().to(type));
    };
    EXPECT_TRUE(equal());
    const torch::Tensor before = weights.master().flat().clone();
    take_step(weights, 1e-3);
    EXPECT_FALSE(torch::equal(before, weights.master().flat()));
    EXPECT_TRUE(equal());
    EXPECT_EQ(weights.compute().flat_gradient().abs().sum().item<double>(), 0.0);

    torch::Tensor master = weights.master().flat();
    master.mul_(2.0);
    EXPECT_FALSE(equal());
    weights.master_moved();
    EXPECT_TRUE(equal());
  }
}

TEST(TrainedWeights, DescendsOnItsLoss) {
  TrainedWeights weights = some_weights(torch::kFloat, {});
  for (int i = 0; i < 300; ++i)
    take_step(weights, 0.05);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_LT((weights.master().view(i) - 2.0).abs().max().item<double>(), 0.01);
}

TEST(TrainedWeights, DecayPullsMatricesOnly) {
  TrainedWeights weights = some_weights(torch::kFloat, {.weight_decay = 0.5});
  const torch::Tensor matrix = weights.master().view(0).clone();
  const torch::Tensor bias = weights.master().view(1).clone();
  const torch::Tensor scale = weights.master().view(2).clone();
  weights.adam().prepare(0.1);
  weights.step();  // no gradient
  EXPECT_TRUE(torch::allclose(weights.master().view(0), matrix * (1.0 - 0.1 * 0.5)));
  EXPECT_TRUE(torch::equal(weights.master().view(1), bias));
  EXPECT_TRUE(torch::equal(weights.master().view(2), scale));
}

TEST(TrainedWeights, RestoredTheyGoOnIdentically) {
  const AdamOptions options{.weight_decay = 0.01, .clip = 1.0};
  TrainedWeights weights = some_weights(torch::kFloat, options);
  for (int i = 0; i < 5; ++i)
    take_step(weights, 0.05);
  model::SafetensorsFile file;
  weights.store("net", file);
  Rng rng(99);  // other initial values
  TrainedWeights restored(some_layout(), torch::kCPU, torch::kFloat, options, rng);
  restored.restore("net", file);
  EXPECT_TRUE(torch::equal(restored.compute().flat(), weights.compute().flat()));
  for (int i = 0; i < 5; ++i) {
    take_step(weights, 0.05);
    take_step(restored, 0.05);
  }
  EXPECT_TRUE(torch::equal(restored.master().flat(), weights.master().flat()));
}

}  // namespace
}  // namespace rlminer::train
