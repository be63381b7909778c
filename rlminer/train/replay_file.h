#pragma once

#include "rlminer/model/safetensors.h"
#include "rlminer/train/replay.h"

namespace rlminer::train {

// A replay's content as tensors "replay.SIZE.*" of a checkpoint, and back. Restoring throws Error
// naming what is missing or damaged.
void store_replay(const Replay& replay, model::SafetensorsFile& file);
void restore_replay(const model::SafetensorsFile& file, Replay& replay);

}  // namespace rlminer::train
