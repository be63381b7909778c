#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/model/config.h"
#include "rlminer/train/episodes.h"
#include "rlminer/train/pipeline.h"
#include "rlminer/train/replay.h"
#include "rlminer/train/sac_networks.h"

// How remembered steps become the batches of soft actor-critic.
namespace rlminer::train {

// A step drawn from a replay.
struct Sample {
  Transition step;
  float importance = 1.0F;
  std::uint32_t replay = 0;
  std::uint32_t index = 0;   // in the replay
  std::size_t vertices = 0;  // of the graph
};

// Samples of one update on their way through the device. The result of the lane is their TD error.
struct Slot {
  Slot(const nn::BatchShape& shape, torch::Device device, Lane<SacBatch>::Work update)
      : lane(shape, {shape.states}, device, std::move(update)) {}

  std::vector<Sample> samples;
  std::size_t used = 0;  // samples that fitted
  Lane<SacBatch> lane;
};

// The shape of batches of the config's samples on these graphs. Rows are enough for that many
// average states and a few more; a sample that finds no room is left out of its update. `sources`
// are what fresh graphs are made of.
nn::BatchShape shape_of_samples(const PlayedGraphs& graphs, const model::TrainConfig& config,
                                std::span<const Graph> sources);

// Draws the samples of an update, equally many from each replay that has any.
void draw_samples(const PlayedGraphs& graphs, const model::TrainConfig& config,
                  std::span<const Replay> replays, Rng& rng, Slot& slot);
// Fills the input of the lane with them.
void fill_batch(const PlayedGraphs& graphs, const model::TrainConfig& config, Slot& slot);
// Gives them the priorities of the TD errors that came back.
void set_priorities(const Slot& slot, std::span<Replay> replays);

}  // namespace rlminer::train
