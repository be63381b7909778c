#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/train/replay.h"

namespace rlminer::train {
namespace {

constexpr int kSize = 4;

// A ring that has gone round once and has unequal priorities.
Replay some_replay() {
  Replay replay(kSize, {.capacity = 10});
  std::vector<std::uint32_t> indices;
  std::vector<float> errors;
  for (std::uint32_t i = 0; i < 13; ++i) {
    Transition step{.target = i, .size = kSize, .chosen_count = static_cast<std::uint8_t>(i % 4)};
    std::fill_n(step.chosen.begin(), step.chosen_count, i + 1);
    step.action = i;
    step.done = step.chosen_count == kSize - 1;
    step.reward = step.done ? 0.5f : 0.0f;
    replay.add(step);
    if (i >= 10) continue;
    indices.push_back(i);
    errors.push_back(0.1f * static_cast<float>(i));
  }
  replay.update_priorities(indices, errors);
  return replay;
}

TEST(ReplayFile, RestoredItGoesOnIdentically) {
  Replay replay = some_replay();
  model::SafetensorsFile file;
  store_replay(replay.save(), file);
  Replay restored(kSize, {.capacity = 10});
  restore_replay(file, restored);
  ASSERT_EQ(restored.count(), replay.count());
  const Transition next{.target = 77, .size = kSize, .action = 3};
  for (Replay* const each : {&replay, &restored})
    each->add(next);
  Rng rng(1);
  Rng same(1);
  EXPECT_EQ(restored.sample(50, rng).indices, replay.sample(50, same).indices);
  for (std::size_t i = 0; i < replay.count(); ++i) {
    EXPECT_EQ(restored.at(i), replay.at(i));
    EXPECT_EQ(restored.priority(i), replay.priority(i));
  }
}

TEST(ReplayFile, AnEmptyOneIsStoredToo) {
  model::SafetensorsFile file;
  store_replay(Replay(kSize).save(), file);
  Replay restored(kSize);
  restore_replay(file, restored);
  EXPECT_EQ(restored.count(), 0u);
}

TEST(ReplayFile, WhatIsMissingOrDamagedIsAnError) {
  model::SafetensorsFile whole;
  store_replay(some_replay().save(), whole);
  for (std::size_t i = 0; i < whole.tensors.size(); ++i) {
    SCOPED_TRACE(whole.tensors[i].name);
    Replay replay(kSize, {.capacity = 10});
    model::SafetensorsFile missing = whole;
    missing.tensors.erase(missing.tensors.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_THROW(restore_replay(missing, replay), Error);
    model::SafetensorsFile other_type = whole;
    model::StoredTensor& tensor = other_type.tensors[i];
    tensor.type = model::TensorType::BF16;
    EXPECT_THROW(restore_replay(other_type, replay), Error);
    model::SafetensorsFile shorter = whole;
    shorter.tensors[i].bytes.clear();
    EXPECT_THROW(restore_replay(shorter, replay), Error);
    EXPECT_EQ(replay.count(), 0u);
  }
  model::SafetensorsFile negative = whole;
  negative.tensors[0] = model::make_tensor<std::int64_t>(whole.tensors[0].name, {-1});
  Replay replay(kSize, {.capacity = 10});
  EXPECT_THROW(restore_replay(negative, replay), Error);
  Replay other_size(kSize + 1);
  EXPECT_THROW(restore_replay(whole, other_size), Error);
}

}  // namespace
}  // namespace rlminer::train
