#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/graph/collection.h"
#include "rlminer/model/model_info.h"

namespace rlminer::model {

// What to learn from. The graphs share one label dictionary. Test graphs are only ever evaluated,
// for the curves; nothing is chosen by them.
struct TrainingData {
  std::vector<TrainingPart> parts;  // where the graphs come from
  std::vector<Graph> train;
  std::vector<Graph> validation;
  std::vector<Graph> test;
  std::size_t too_similar = 0;  // training graphs left out because a test graph looks the same
};

struct TrainingSplitOptions {
  std::uint64_t seed = 0;
  double validation = 0.1;   // share of the graphs for training that chooses the best round
  bool test_graphs = false;  // keep the test graphs, for curves
};

// Splits each collection; the extra graphs are for training only. With several collections,
// training graphs that cannot be told from a test graph of any of them are left out: one collection
// may hold what another one is tested on. (Within one collection the split is kept as the paper
// makes it.) Throws Error for a collection that is too small to be split.
TrainingData make_training_data(std::vector<Collection> collections, std::vector<Collection> extra,
                                const TrainingSplitOptions& options);

}  // namespace rlminer::model
