#include "rlminer/train/sac_networks.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/nn/model_file.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::train {
namespace {

model::NetworkConfig tiny_network() {
  model::NetworkConfig config;
  config.labels = 1;
  config.max_size = 3;
  config.hidden = 8;
  config.layers = 2;
  config.heads = 2;
  return config;
}

struct Sample {
  std::vector<Vertex> chosen;
  Vertex action = 0;
  float reward = 0.0f;
};

// Steps of episodes of size 3 on a path of six vertices.
class Batches {
 public:
  // `padding`: places for samples that are not there.
  SacBatch make(const std::vector<Sample>& samples, std::int64_t padding = 0) {
    const auto count = static_cast<std::int64_t>(samples.size());
    SacBatch batch = SacBatch::make({.rows = count + padding,
                                     .width = 8,
                                     .slots = 1,
                                     .states = count + padding,
                                     .actions = 6 + padding},
                                    torch::kCPU);
    std::vector<env::Observation> now, then;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const env::State& state = state_of(samples[i].chosen);
      const auto taken = std::ranges::find(state.actions(), samples[i].action);
      batch.taken.data_ptr<std::int64_t>()[i] = taken - state.actions().begin();
      now.push_back(env::observe(state));
      std::vector<Vertex> more = samples[i].chosen;
      more.push_back(samples[i].action);
      const env::State& next = state_of(more);
      then.push_back(next.done() ? env::Observation{} : env::observe(next));
      batch.reward.data_ptr<float>()[i] = samples[i].reward;
      batch.done.data_ptr<float>()[i] = next.done() ? 1.0f : 0.0f;
      batch.importance.data_ptr<float>()[i] = 1.0f;
      batch.weight.data_ptr<float>()[i] = 1.0f;
    }
    EXPECT_EQ(nn::pack(now, tiny_network(), batch.states), samples.size());
    nn::pack_next(then, tiny_network(), batch.states, batch.next);
    return batch;
  }

 private:
  const env::State& state_of(const std::vector<Vertex>& chosen) {
    env::State& state = states_.emplace_back(target_, 3);
    for (const Vertex vertex : chosen)
      state.extend(vertex);
    return state;
  }

  env::Target target_{testing::path(6)};
  std::deque<env::State> states_;  // observations point to them
};

// Going on to the end of the path is worth 1, going the other way nothing.
std::vector<Sample> some_samples() {
  return {{{1, 2}, 0, 1.0f}, {{1, 2}, 3, 0.0f}, {{1}, 2, 0.0f}, {{}, 1, 0.0f}};
}

struct Update {
  std::map<std::string, double> values;
  torch::Tensor td_error;
};

Update update(SacNetworks& networks, const SacBatch& batch) {
  const auto names = SacNetworks::value_names();
  const torch::Tensor sums = torch::zeros({static_cast<std::int64_t>(names.size())});
  Update result{{}, torch::zeros({batch.states.shape.states})};
  networks.prepare();
  networks.update(batch, result.td_error, sums);
  for (std::size_t i = 0; i < names.size(); ++i)
    result.values[names[i]] = sums[static_cast<std::int64_t>(i)].item<double>();
  return result;
}

SacNetworks networks_with(const model::SacOptions& options) {
  Rng rng(4);
  return {tiny_network(), options, torch::kCPU, rng};
}

// The values of every tensor whose name begins so, one behind the other.
std::vector<float> stored(const SacNetworks& networks, const std::string& prefix) {
  model::SafetensorsFile file;
  networks.store(file);
  std::vector<float> all;
  for (const model::StoredTensor& tensor : file.tensors) {
    if (tensor.name.rfind(prefix, 0) != 0 || tensor.type != model::TensorType::F32) continue;
    if (tensor.name.find(".adam.") != std::string::npos) continue;
    const auto values = model::values_of<float>(tensor);
    all.insert(all.end(), values.begin(), values.end());
  }
  EXPECT_FALSE(all.empty()) << prefix;
  return all;
}

TEST(SacNetworks, LearnsValuesAndPolicyOfAFewSteps) {
  Batches batches;
  const SacBatch batch = batches.make(some_samples());
  model::SacOptions options;
  options.learning_rate = 5e-3;
  options.initial_temperature = 0.01;
  options.temperature_learning_rate = 1e-9;
  SacNetworks networks = networks_with(options);
  for (int i = 0; i < 400; ++i)
    update(networks, batch);
  // The last steps are worth their rewards.
  const Update end = update(networks, batch);
  EXPECT_LT(end.td_error.slice(0, 0, 2).max().item<double>(), 0.1);
  EXPECT_LT(end.values.at("reward_loss"), 0.02);
  // And the actor takes the one that is worth more.
  const nn::Weights& weights = networks.actor();
  nn::ParameterSource source(weights);
  const nn::Actor actor(tiny_network(), source);
  const torch::Tensor logits =
      actor.logits(nn::Batch::from(batch.states, tiny_network(), torch::kFloat));
  EXPECT_GT(logits[0][0].item<double>(), logits[0][1].item<double>() + 2.0);
}

// What a last step earns is learned for every action, though only the worthless one was taken, and
// the step before it is worth what follows.
TEST(SacNetworks, LearnsFromKnownEndsWithoutTakingThem) {
  Batches batches;
  SacBatch batch = batches.make({{{1, 2}, 3, 0.0f}, {{1}, 2, 0.0f}});
  const std::vector<float> rewards = {1.0f, 0.0f};  // of 0 and 3
  batch.known.set(0, rewards);
  batch.next_known.set(1, rewards);
  model::SacOptions options;
  options.learning_rate = 5e-3;
  options.discount = 1.0;
  options.initial_temperature = 0.01;
  options.temperature_learning_rate = 1e-9;
  SacNetworks networks = networks_with(options);
  for (int i = 0; i < 400; ++i)
    update(networks, batch);
  EXPECT_LT(update(networks, batch).td_error.max().item<double>(), 0.1);
  const nn::Batch states = nn::Batch::from(batch.states, tiny_network(), torch::kFloat);
  const torch::Tensor logits = nn::bind<nn::Actor>(tiny_network(), networks.actor()).logits(states);
  EXPECT_GT(logits[0][0].item<double>(), logits[0][1].item<double>() + 2.0);
  // The critics know it too: 1 and 0, and about 1 for the step before.
  EXPECT_NEAR(update(networks, batch).values.at("mean_q"), 0.5, 0.1);
}

TEST(SacNetworks, TemperatureFollowsTheEntropy) {
  Batches batches;
  const SacBatch batch = batches.make(some_samples());
  model::SacOptions options;
  options.initial_temperature = 0.5;
  options.temperature_learning_rate = 0.01;
  options.entropy_share = 0.0;  // any policy is more random than that
  SacNetworks cooling = networks_with(options);
  EXPECT_NEAR(stored(cooling, "log_alpha")[0], std::log(0.5), 1e-6);
  const Update first = update(cooling, batch);
  EXPECT_GT(first.values.at("entropy"), 0.0);
  EXPECT_NEAR(first.values.at("temperature"), 0.5, 1e-6);
  EXPECT_NEAR(stored(cooling, "log_alpha")[0], std::log(0.5) - 0.01, 1e-4);
  options.entropy_share = 1.5;  // and no policy is as random as that
  SacNetworks warming = networks_with(options);
  update(warming, batch);
  EXPECT_NEAR(stored(warming, "log_alpha")[0], std::log(0.5) + 0.01, 1e-4);
}

TEST(SacNetworks, TargetsFollowTheCritics) {
  Batches batches;
  const SacBatch batch = batches.make(some_samples());
  model::SacOptions options;
  options.soft_update = 0.1;
  options.learning_rate = 0.01;
  SacNetworks networks = networks_with(options);
  for (const std::string number : {"1", "2"}) {
    const auto before = stored(networks, "target" + number);
    EXPECT_EQ(before, stored(networks, "critic" + number));
    update(networks, batch);
    const auto critic = stored(networks, "critic" + number);
    const auto target = stored(networks, "target" + number);
    EXPECT_NE(critic, before);
    for (std::size_t i = 0; i < target.size(); ++i)
      ASSERT_NEAR(target[i], 0.9f * before[i] + 0.1f * critic[i], 1e-6);
    networks.copy_critics_to_targets();
    EXPECT_EQ(stored(networks, "target" + number), stored(networks, "critic" + number));
  }
  EXPECT_NE(stored(networks, "critic1"), stored(networks, "critic2"));
}

TEST(SacNetworks, TheAverageFollowsTheActor) {
  Batches batches;
  const SacBatch batch = batches.make(some_samples());
  model::SacOptions options;
  options.learning_rate = 0.01;
  SacNetworks plain = networks_with(options);
  EXPECT_EQ(&plain.policy(), &plain.actor());
  options.average = 0.75;
  SacNetworks networks = networks_with(options);
  torch::Tensor expected = networks.actor().flat().clone();
  EXPECT_TRUE(torch::equal(networks.policy().flat(), expected));
  for (int i = 0; i < 3; ++i) {
    update(networks, batch);
    update(plain, batch);
    expected.lerp_(networks.actor().flat(), 0.25);
    EXPECT_TRUE(torch::allclose(networks.policy().flat(), expected, 1e-5, 1e-6)) << i;
  }
  // Only what is evaluated differs; the actor that plays and learns is the same.
  EXPECT_TRUE(torch::equal(networks.actor().flat(), plain.actor().flat()));
  EXPECT_FALSE(torch::equal(networks.policy().flat(), networks.actor().flat()));
}

TEST(SacNetworks, TheTemperatureRespectsItsBounds) {
  Batches batches;
  const SacBatch batch = batches.make(some_samples());
  model::SacOptions options;
  options.temperature_learning_rate = 0.5;
  options.lowest_temperature = 0.2;
  options.highest_temperature = 3.0;
  const auto temperature_after = [&](double entropy_share) {
    options.entropy_share = entropy_share;
    SacNetworks networks = networks_with(options);
    for (int i = 0; i < 10; ++i)
      update(networks, batch);
    return std::exp(stored(networks, "log_alpha")[0]);
  };
  EXPECT_NEAR(temperature_after(1.5), 3.0, 1e-5);
  EXPECT_NEAR(temperature_after(0.0), 0.2, 1e-6);
}

TEST(SacNetworks, PaddingChangesNothing) {
  Batches batches;
  SacNetworks alone = networks_with({});
  SacNetworks padded = networks_with({});
  const Update one = update(alone, batches.make(some_samples()));
  const Update two = update(padded, batches.make(some_samples(), 3));
  for (const auto& [name, value] : one.values)
    EXPECT_NEAR(two.values.at(name), value, 1e-5) << name;
  EXPECT_TRUE(torch::allclose(two.td_error.slice(0, 0, 4), one.td_error, 1e-4, 1e-5));
}

// Errors weigh as the replay says; the priorities that follow do not.
TEST(SacNetworks, ImportanceWeighsTheLossesOfTheCritics) {
  Batches batches;
  SacBatch light = batches.make(some_samples());
  light.importance.fill_(0.25);
  SacNetworks networks = networks_with({});
  SacNetworks same = networks_with({});
  const Update full = update(networks, batches.make(some_samples()));
  const Update quarter = update(same, light);
  EXPECT_NEAR(quarter.values.at("q_loss"), 0.25 * full.values.at("q_loss"), 1e-6);
  EXPECT_NEAR(quarter.values.at("reward_loss"), 0.25 * full.values.at("reward_loss"), 1e-6);
  EXPECT_EQ(quarter.values.at("actor_loss"), full.values.at("actor_loss"));
  EXPECT_TRUE(torch::equal(quarter.td_error, full.td_error));
}

TEST(SacNetworks, RestoredTheyGoOnIdentically) {
  Batches batches;
  const SacBatch batch = batches.make(some_samples());
  SacNetworks networks = networks_with({});
  for (int i = 0; i < 3; ++i)
    update(networks, batch);
  model::SafetensorsFile file;
  networks.store(file);
  Rng other(99);
  SacNetworks restored(tiny_network(), {}, torch::kCPU, other);
  restored.restore(file);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(update(networks, batch).values, update(restored, batch).values);
  EXPECT_EQ(stored(networks, ""), stored(restored, ""));
}

}  // namespace
}  // namespace rlminer::train
