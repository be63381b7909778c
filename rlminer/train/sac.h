#pragma once

#include <memory>

#include "rlminer/model/config.h"
#include "rlminer/nn/torch_headers.h"
#include "rlminer/train/learner.h"
#include "rlminer/train/playground.h"

namespace rlminer::train {

// The paper's learner: discrete soft actor-critic with two dueling critics, a learned temperature
// and prioritised replay, one buffer per size. A round is one epoch or several; an epoch is an
// episode for every training graph and size, or a fresh graph in place of that graph. The episodes
// of the warm-up are played at random before the first round.
//
// `sources` are what fresh graphs are made of, if there are any; they must outlive the learner.
std::unique_ptr<Learner> make_sac(const model::TrainConfig& config, torch::Device device,
                                  RewardedGraphs graphs, std::span<const Graph> sources = {},
                                  env::Encoder encoder = {});

}  // namespace rlminer::train
