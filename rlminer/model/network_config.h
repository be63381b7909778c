#pragma once

#include <string>
#include <vector>

#include "rlminer/model/field.h"

namespace rlminer::model {

// What shapes a network. Travels inside the checkpoint, so weights are never read into another
// shape. The switches are the ablations of the paper (all on: its RLMiner) and our own variant.
struct NetworkConfig {
  int labels = 1;    // tokens a vertex may carry: 0 .. labels-1
  int max_size = 9;  // largest pattern size the task encoding knows; larger ones are like it
  int hidden = 256;  // width of the vertex representations
  int layers = 9;    // rounds of message passing
  int heads = 4;     // of every attention; divides `hidden`

  bool task_steps = true;      // the task says how many steps remain, not the size alone
  bool skip_gate = true;       // the skip connection is gated by the task
  bool state_messages = true;  // messages are scaled by the state; off: the state is a label
  bool reward_head = true;     // critics also predict the reward
  // Ours: RMS norm before each layer, a residual linear after it, attention after one and two
  // thirds of the layers, state and task added to the input.
  bool plus = false;
  // Ours: the vertices' features (env/vertex_features.h) are added to the input.
  bool features = false;

  friend bool operator==(const NetworkConfig&, const NetworkConfig&) = default;
};

std::vector<Field> fields_of(NetworkConfig& config);

// One JSON object with a field per member. Reading throws Error naming what is missing or absurd.
std::string to_json(const NetworkConfig& config);
NetworkConfig network_config_from_json(const std::string& text);

// Throws Error when no network can have this shape.
void validate(const NetworkConfig& config);

}  // namespace rlminer::model
