#include "rlminer/model/task.h"

#include <algorithm>
#include <string>

#include "rlminer/base/error.h"
#include "rlminer/env/foresight.h"

namespace rlminer::model {

int task_of(const env::Observation& state, const NetworkConfig& config, int largest_size) {
  const int largest = std::min(largest_size, config.max_size);
  const int size = std::min(state.size, largest);
  const int remaining = std::min(state.size - static_cast<int>(state.chosen.size()), size);
  return remaining * (config.max_size + 1) + size;
}

void check_readable(const env::Observation& state, const NetworkConfig& config) {
  if (config.features && state.target->graph().num_vertices() > 0 &&
      state.target->features().empty())
    throw Error("the model needs features of the vertices, and this graph comes without");
  const env::Foresight* foresight = state.target->foresight();
  if (config.foresight > 0 &&
      (foresight == nullptr || foresight->num_features() != env::action_features(config.foresight)))
    throw Error("the model needs to know small sets, and this graph comes without");
  for (const std::uint8_t rank : state.target->edge_ranks()) {
    if (config.relations == 0 || rank < config.relations) continue;
    throw Error("the model knows " + std::to_string(config.relations) +
                " kinds of edges; there is no kind " + std::to_string(rank) + " among them");
  }
  for (const Label token : state.target->tokens()) {
    if (token < static_cast<Label>(config.labels)) continue;
    throw Error("the model knows " + std::to_string(config.labels) + " labels; there is no label " +
                std::to_string(token) + " among them");
  }
}

bool attends_after(int layer, int layers) {
  return layer + 1 == layers / 3 || layer + 1 == 2 * layers / 3;
}

}  // namespace rlminer::model
