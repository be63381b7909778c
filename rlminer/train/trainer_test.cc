// How a run goes, ends and goes on; what it says of data and settings that cannot be.
#include "rlminer/train/trainer.h"

#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/nn/device.h"
#include "rlminer/nn/model_file.h"
#include "rlminer/nn/neural_policy.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/learning_task.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::train {
namespace {

using testing::brief_config;
using testing::content_of;
using testing::star_data;
using testing::TempFolder;

// A folder with the files of a run in it.
struct RunFolder {
  TempFolder folder;
  std::filesystem::path model = folder.path() / "model";
  std::filesystem::path last = folder.path() / "model.last";
};

TrainOptions options_for(const RunFolder& files, bool resume = false) {
  TrainOptions options;
  options.model = files.model;
  options.resume = resume;
  return options;
}

// Ends after that many rounds, as a user's interrupt between two of them would.
TrainOutcome train_rounds(const model::TrainConfig& config, const model::TrainingData& data,
                          TrainOptions options, std::size_t rounds) {
  std::atomic<bool> stop = false;
  options.deadline = Deadline(Deadline::kForever, &stop);
  options.on_row = [&](const model::TrainRow&) { stop = --rounds == 0; };
  return train(config, data, options);
}

std::string error_of(const model::TrainConfig& config, const model::TrainingData& data,
                     const TrainOptions& options) {
  try {
    train(config, data, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

class Trainer : public ::testing::TestWithParam<model::Algorithm> {
 protected:
  model::TrainConfig config_ = brief_config(GetParam());
  model::TrainingData data_ = star_data(8, 4);
  RunFolder files_;
};

INSTANTIATE_TEST_SUITE_P(Both, Trainer,
                         ::testing::Values(model::Algorithm::Imitation, model::Algorithm::Sac),
                         [](const auto& test) { return model::to_string(test.param); });

TEST_P(Trainer, TheSameSeedGivesTheSameBytes) {
  const TrainOutcome outcome = train(config_, data_, options_for(files_));
  EXPECT_EQ(outcome.end, TrainEnd::Finished);
  EXPECT_EQ(outcome.rows.size(), 4u);
  const RunFolder again;
  train(config_, data_, options_for(again));
  EXPECT_TRUE(content_of(files_.model) == content_of(again.model));
  config_.seed += 1;
  const RunFolder other;
  train(config_, data_, options_for(other));
  const nn::Model one = nn::read_model(files_.model, torch::kCPU);
  const nn::Model another = nn::read_model(other.model, torch::kCPU);
  EXPECT_FALSE(torch::equal(one.actor.flat(), another.actor.flat()));
}

void expect_same_tensors(const std::filesystem::path& a, const std::filesystem::path& b) {
  const model::SafetensorsFile one = model::read_safetensors(a);
  const model::SafetensorsFile two = model::read_safetensors(b);
  ASSERT_EQ(one.tensors.size(), two.tensors.size());
  for (std::size_t i = 0; i < one.tensors.size(); ++i) {
    EXPECT_EQ(one.tensors[i].name, two.tensors[i].name);
    EXPECT_EQ(one.tensors[i].bytes, two.tensors[i].bytes) << one.tensors[i].name;
  }
}

// All but the clock's.
std::map<std::string, double> values_of_run(const model::TrainRow& row) {
  auto values = row.values;
  std::erase_if(values,
                [](const auto& value) { return value.first.find("second") != std::string::npos; });
  return values;
}

TEST_P(Trainer, ResumedEqualsUninterrupted) {
  const TrainOutcome whole = train(config_, data_, options_for(files_));
  for (const std::size_t rounds : {1u, 3u}) {
    SCOPED_TRACE(rounds);
    const RunFolder parts;
    const TrainOutcome first = train_rounds(config_, data_, options_for(parts), rounds);
    EXPECT_EQ(first.end, TrainEnd::Interrupted);
    ASSERT_EQ(first.rows.size(), rounds);
    const TrainOutcome second = train(config_, data_, options_for(parts, true));
    EXPECT_EQ(second.end, TrainEnd::Finished);
    ASSERT_EQ(second.rows.size(), whole.rows.size() - rounds);
    for (std::size_t i = 0; i < second.rows.size(); ++i) {
      const model::TrainRow& row = second.rows[i];
      const model::TrainRow& wanted = whole.rows[rounds + i];
      EXPECT_EQ(row.round, wanted.round);
      EXPECT_EQ(row.updates, wanted.updates);
      EXPECT_EQ(row.episodes, wanted.episodes);
      EXPECT_EQ(row.train_ratio, wanted.train_ratio);
      EXPECT_EQ(values_of_run(row), values_of_run(wanted));
      EXPECT_EQ(row.validation, wanted.validation);
      EXPECT_EQ(row.test, wanted.test);
      EXPECT_EQ(row.best, wanted.best);
      EXPECT_GT(row.seconds, first.rows.back().seconds);
    }
    expect_same_tensors(parts.last, files_.last);
    EXPECT_TRUE(content_of(parts.model) == content_of(files_.model));
  }
  // Nothing is left to do.
  const TrainOutcome done = train(config_, data_, options_for(files_, true));
  EXPECT_EQ(done.end, TrainEnd::Finished);
  EXPECT_TRUE(done.rows.empty());
}

// An interrupt in the middle of a round loses nothing either.
TEST_P(Trainer, InterruptedInARoundItSavesAndGoesOn) {
  config_.round = 1'000'000'000;
  config_.imitation.updates = 1'000'000'000;
  config_.sac.updates_per_episode = 1'000'000.0;
  std::size_t before = 0;
  for (const bool resume : {false, true}) {
    std::atomic<bool> stop = false;
    TrainOptions options = options_for(files_, resume);
    options.deadline = Deadline(Deadline::kForever, &stop);
    options.on_progress = [&](const model::TrainRow&) { stop = true; };
    const TrainOutcome outcome = train(config_, data_, options);
    EXPECT_EQ(outcome.end, TrainEnd::Interrupted);
    ASSERT_EQ(outcome.rows.size(), 1u);
    EXPECT_GT(outcome.rows[0].updates, before);
    before = outcome.rows[0].updates;
    EXPECT_NO_THROW(model::read_safetensors(files_.last));
  }
}

TEST_P(Trainer, StopsWhenItsPatienceEnds) {
  config_.patience = 2;
  config_.imitation.learning_rate = 1e-12;  // so that nothing ever changes
  config_.sac.learning_rate = 1e-12;
  const TrainOutcome outcome = train(config_, data_, options_for(files_));
  EXPECT_EQ(outcome.end, TrainEnd::Patience);
  EXPECT_EQ(outcome.rows.size(), 3u);
  EXPECT_EQ(outcome.best->round, 1u);
  const TrainOutcome resumed = train(config_, data_, options_for(files_, true));
  EXPECT_EQ(resumed.end, TrainEnd::Patience);
  EXPECT_TRUE(resumed.rows.empty());
}

TEST_P(Trainer, WithoutValidationTheLatestIsTheBest) {
  data_.validation.clear();
  const TrainOutcome none = train(config_, data_, options_for(files_));
  EXPECT_EQ(none.best->round, 4u);
  // Also when the graphs there are say nothing.
  graph::GraphBuilder single;
  single.add_vertex("0", data_.train[0].label_name(0));
  data_.validation = {single.build()};
  const TrainOutcome useless = train(config_, data_, options_for(files_));
  EXPECT_EQ(useless.best->round, 4u);
}

TEST_P(Trainer, ADeadlineDuringPreparationIsNoError) {
  TrainOptions options = options_for(files_);
  options.deadline = Deadline(0.0);
  const TrainOutcome late = train(config_, data_, options);
  EXPECT_EQ(late.end, TrainEnd::TimeLimit);
  EXPECT_TRUE(late.rows.empty());
  EXPECT_FALSE(late.best.has_value());

  for (const char* phase : {"validation", "training"}) {
    std::atomic<bool> stop = false;
    options.deadline = Deadline(Deadline::kForever, &stop);
    options.on_phase = [&](const std::string& name, double) {
      stop = stop || name.find(phase) != std::string::npos;
    };
    const TrainOutcome interrupted = train(config_, data_, options);
    EXPECT_EQ(interrupted.end, TrainEnd::Interrupted) << phase;
    EXPECT_TRUE(interrupted.rows.empty());
  }
  EXPECT_FALSE(std::filesystem::exists(files_.model));
  EXPECT_FALSE(std::filesystem::exists(files_.last));
}

TEST_P(Trainer, NumbersThatAreNotFiniteStopIt) {
  config_.imitation.learning_rate = 1e30;
  config_.sac.learning_rate = 1e30;
  expect_contains(error_of(config_, data_, options_for(files_)), "no longer finite");
  EXPECT_FALSE(std::filesystem::exists(files_.model));
  EXPECT_FALSE(std::filesystem::exists(files_.last));
}

// A run that goes wrong after a good round: its momentum is made as large as a number can be.
TEST_P(Trainer, NumbersThatAreNotFiniteLeaveTheFilesOfTheLastGoodRound) {
  train_rounds(config_, data_, options_for(files_), 1);
  model::SafetensorsFile state = model::read_safetensors(files_.last);
  for (model::StoredTensor& tensor : state.tensors) {
    if (tensor.name != "actor.adam.mean") continue;
    const std::vector<float> huge(tensor.bytes.size() / sizeof(float), 3e38f);
    tensor = model::make_tensor(tensor.name, huge);
  }
  model::write_safetensors(files_.last, state);
  const std::string last = content_of(files_.last);
  const std::string model = content_of(files_.model);
  expect_contains(error_of(config_, data_, options_for(files_, true)), "no longer finite");
  EXPECT_TRUE(content_of(files_.last) == last);
  EXPECT_TRUE(content_of(files_.model) == model);
  EXPECT_NO_THROW(nn::load_policy(files_.model, {.device = "cpu", .threads = 1}));
}

TEST_P(Trainer, StartsFromAnotherModel) {
  model::TrainConfig first = brief_config(model::Algorithm::Imitation);
  train(first, data_, options_for(files_));
  const RunFolder second;
  TrainOptions options = options_for(second);
  options.init = files_.model;
  config_.imitation.learning_rate = 1e-12;
  config_.sac.learning_rate = 1e-12;
  train(config_, data_, options);
  EXPECT_TRUE(torch::allclose(nn::read_model(second.model, torch::kCPU).actor.flat(),
                              nn::read_model(files_.model, torch::kCPU).actor.flat()));

  config_.network.hidden = 16;
  const std::string other_shape = error_of(config_, data_, options);
  expect_contains(other_shape, files_.model.string());
  expect_contains(other_shape, "another shape");
  options.init = files_.folder.write("text", "no model");
  expect_contains(error_of(config_, data_, options), options.init.string());
}

TEST_P(Trainer, SaysWhatIsWrongWithTheData) {
  model::TrainingData empty = data_;
  empty.train.clear();
  expect_contains(error_of(config_, empty, options_for(files_)), "no training graphs");

  model::TrainingData small = data_;
  small.train = {testing::path(2), testing::unlabelled(5, {{0, 1}, {2, 3}})};
  small.validation.clear();
  small.test.clear();
  expect_contains(error_of(config_, small, options_for(files_)),
                  "without a connected subgraph of 3 vertices");

  config_.census_limit = 1;
  expect_contains(error_of(config_, data_, options_for(files_)), "too large");
}

TEST_P(Trainer, SaysWhatIsWrongWithTheSettings) {
  model::TrainConfig no_sizes = config_;
  no_sizes.sizes.clear();
  expect_contains(error_of(no_sizes, data_, options_for(files_)), "no sizes");
  model::TrainConfig wrong_way = config_;
  wrong_way.imitation.learning_rate = -1e-3;
  wrong_way.sac.learning_rate = -1e-3;
  expect_contains(error_of(wrong_way, data_, options_for(files_)), "learning_rate");
  model::TrainConfig no_device = config_;
  no_device.device = "abacus";
  expect_contains(error_of(no_device, data_, options_for(files_)), "abacus");
  if (torch::cuda::is_available()) return;
  no_device.device = "cuda";
  expect_contains(error_of(no_device, data_, options_for(files_)), "no CUDA");
}

}  // namespace
}  // namespace rlminer::train
