#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/input.h"

#include "rlminer/base/deadline.h"
#include "rlminer/model/config.h"

namespace rlminer::cli {

// What the user asked `train` for.
struct TrainRequest {
  InputOptions input;  // its path is not used
  std::vector<std::string> collections;
  std::vector<std::string> extra;  // more graphs to learn from
  std::string model;               // file to write
  std::string init;                // model to start from; empty: none
  model::Algorithm algorithm = model::Algorithm::Imitation;
  std::string preset = "small";
  // What the options given change in the preset, in the order they were declared.
  std::vector<std::function<void(model::TrainConfig&)>> changes;
  std::vector<std::string> settings;  // NAME=VALUE: more changes
  std::string device = "auto";
  std::uint64_t seed = 0;
  double validation = 0.1;
  double time_limit = Deadline::kForever;
  int threads = 0;
  bool resume = false;
  bool test_curve = false;
  bool quiet = false;
};

// Declares the options of `train`; parsing fills `request`, which must outlive it.
void add_train_options(Command command, TrainRequest& request);

// The preset with the changes. Throws UsageError for an option of the other algorithm.
model::TrainConfig config_of(const TrainRequest& request);

}  // namespace rlminer::cli
