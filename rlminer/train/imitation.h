#pragma once

#include <memory>
#include <vector>

#include "rlminer/model/config.h"
#include "rlminer/nn/torch_headers.h"
#include "rlminer/train/fresh_pool.h"
#include "rlminer/train/learner.h"
#include "rlminer/train/replicas.h"

namespace rlminer::train {

// Learns to move as the exact optimum does. The policy plays; every state it comes to is labelled
// with the best frequency reachable after each action, and the policy is pulled towards the best
// ones. The forward pass of an update also gives the next moves, so playing costs nothing; two
// groups of episodes take turns, one on the device while the other is moved on by the host.
//
// `sources` are the graphs that fresh ones are made of, no smaller and no larger than they are;
// they must outlive the learner. With several processes, sizes of batches and numbers of episodes
// are those of each: N of them learn what one with N times as many would.
std::unique_ptr<Learner> make_imitation(const model::TrainConfig& config, torch::Device device,
                                        std::vector<SolvedGraphPtr> originals,
                                        std::span<const Graph> sources, env::Encoder encoder = {},
                                        Replicas replicas = {});

}  // namespace rlminer::train
