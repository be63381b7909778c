#include "rlminer/train/sac.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/env/state.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/learning_task.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/train/learner.h"
#include "rlminer/train/replay.h"

namespace rlminer::train {
namespace {

// What the step earned, by the definitions.
double plain_reward(const Graph& graph, const Transition& step) {
  std::vector<Vertex> set(step.chosen_vertices().begin(), step.chosen_vertices().end());
  set.push_back(step.action);
  if (set.size() < step.size) return 0.0;
  const auto best = testing::classes_of_size(graph, step.size).front().count;
  const auto found = testing::frequency(graph, testing::induced(graph, set));
  return static_cast<double>(found) / static_cast<double>(best);
}

void expect_honest(const Graph& graph, const Transition& step) {
  const env::Target target(graph);
  env::State state(target, step.size);
  for (const Vertex vertex : step.chosen_vertices()) {
    ASSERT_TRUE(std::ranges::binary_search(state.actions(), vertex));
    state.extend(vertex);
  }
  ASSERT_TRUE(std::ranges::binary_search(state.actions(), step.action));
  EXPECT_EQ(step.done, state.remaining() == 1);
  EXPECT_NEAR(step.reward, plain_reward(graph, step), 1e-6);
}

TEST(Sac, RemembersWhatWasPlayedAndWhatItEarned) {
  model::TrainConfig config = testing::brief_config(model::Algorithm::Sac);
  config.sac.replay_capacity = 1000;
  const std::vector<Graph> graphs = testing::stars(6, 1);
  const auto learner = make_sac(config, torch::kCPU, testing::rewarded(graphs, config.sizes));
  const RoundStats stats = learner->round({}, [](const RoundStats&) {});
  model::SafetensorsFile file;
  learner->store(file);
  for (const int size : config.sizes) {
    Replay replay(size, {.capacity = 1000});
    restore_replay(file, replay);
    // An episode on every graph, once at random and once by the policy.
    ASSERT_EQ(replay.count(), 2 * graphs.size() * static_cast<std::size_t>(size));
    double earned = 0.0;
    for (std::size_t i = 0; i < replay.count(); ++i) {
      const Transition step = replay.at(i);
      ASSERT_LT(step.target, graphs.size());
      expect_honest(graphs[step.target], step);
      earned += step.reward;
    }
    EXPECT_GT(earned, 0.0);
  }
  EXPECT_EQ(stats.episodes, graphs.size() * config.sizes.size());
}

// Updates are spread evenly however many episodes advance together.
TEST(Sac, UpdatesAsOftenAsAsked) {
  model::TrainConfig config = testing::brief_config(model::Algorithm::Sac);
  config.sac.updates_per_episode = 0.75;
  for (const std::size_t together : {1u, 5u, 100u}) {
    config.sac.parallel_episodes = together;
    const auto learner =
        make_sac(config, torch::kCPU, testing::rewarded(testing::stars(6, 1), config.sizes));
    learner->round({}, [](const RoundStats&) {});
    EXPECT_EQ(learner->updates(), 9u) << together;  // 6 graphs, 2 sizes
    learner->round({}, [](const RoundStats&) {});
    EXPECT_EQ(learner->updates(), 18u) << together;
    EXPECT_DOUBLE_EQ(learner->fraction(), 0.5);
  }
}

// An entropy that no policy reaches drives the temperature up for ever; the run says so instead of
// going on with a policy that no longer learns.
TEST(Sac, SaysThatTheTemperatureRanAway) {
  model::TrainConfig config = testing::brief_config(model::Algorithm::Sac);
  config.sac.epochs = 100;
  config.sac.entropy_share = 1.0;
  config.sac.temperature_learning_rate = 0.5;
  config.sac.highest_temperature = 2.0;
  const testing::TempFolder folder;
  TrainOptions options;
  options.model = folder.path() / "model";
  std::size_t rounds = 0;
  double highest = 0.0;
  options.on_row = [&](const model::TrainRow& row) {
    ++rounds;
    highest = std::max(highest, row.values.at("temperature"));
  };
  std::string message;
  try {
    train(config, testing::star_data(6, 2), options);
  } catch (const Diverged& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("the temperature ran away to its bound"), std::string::npos) << message;
  EXPECT_NE(message.find("sac.entropy_share"), std::string::npos) << message;
  EXPECT_GE(rounds, 1u);
  EXPECT_LT(rounds, 100u);
  EXPECT_LE(highest, 2.0 + 1e-6);
  EXPECT_TRUE(std::filesystem::exists(options.model));
}

// Steps on fresh graphs are learned from, but not saved: a run that is resumed has others.
TEST(Sac, KeepsStepsOnFreshGraphsToItself) {
  model::TrainConfig config = testing::brief_config(model::Algorithm::Sac);
  config.sac.replay_capacity = 1000;
  config.sac.fresh_share = 0.5;
  config.sac.fresh_active = 4;
  config.sac.fresh_per_update = 2.0;
  const std::vector<Graph> graphs = testing::stars(6, 1);
  const auto make = [&] {
    return make_sac(config, torch::kCPU, testing::rewarded(graphs, config.sizes), graphs);
  };
  const auto learner = make();
  const RoundStats stats = learner->round({}, [](const RoundStats&) {});
  EXPECT_EQ(stats.episodes, graphs.size() * config.sizes.size());
  EXPECT_GT(stats.values.at("fresh_graphs"), 4.0);
  model::SafetensorsFile file;
  learner->store(file);
  for (const int size : config.sizes) {
    Replay replay(size, {.capacity = 1000});
    restore_replay(file, replay);
    EXPECT_GT(replay.count(), 0u);
    EXPECT_LT(replay.count(), 2 * graphs.size() * static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < replay.count(); ++i) {
      ASSERT_LT(replay.at(i).target, graphs.size());
      expect_honest(graphs[replay.at(i).target], replay.at(i));
    }
  }
  const auto resumed = make();
  resumed->restore(file);
  EXPECT_EQ(resumed->updates(), learner->updates());
  EXPECT_GT(resumed->round({}, [](const RoundStats&) {}).updates, 0u);
}

// A schedule that fits the time limit is half over when half the time is, and its learning rate
// falls with it.
TEST(Sac, TheScheduleFitsATimeLimit) {
  model::TrainConfig config = testing::brief_config(model::Algorithm::Sac);
  config.sac.epochs = 1'000'000;
  config.fit_time_limit = true;
  config.sac.decay_share = 1.0;
  testing::FakeClock clock;
  const Deadline deadline(100.0, nullptr, clock);
  const auto learner =
      make_sac(config, torch::kCPU, testing::rewarded(testing::stars(6, 1), config.sizes));
  const auto rate_after_round = [&] {
    return learner->round(deadline, [](const RoundStats&) {}).values.at("learning_rate");
  };
  EXPECT_NEAR(rate_after_round(), config.sac.learning_rate, 1e-4 * config.sac.learning_rate);
  clock.advance(50.0);
  EXPECT_NEAR(rate_after_round(), 0.5 * config.sac.learning_rate, 1e-9);
  EXPECT_NEAR(learner->fraction(), 0.5, 1e-9);
  clock.advance(40.0);
  EXPECT_NEAR(rate_after_round(), 0.1 * config.sac.learning_rate, 1e-9);
  EXPECT_FALSE(learner->finished());
}

// The first round leaves a quarter of the time to the examination after it, the others much less.
TEST(TimeShare, IsOfTheTimeThereIsWhateverTheFirstRoundWasLeft) {
  testing::FakeClock clock;
  const Deadline deadline(100.0, nullptr, clock);
  TimeShare share(true);
  share.note(deadline.part(0.75));
  EXPECT_EQ(share.over(), 0.0);
  clock.advance(20.0);
  share.note(deadline);
  EXPECT_NEAR(share.over(), 0.2, 1e-9);
  clock.advance(40.0);
  share.note(deadline.at_most(39.0));
  EXPECT_NEAR(share.over(), 60.0 / 99.0, 1e-9);
}

// A run that goes on where another one was interrupted.
TEST(TimeShare, GoesOnFromWhereItWas) {
  testing::FakeClock clock;
  const Deadline deadline(50.0, nullptr, clock);
  TimeShare share(true);
  share.resume_from(0.5);
  share.note(deadline);
  EXPECT_NEAR(share.over(), 0.5, 1e-9);
  clock.advance(25.0);
  share.note(deadline);
  EXPECT_NEAR(share.over(), 0.75, 1e-9);
}

}  // namespace
}  // namespace rlminer::train
