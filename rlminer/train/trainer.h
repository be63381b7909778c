#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/graph/graph.h"
#include "rlminer/model/model_info.h"
#include "rlminer/train/config.h"

// Free of torch headers, so that the command line can train.
namespace rlminer::train {

// What to learn from. The graphs share one label dictionary. Test graphs are only ever evaluated,
// for the curves; nothing is chosen by them.
struct TrainingData {
  std::vector<model::TrainingPart> parts;  // where the graphs come from
  std::vector<Graph> train;
  std::vector<Graph> validation;
  std::vector<Graph> test;
};

// Average ratio by size.
using Ratios = std::map<int, double>;
double mean_of(const Ratios& ratios);  // 0 when empty

// One line of the log: how things stand after a round.
struct TrainRow {
  std::size_t round = 0;
  std::size_t updates = 0;
  std::size_t episodes = 0;
  double seconds = 0.0;  // of training in all, those before a resume included
  double episodes_per_second = 0.0;
  double updates_per_second = 0.0;
  double fraction = 0.0;                 // of the whole run
  double eta = 0.0;                      // seconds to go, by that fraction and any time limit
  double train_ratio = 0.0;              // of the episodes that ended in this round
  std::map<std::string, double> values;  // losses, entropy, temperature, ...: by algorithm
  Ratios validation;
  Ratios test;
  bool best = false;  // validation is the best so far
};

struct TrainOptions {
  std::filesystem::path model;  // the best so far; "MODEL.last" beside it holds the whole state
  bool resume = false;          // from MODEL.last
  std::filesystem::path init;   // a model whose actor to start from; empty: from scratch
  Deadline deadline;
  std::string program_version;
  std::function<void(const std::string& phase, double fraction)>
      on_phase;                                      // before the first round
  std::function<void(const TrainRow&)> on_row;       // after every round
  std::function<void(const TrainRow&)> on_progress;  // a few times per second, without ratios
};

// Numbers stopped being finite; the files saved last remain.
class Diverged : public Error {
 public:
  using Error::Error;
};

enum class TrainEnd { Finished, Patience, TimeLimit, Interrupted };

struct TrainOutcome {
  TrainEnd end = TrainEnd::Finished;
  std::vector<TrainRow> rows;  // of this call; earlier ones are in the log of the run resumed
  std::optional<TrainRow> best;
};

// Trains until the schedule, the patience or the deadline ends, saving the best and the last state
// after every round and when interrupted. Throws Error for bad data or config and for a device that
// is not there, and Diverged.
TrainOutcome train(const TrainConfig& config, const TrainingData& data,
                   const TrainOptions& options);

}  // namespace rlminer::train
