#pragma once

#include "rlminer/env/state.h"
#include "rlminer/model/config.h"

// How a network is told about states: what training and use must agree on.
namespace rlminer::model {

// The number of the task: the steps that remain and the size, remaining * (max_size + 1) + size. Of
// a pattern larger than the largest known one a network is told the last steps as they are, and
// before that as if it began over and over.
int task_of(const env::Observation& state, const NetworkConfig& config, int largest_size);

// Throws Error when the network cannot read the state's graph: without features or
// foresight that it needs, or with labels or kinds of edges that it does not know.
void check_readable(const env::Observation& state, const NetworkConfig& config);

// Whether the plus variant attends after that layer: one third and two thirds of the way.
bool attends_after(int layer, int layers);

}  // namespace rlminer::model
