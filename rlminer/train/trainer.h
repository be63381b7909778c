#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/model/config.h"
#include "rlminer/model/train_log.h"
#include "rlminer/model/training_data.h"

// Free of torch headers, so that the command line can train.
namespace rlminer::train {

struct TrainOptions {
  std::filesystem::path model;  // the best so far; "MODEL.last" beside it holds the whole state
  bool resume = false;          // from MODEL.last
  std::filesystem::path init;   // a model whose actor to start from; empty: from scratch
  Deadline deadline;
  std::string program_version;
  std::function<void(const std::string& phase, double fraction)>
      on_phase;                                        // before the first round
  std::function<void(const model::TrainRow&)> on_row;  // after every round
  std::function<void(const model::TrainRow&)>
      on_progress;  // a few times per second, without ratios
};

// Numbers stopped being finite; the files saved last remain.
class Diverged : public Error {
 public:
  using Error::Error;
};

enum class TrainEnd { Finished, Patience, TimeLimit, Interrupted };

struct TrainOutcome {
  TrainEnd end = TrainEnd::Finished;
  std::vector<model::TrainRow>
      rows;  // of this call; earlier ones are in the log of the run resumed
  std::optional<model::TrainRow> best;
};

// Trains until the schedule, the patience or the deadline ends, saving the best and the last state
// after every round and when interrupted. Throws Error for bad data or config and for a device that
// is not there, and Diverged.
TrainOutcome train(const model::TrainConfig& config, const model::TrainingData& data,
                   const TrainOptions& options);

}  // namespace rlminer::train
