#include <cmath>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/nn/layers.h"
#include "rlminer/testing/network_samples.h"

namespace rlminer::nn {
namespace {

using testing::Fresh;
using testing::Variant;

// The smallest thing that takes parameters.
struct Toy {
  Toy(int width, ParameterSource& source)
      : first(source.take("first", {2, width}, Init::Linear, 4)),
        second(source.take("second", {width}, Init::Normal)),
        third(source.take("third", {3}, Init::NearOne)),
        fourth(source.take("fourth", {1}, Init::One)),
        fifth(source.take("fifth", {5}, Init::Zero)) {}
  torch::Tensor first, second, third, fourth, fifth;
};

Weights toy_weights(int width, std::uint64_t seed, torch::Dtype type = torch::kFloat) {
  Weights weights(layout_of<Toy>(width), torch::kCPU, type);
  Rng rng(seed);
  weights.initialise(rng);
  return weights;
}

class Layouts : public ::testing::TestWithParam<Variant> {
 protected:
  const model::NetworkConfig config_ = GetParam().config;
};

INSTANTIATE_TEST_SUITE_P(Networks, Layouts, ::testing::ValuesIn(testing::variants()),
                         [](const auto& instance) { return instance.param.name; });

TEST_P(Layouts, NamesAreUniqueAndPlacesDoNotOverlap) {
  for (const auto& layout : {layout_of<Actor>(config_), layout_of<Critic>(config_)}) {
    std::set<std::string> names;
    std::int64_t end = 0;
    std::int64_t values = 0;
    for (const ParameterSpec& spec : layout->parameters()) {
      EXPECT_TRUE(names.insert(spec.name).second) << spec.name << " twice";
      EXPECT_EQ(spec.offset % 64, 0) << spec.name;
      EXPECT_GE(spec.offset, end) << spec.name;
      std::int64_t count = 1;
      for (const std::int64_t extent : spec.shape)
        count *= extent;
      EXPECT_EQ(spec.count, count) << spec.name;
      end = spec.offset + spec.count;
      values += count;
    }
    EXPECT_LE(end, layout->size());
    EXPECT_EQ(layout->num_values(), values);
  }
}

// A network made of weights takes exactly what the layout declares, under the same names.
TEST_P(Layouts, BindingTakesWhatWasDeclared) {
  const auto layout = layout_of<Critic>(config_);
  const Weights weights(layout, torch::kCPU, torch::kFloat);
  Layout again;
  ParameterSource declare(again);
  const Critic declared(config_, declare);
  ASSERT_EQ(again.parameters().size(), layout->parameters().size());
  for (std::size_t i = 0; i < again.parameters().size(); ++i) {
    EXPECT_EQ(again.parameters()[i].name, layout->parameters()[i].name);
    EXPECT_EQ(weights.view(i).sizes().vec(), again.parameters()[i].shape);
  }
}

// Counted by hand from the equations.
TEST(LayoutSize, FullSizeHasTheExpectedNumberOfParameters) {
  model::NetworkConfig config;
  config.labels = 3;
  const std::int64_t d = 256;
  const std::int64_t gnn = 3 * d + 2 * 10 * d + 3 * d * d + 9 * (5 * d * d + d + 4 * d);
  const std::int64_t attention = 4 * d * d + 4 * d;
  const std::int64_t score = d * d + d + d + 1;
  EXPECT_EQ(layout_of<Actor>(config)->num_values(), gnn + attention + score);
  const std::int64_t pool = d + 4 * d * d + 4 * d;
  const std::int64_t state = 2 * (d * d + d);
  const std::int64_t reward = 2 * d * d + d + d + 1;
  EXPECT_EQ(layout_of<Critic>(config)->num_values(),
            gnn + attention + score + pool + state + score + reward);
}

TEST(ParameterSource, BindsInTheOrderOfDeclaration) {
  const Weights weights = toy_weights(7, 1);
  ParameterSource source(weights);
  const Toy toy(7, source);
  std::size_t i = 0;
  for (const torch::Tensor* bound :
       {&toy.first, &toy.second, &toy.third, &toy.fourth, &toy.fifth}) {
    EXPECT_TRUE(bound->is_same(weights.view(i)));
    EXPECT_EQ(bound->data_ptr<float>(),
              weights.flat().data_ptr<float>() + weights.layout()->parameters()[i].offset);
    ++i;
  }
  EXPECT_EQ(i, weights.layout()->parameters().size());
}

TEST(Weights, StartAsZeros) {
  const Weights weights(layout_of<Toy>(7), torch::kCPU, torch::kFloat);
  EXPECT_EQ(weights.flat().abs().sum().item<double>(), 0.0);
  EXPECT_EQ(weights.flat().numel(), weights.layout()->size());
}

TEST(Weights, InitialValuesDependOnTheSeedAlone) {
  EXPECT_TRUE(torch::equal(toy_weights(7, 1).flat(), toy_weights(7, 1).flat()));
  EXPECT_FALSE(torch::equal(toy_weights(7, 1).flat(), toy_weights(7, 2).flat()));
  EXPECT_TRUE(torch::equal(toy_weights(7, 1).flat(),
                           toy_weights(7, 1, torch::kDouble).flat().to(torch::kFloat)));
  // The networks of a run draw from one generator, one after the other.
  const auto layout = layout_of<Toy>(7);
  Rng rng(1);
  Weights first(layout, torch::kCPU, torch::kFloat);
  Weights second(layout, torch::kCPU, torch::kFloat);
  first.initialise(rng);
  second.initialise(rng);
  EXPECT_FALSE(torch::equal(first.flat(), second.flat()));
}

TEST(Weights, InitialValuesHaveTheDeclaredDistribution) {
  constexpr int kMany = 10'000;
  const Weights weights = toy_weights(kMany, 3);
  const torch::Tensor& linear = weights.view(0);
  EXPECT_LE(linear.abs().max().item<double>(), 0.5);  // 4 inputs
  EXPECT_GT(linear.abs().max().item<double>(), 0.49);
  EXPECT_NEAR(linear.mean().item<double>(), 0.0, 0.02);
  EXPECT_NEAR(linear.std().item<double>(), 0.5 / std::sqrt(3.0), 0.01);
  const torch::Tensor& normal = weights.view(1);
  EXPECT_NEAR(normal.mean().item<double>(), 0.0, 0.05);
  EXPECT_NEAR(normal.std().item<double>(), 1.0, 0.03);
  EXPECT_NEAR(normal.abs().lt(1.0).to(torch::kFloat).mean().item<double>(), 0.683, 0.02);
  EXPECT_LT((weights.view(2) - 1).abs().max().item<double>(), 0.6);
  EXPECT_GT((weights.view(2) - 1).abs().max().item<double>(), 0.0);
  EXPECT_TRUE(torch::equal(weights.view(3), torch::ones({1})));
  EXPECT_TRUE(torch::equal(weights.view(4), torch::zeros({5})));
  // Gaps stay zero, so that norms of the flat vector are norms of the parameters.
  double squares = 0;
  for (std::size_t i = 0; i < 5; ++i)
    squares += weights.view(i).to(torch::kDouble).square().sum().item<double>();
  EXPECT_NEAR(weights.flat().to(torch::kDouble).square().sum().item<double>(), squares, 1e-6);
}

TEST(Weights, GradientsAccumulateInTheFlatTensor) {
  Weights weights = toy_weights(7, 4);
  weights.track_gradients();
  ParameterSource source(weights);
  const Toy toy(7, source);
  const float* const memory = weights.flat_gradient().data_ptr<float>();
  EXPECT_EQ(weights.flat_gradient().abs().sum().item<double>(), 0.0);
  const auto loss = [&] { return (toy.first * 2).sum() + (toy.second.square()).sum(); };
  for (int round = 1; round <= 2; ++round) {
    loss().backward();
    const ParameterSpec& first = weights.layout()->parameters()[0];
    const ParameterSpec& second = weights.layout()->parameters()[1];
    const torch::Tensor& flat = weights.flat_gradient();
    EXPECT_EQ(flat.data_ptr<float>(), memory);
    EXPECT_TRUE(torch::equal(flat.narrow(0, first.offset, first.count),
                             torch::full({first.count}, 2.0F * static_cast<float>(round))));
    EXPECT_TRUE(torch::allclose(flat.narrow(0, second.offset, second.count),
                                2.0 * round * weights.view(1).detach()));
    EXPECT_EQ(flat.narrow(0, second.offset + 64, flat.numel() - second.offset - 64)
                  .abs()
                  .sum()
                  .item<double>(),
              0.0);
  }
  weights.flat_gradient().zero_();
  loss().backward();
  EXPECT_EQ(weights.flat_gradient()[0].item<float>(), 2.0F);
}

// An optimiser changes the flat tensor; the network must see it, and its gradients must follow.
TEST(Weights, NetworksSeeWhatHappensToTheFlatTensor) {
  const model::NetworkConfig config = testing::variants().front().config;
  const testing::SampleStates states({}, 5);
  const Batch batch = testing::batch_of(states.observations(), config, torch::kFloat);
  const Fresh<Actor> actor(config, 5, torch::kFloat);
  const Fresh<Actor> other(config, 6, torch::kFloat);
  {
    const torch::NoGradGuard no_grad;
    EXPECT_FALSE(torch::equal(actor.network.logits(batch), other.network.logits(batch)));
    actor.weights.flat().detach().copy_(other.weights.flat());
    EXPECT_TRUE(torch::equal(actor.network.logits(batch), other.network.logits(batch)));
  }
  for (const Fresh<Actor>* one : {&actor, &other})
    masked_log_softmax(one->network.logits(batch), batch.action_valid).sum().backward();
  EXPECT_TRUE(torch::equal(actor.weights.flat_gradient(), other.weights.flat_gradient()));
}

}  // namespace
}  // namespace rlminer::nn
