#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/model/config.h"

namespace rlminer::model {
namespace {

using Change = std::function<void(TrainConfig&)>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void expect_refused(Algorithm algorithm, const std::vector<Change>& changes) {
  for (std::size_t i = 0; i < changes.size(); ++i) {
    TrainConfig config = preset("small", algorithm);
    EXPECT_NO_THROW(validate(config));
    changes[i](config);
    EXPECT_THROW(validate(config), Error) << i;
  }
}

TEST(TrainConfig, PresetsMakeSense) {
  for (const Algorithm algorithm : {Algorithm::Imitation, Algorithm::Sac}) {
    for (const std::string& name : preset_names()) {
      const TrainConfig config = preset(name, algorithm);
      EXPECT_EQ(config.algorithm, algorithm);
      EXPECT_NO_THROW(validate(config)) << name;
    }
    EXPECT_THROW(preset("large", algorithm), Error);
  }
}

TEST(TrainConfig, ThePaperPresetIsThePapers) {
  const TrainConfig config = preset("paper", Algorithm::Sac);
  EXPECT_EQ(config.network.hidden, 256);
  EXPECT_EQ(config.network.layers, 9);
  EXPECT_EQ(config.network.heads, 4);
  EXPECT_FALSE(config.network.plus);
  EXPECT_EQ(config.sizes, (std::vector<int>{3, 4, 5, 6, 7, 8, 9}));
  const SacOptions& sac = config.sac;
  EXPECT_EQ(sac.epochs, 75u);
  EXPECT_EQ(sac.warm_up_epochs, 50u);
  EXPECT_EQ(sac.parallel_episodes, 1u);
  EXPECT_EQ(sac.updates_per_episode, 2.0);
  EXPECT_EQ(sac.samples_per_size, 8u);
  EXPECT_EQ(sac.replay_capacity, 1'000'000u);
  EXPECT_EQ(sac.priority_exponent, 0.2);
  EXPECT_EQ(sac.importance_exponent, 0.6);
  EXPECT_EQ(sac.learning_rate, 2.5e-4);
  EXPECT_EQ(sac.temperature_learning_rate, 2.5e-4);
  EXPECT_EQ(sac.soft_update, 0.01);
  EXPECT_TRUE(sac.hard_update);
  EXPECT_EQ(sac.initial_temperature, 1.0);
  EXPECT_EQ(sac.entropy_share, 0.6);
  // What the paper does not have is off.
  EXPECT_FALSE(config.network.features);
  EXPECT_EQ(config.label_ranks, 0);
  EXPECT_FALSE(config.fit_time_limit);
  EXPECT_EQ(sac.decay_share, 0.0);
  EXPECT_EQ(sac.clip, 0.0);
  EXPECT_EQ(sac.average, 0.0);
  EXPECT_EQ(sac.fresh_share, 0.0);
  EXPECT_FALSE(sac.return_bound);
  EXPECT_EQ(sac.round_epochs, 1u);
}

// What stands beside the paper's figures as its algorithm has its network, inputs and losses and
// learns from the collection's own graphs.
TEST(TrainConfig, TheFastPresetKeepsThePapersNetworkAndInputs) {
  const TrainConfig paper = preset("paper", Algorithm::Sac);
  const TrainConfig fast = preset("fast", Algorithm::Sac);
  EXPECT_EQ(fast.network, paper.network);
  EXPECT_EQ(fast.label_ranks, 0);
  EXPECT_EQ(fast.sizes, paper.sizes);
  EXPECT_EQ(fast.reward, paper.reward);
  EXPECT_EQ(fast.sac.fresh_share, 0.0);
  EXPECT_EQ(fast.sac.discount, paper.sac.discount);
  EXPECT_EQ(fast.sac.entropy_share, paper.sac.entropy_share);
  EXPECT_EQ(fast.sac.learning_rate, paper.sac.learning_rate);
  EXPECT_EQ(fast.sac.samples_per_size * fast.sizes.size(), 1022u);
}

TEST(TrainConfig, WhatCannotBeIsRefused) {
  const std::vector<Change> both = {
      [](TrainConfig& c) { c.sizes.clear(); },
      [](TrainConfig& c) {
        c.sizes = {4, 3};
      },
      [](TrainConfig& c) {
        c.sizes = {3, 3};
      },
      [](TrainConfig& c) {
        c.sizes = {1, 3};
      },
      [](TrainConfig& c) {
        c.sizes = {3, c.network.max_size + 1};
      },
      [](TrainConfig& c) { c.round = 0; },
      [](TrainConfig& c) { c.network.heads = 3; },
  };
  expect_refused(Algorithm::Imitation, both);
  expect_refused(Algorithm::Sac, both);
  const std::vector<Change> imitation = {
      [](TrainConfig& c) { c.imitation.updates = 0; },
      [](TrainConfig& c) { c.imitation.states = 0; },
      [](TrainConfig& c) { c.imitation.episodes = 1; },
      [](TrainConfig& c) { c.imitation.learning_rate = 0; },
      [](TrainConfig& c) { c.imitation.learning_rate = kNan; },
      [](TrainConfig& c) { c.imitation.beta1 = 1.0; },
      [](TrainConfig& c) { c.imitation.beta2 = -0.1; },
      [](TrainConfig& c) { c.imitation.average = 1.0; },
      [](TrainConfig& c) { c.imitation.weight_decay = -1; },
      [](TrainConfig& c) { c.imitation.clip = kNan; },
      [](TrainConfig& c) { c.imitation.temperature = 0; },
      [](TrainConfig& c) { c.imitation.noise = 1.1; },
      [](TrainConfig& c) { c.imitation.small_weight = 0; },
      [](TrainConfig& c) { c.imitation.fresh_active = 0; },
      [](TrainConfig& c) { c.imitation.fresh_per_update = -1; },
  };
  expect_refused(Algorithm::Imitation, imitation);
  const std::vector<Change> sac = {
      [](TrainConfig& c) { c.sac.epochs = 0; },
      [](TrainConfig& c) { c.sac.parallel_episodes = 0; },
      [](TrainConfig& c) { c.sac.updates_per_episode = 0; },
      [](TrainConfig& c) { c.sac.samples_per_size = 0; },
      [](TrainConfig& c) { c.sac.replay_capacity = 0; },
      [](TrainConfig& c) { c.sac.learning_rate = -1; },
      [](TrainConfig& c) { c.sac.initial_temperature = 0; },
      [](TrainConfig& c) { c.sac.temperature_learning_rate = -1; },
      [](TrainConfig& c) { c.sac.discount = 1.1; },
      [](TrainConfig& c) { c.sac.entropy_share = kNan; },
      [](TrainConfig& c) { c.sac.soft_update = 2; },
      [](TrainConfig& c) { c.sac.priority_exponent = -1; },
      [](TrainConfig& c) { c.sac.importance_exponent = 2; },
      [](TrainConfig& c) { c.sac.round_epochs = 0; },
      [](TrainConfig& c) { c.sac.decay_share = 1.1; },
      [](TrainConfig& c) { c.sac.clip = -1; },
      [](TrainConfig& c) { c.sac.average = 1; },
      [](TrainConfig& c) { c.sac.highest_temperature = 0; },
      [](TrainConfig& c) { c.sac.lowest_temperature = 2; },  // above where it starts
      [](TrainConfig& c) {
        c.sac.fresh_share = 0.5;
        c.sac.fresh_active = 0;
      },
  };
  expect_refused(Algorithm::Sac, sac);
}

// Runs with different numbers have different texts, so that none is resumed as another.
TEST(TrainConfig, TheTextTellsConfigsApart) {
  const std::vector<Change> imitation = {
      [](TrainConfig& c) { c.seed = 5; },
      [](TrainConfig& c) { c.sizes = {3}; },
      [](TrainConfig& c) { c.network.hidden = 32; },
      [](TrainConfig& c) { c.round = 7; },
      [](TrainConfig& c) { c.imitation.updates = 7; },
      [](TrainConfig& c) { c.imitation.learning_rate = 0.7; },
      [](TrainConfig& c) { c.imitation.regret_end = 7; },
      [](TrainConfig& c) { c.imitation.fresh_share = 0.7; },
      [](TrainConfig& c) { c.algorithm = Algorithm::Sac; },
  };
  const std::vector<Change> sac = {
      [](TrainConfig& c) { c.reward = env::RewardKind::Raw; },
      [](TrainConfig& c) { c.sac.epochs = 7; },
      [](TrainConfig& c) { c.sac.discount = 0.7; },
      [](TrainConfig& c) { c.sac.soft_update = 0.7; },
      [](TrainConfig& c) { c.sac.temperature_learning_rate = 0.7; },
  };
  std::set<std::string> texts;
  const auto add = [&](Algorithm algorithm, const Change& change) {
    TrainConfig config = preset("small", algorithm);
    if (change) change(config);
    return texts.insert(to_json(config)).second;
  };
  EXPECT_TRUE(add(Algorithm::Imitation, {}));
  for (std::size_t i = 0; i < imitation.size(); ++i)
    EXPECT_TRUE(add(Algorithm::Imitation, imitation[i])) << i;
  for (std::size_t i = 0; i < sac.size(); ++i)
    EXPECT_TRUE(add(Algorithm::Sac, sac[i])) << i;
  EXPECT_FALSE(add(Algorithm::Imitation, {}));
}

TEST(TrainConfig, SettingsAreSetByName) {
  TrainConfig config = preset("small", Algorithm::Sac);
  set_field(setting(config, "sac.entropy_share"), "0.25");
  set_field(setting(config, "sac.hard_update"), "true");
  set_field(setting(config, "network.hidden"), "32");
  set_field(setting(config, "patience"), "3");
  EXPECT_EQ(config.sac.entropy_share, 0.25);
  EXPECT_TRUE(config.sac.hard_update);
  EXPECT_EQ(config.network.hidden, 32);
  EXPECT_EQ(config.patience, 3u);
  for (const char* text : {"", "x", "1.5", "-0.1", "nan", "0.3 ", "true"})
    EXPECT_THROW(set_field(setting(config, "sac.entropy_share"), text), Error) << text;
  for (const char* text : {"0", "1.5", "10000", "-1"})
    EXPECT_THROW(set_field(setting(config, "network.hidden"), text), Error) << text;
  EXPECT_THROW(set_field(setting(config, "sac.hard_update"), "1"), Error);
  EXPECT_EQ(config.sac.entropy_share, 0.25);
  for (const char* name : {"imitation.updates", "round", "sac", "sac.", "", "entropy_share"})
    EXPECT_THROW(setting(config, name), Error) << name;
}

// Every setting is declared with a name of its own, a range that its default is in, and help.
TEST(TrainConfig, EverySettingIsDeclaredSensibly) {
  TrainConfig config;
  std::set<std::string> names;
  for (const Field& field : settings_of(config)) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    EXPECT_NE(std::string(field.help), "") << field.name;
    EXPECT_NO_THROW(require_ranges({field}, "default")) << field.name;
  }
  EXPECT_EQ(names.size(), 5u + 15u + 25u + 28u);
}

}  // namespace
}  // namespace rlminer::model
