#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "rlminer/graph/graph.h"
#include "rlminer/model/config.h"
#include "rlminer/train/playground.h"
#include "rlminer/train/trainer.h"

// What the tests that train share: a task that can be learned in seconds on one core.
namespace rlminer::testing {

// Graphs of 14 vertices: a star (A in the middle, five times B around it) hangs by one edge on
// eight random vertices that are A, B or C. The most frequent subgraphs on 3 and 4 vertices lie in
// the star nearly always, so the optimum is to find it and to stay in it. No label alone shows the
// way: the random part has each of them.
std::vector<Graph> stars(std::size_t graphs, std::uint64_t seed);

// Different graphs of that kind to train on, to validate and to test.
model::TrainingData star_data(std::size_t train, std::size_t held_out);

// Rings of twelve equal vertices. Half of the edges, one after the other, have one label, which is
// another one in every graph; three more labels have two edges each, in any order. The most
// frequent paths lie in the first half, and nothing but the labels of edges shows where that is.
model::TrainingData ring_data(std::size_t train, std::size_t held_out);

// Twelve paths of five vertices: A in the middle, at both ends another letter. In four of them
// these are B and C, all others differ. So the most frequent subgraph on 5 vertices is one of these
// four, and what tells it from the others is at both of its ends: no vertex sees it in its
// neighbours.
model::TrainingData path_data(std::size_t train, std::size_t held_out);

// A little network for these graphs, sizes 3 and 4, one thread, and a schedule that suffices.
model::TrainConfig learning_config(model::Algorithm algorithm);
// Still less of everything, fresh graphs included: for what need not learn.
model::TrainConfig brief_config(model::Algorithm algorithm);

train::RewardedGraphs rewarded(const std::vector<Graph>& graphs, const std::vector<int>& sizes);

// The mean ratio of episodes played at random.
double random_ratio(const std::vector<Graph>& graphs, const std::vector<int>& sizes);

std::string content_of(const std::filesystem::path& path);

}  // namespace rlminer::testing
