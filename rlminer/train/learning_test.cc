// Both trainers learn a small task to its optimum, and do not when the sign of their updates is
// wrong.
#include <algorithm>
#include <atomic>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/nn/device.h"
#include "rlminer/nn/model_file.h"
#include "rlminer/nn/neural_policy.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/learning_task.h"
#include "rlminer/train/imitation.h"
#include "rlminer/train/playground.h"
#include "rlminer/train/sac.h"

namespace rlminer::train {
namespace {

using testing::learning_config;
using testing::star_data;
using testing::TempFolder;

constexpr double kLearned = 0.98;  // of the optimum, on graphs that were never trained on
constexpr double kRandom = 0.6;    // the random policy is below
constexpr double kBlind = 0.85;    // a policy that sees nothing, with much luck

class BothLearn : public ::testing::TestWithParam<model::Algorithm> {};

std::unique_ptr<Learner> make_learner(const model::TrainConfig& config,
                                      const model::TrainingData& data) {
  if (config.algorithm == model::Algorithm::Sac)
    return make_sac(config, torch::kCPU, testing::rewarded(data.train, config.sizes));
  std::vector<SolvedGraphPtr> solved;
  for (const Graph& graph : data.train) {
    solved.push_back(std::make_shared<const SolvedGraph>(
        env::Target(graph), *enumerate::OptimalValues::solve(graph, config.sizes, {})));
  }
  return make_imitation(config, torch::kCPU, std::move(solved), data.train);
}

double held_out_ratio(const Learner& learner, const model::TrainConfig& config,
                      const model::TrainingData& data) {
  model::ModelInfo info;
  info.network = config.network;
  const auto policy = nn::make_policy(info, learner.policy(), 1);
  return model::mean_of(
      *examine(*policy, testing::rewarded(data.test, config.sizes), config.sizes));
}

TEST_P(BothLearn, ReachesTheOptimumOnUnseenGraphs) {
  const model::TrainingData data = star_data(40, 40);
  const model::TrainConfig config = learning_config(GetParam());
  ASSERT_LT(testing::random_ratio(data.test, config.sizes), kRandom);
  ASSERT_LT(held_out_ratio(*make_learner(config, data), config, data), kRandom);  // untrained
  const TempFolder folder;
  TrainOptions options;
  options.model = folder.path() / "model";
  const TrainOutcome outcome = train(config, data, options);
  EXPECT_EQ(outcome.end, TrainEnd::Finished);
  ASSERT_TRUE(outcome.best.has_value());
  for (const int size : config.sizes)
    EXPECT_GE(outcome.best->test.at(size), kLearned) << size;

  // What was saved plays as well as what was trained.
  const auto saved = nn::load_policy(options.model, {.device = "cpu", .threads = 1});
  EXPECT_EQ(examine(*saved, testing::rewarded(data.test, config.sizes), config.sizes),
            outcome.best->test);
}

// With all that the paper does not have: the average of the actor is what is evaluated, gradients
// are clipped, the learning rate falls, episodes are played on fresh graphs.
TEST(Learning, SacReachesTheOptimumWithEverythingOn) {
  const model::TrainingData data = star_data(40, 40);
  model::TrainConfig config = learning_config(model::Algorithm::Sac);
  config.sac.average = 0.9;
  config.sac.clip = 1.0;
  config.sac.decay_share = 0.4;
  config.sac.return_bound = true;
  config.sac.known_ends = true;
  config.sac.round_epochs = 4;
  config.sac.fresh_share = 0.5;
  config.sac.fresh_active = 40;
  config.sac.fresh_per_update = 0.5;
  config.sac.replay_capacity = 2'000;  // the steps on many a fresh graph are overwritten
  config.sac.highest_temperature = 10.0;
  const TempFolder folder;
  TrainOptions options;
  options.model = folder.path() / "model";
  const TrainOutcome outcome = train(config, data, options);
  EXPECT_EQ(outcome.rows.size(), 4u);
  ASSERT_TRUE(outcome.best.has_value());
  for (const int size : config.sizes)
    EXPECT_GE(outcome.best->test.at(size), kLearned) << size;
  EXPECT_LT(outcome.rows.back().values.at("learning_rate"), config.sac.learning_rate);
  EXPECT_GT(outcome.rows.back().values.at("samples_per_second"), 0.0);
}

// Only the labels of edges show where the most frequent paths are: a network that tells edges apart
// learns to find them, one that does not plays at random.
TEST_P(BothLearn, KindsOfEdges) {
  const model::TrainingData data = testing::ring_data(40, 20);
  model::TrainConfig config = learning_config(GetParam());
  config.sac.epochs = 9;  // it is an easy task
  config.sac.clip = 1.0;  // or gradients explode where all vertices look alike
  ASSERT_LT(testing::random_ratio(data.test, config.sizes), kRandom);
  const auto learned = [&](int relations) {
    const TempFolder folder;
    TrainOptions options;
    options.model = folder.path() / "model";
    config.network.relations = relations;
    const TrainOutcome outcome = train(config, data, options);
    const model::ModelInfo info = model::read_model_info(options.model);
    EXPECT_EQ(info.network.relations, std::min(relations, 4));  // there are four kinds
    const auto saved = nn::load_policy(options.model, {.device = "cpu", .threads = 1});
    const env::Encoder encoder = model::encoder_of(info);
    RewardedGraphs graphs;
    for (const Graph& graph : data.test) {
      graphs.push_back(std::make_unique<const RewardedGraph>(graph, config.sizes,
                                                             env::Frequencies::Limits(), encoder));
    }
    // One that does not tell edges apart scores all vertices alike but for rounding, which may
    // depend on the processor and on what is scored together.
    if (relations > 0) {
      EXPECT_EQ(examine(*saved, graphs, config.sizes), outcome.best->test);
    }
    return outcome.best->test;
  };
  const model::Ratios with = learned(model::kEdgeRanks);
  const model::Ratios without = learned(0);
  for (const int size : config.sizes) {
    EXPECT_GE(with.at(size), kLearned) << size;
    EXPECT_LT(without.at(size), kBlind) << size;
  }
}

// To a network that does not tell edges apart all vertices of a ring are equally good: the policy
// stays random among them whatever the temperature, which therefore falls as far as it may.
TEST(Learning, WhereActionsAreEquallyGoodTheTemperatureFallsToItsBound) {
  const model::TrainingData data = testing::ring_data(20, 20);
  model::TrainConfig config = learning_config(model::Algorithm::Sac);
  config.network.relations = 0;
  config.sac.epochs = 3;
  config.sac.clip = 1.0;
  config.sac.entropy_share = 0.2;
  config.sac.temperature_learning_rate = 0.2;
  const auto temperature_above = [&](double bound) {
    config.sac.lowest_temperature = bound;
    const TempFolder folder;
    TrainOptions options;
    options.model = folder.path() / "model";
    return train(config, data, options).rows.back().values.at("temperature");
  };
  constexpr double kBound = 0.01;
  EXPECT_NEAR(temperature_above(kBound), kBound, 1e-5);
  EXPECT_LT(temperature_above(0.0), kBound / 2);
}

// What decides lies further away than the network sees, which has one layer: with a context it
// learns the task, without it plays at random. SAC learns it too, but not from every seed.
TEST(Learning, WhatTheContextShows) {
  const model::TrainingData data = testing::path_data(40, 30);
  model::TrainConfig config = learning_config(model::Algorithm::Imitation);
  config.network.labels = 9;
  config.network.max_size = 5;
  config.network.layers = 1;
  config.network.context_hidden = 16;
  config.sizes = config.report_sizes = {5};
  config.imitation.updates = 200;
  ASSERT_LT(testing::random_ratio(data.test, config.sizes), kRandom);
  const auto learned = [&](int context_layers) {
    const TempFolder folder;
    TrainOptions options;
    options.model = folder.path() / "model";
    config.network.context_layers = context_layers;
    const TrainOutcome outcome = train(config, data, options);
    EXPECT_EQ(model::read_model_info(options.model).network.context_layers, context_layers);
    return outcome.best->test.at(5);
  };
  EXPECT_GE(learned(3), kLearned);
  // A vertex at an end with a B or C, or beside it, is right in half of the cases: .63 on average.
  EXPECT_LT(learned(0), 0.85);
}

// What the next test relies on: a learner without the trainer around it makes the same run.
TEST_P(BothLearn, IsTheSameWithoutTheTrainer) {
  const model::TrainingData data = star_data(40, 2);
  const model::TrainConfig config = learning_config(GetParam());
  const TempFolder folder;
  std::atomic<bool> stop = false;
  TrainOptions options;
  options.model = folder.path() / "model";
  options.deadline = Deadline(Deadline::kForever, &stop);
  options.on_row = [&](const model::TrainRow&) { stop = true; };
  train(config, data, options);

  const auto learner = make_learner(config, data);
  learner->round({}, [](const RoundStats&) {});
  const nn::Model model = nn::read_model(options.model, torch::kCPU);
  EXPECT_TRUE(torch::equal(learner->policy().flat(), model.actor.flat()));
}

// A negative learning rate turns the sign of every step of the actor (and of the critics, where
// there are some): up the gradient of the loss, not down. Nothing else differs from the run that
// learns; train() would refuse it.
TEST_P(BothLearn, FailsWhenTheSignOfTheUpdatesIsWrong) {
  const model::TrainingData data = star_data(40, 40);
  model::TrainConfig config = learning_config(GetParam());
  config.imitation.learning_rate *= -1.0;
  config.sac.learning_rate *= -1.0;
  nn::set_compute_threads(1);
  const auto learner = make_learner(config, data);
  double best = 0.0;
  while (!learner->finished()) {
    learner->round({}, [](const RoundStats&) {});
    best = std::max(best, held_out_ratio(*learner, config, data));
  }
  EXPECT_LT(best, kRandom + 0.1);
  EXPECT_LT(held_out_ratio(*learner, config, data), kRandom);
}

INSTANTIATE_TEST_SUITE_P(Learning, BothLearn,
                         ::testing::Values(model::Algorithm::Imitation, model::Algorithm::Sac),
                         [](const auto& test) { return model::to_string(test.param); });

}  // namespace
}  // namespace rlminer::train
