#pragma once

#include "rlminer/model/safetensors.h"
#include "rlminer/train/replay.h"

namespace rlminer {

// A replay's content as tensors "replay.SIZE.*" of a checkpoint, and back. Restoring throws Error
// naming what is missing or damaged.
void store_replay(const Replay& replay, SafetensorsFile& file);
void restore_replay(const SafetensorsFile& file, Replay& replay);

}  // namespace rlminer
