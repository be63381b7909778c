#pragma once

#include <string>

#include "cli/train_options.h"

#include "rlminer/train/trainer.h"

namespace rlminer::cli {

// What a request wants to be learned from.
struct LoadedData {
  std::string name;  // of the collections
  train::TrainingData data;
  std::size_t too_similar = 0;  // training graphs left out because a test graph looks the same
};

// Reads the collections and splits each; the extra graphs are for training only. With several
// collections, training graphs that cannot be told from a test graph of any of them are left out:
// one collection may hold what another one is tested on. (Within one collection the split is kept
// as the paper makes it.) Throws Error for a collection that cannot be read or split.
LoadedData load_training_data(const TrainRequest& request);

}  // namespace rlminer::cli
