#pragma once

#include <string>

#include "cli/command.h"

#include "rlminer/study/experiment.h"

namespace rlminer::cli {

// What the user asked `experiment` for.
struct ExperimentRequest {
  std::string name;
  bool list = false;
  study::ExperimentOptions options;
  bool quiet = false;
};

// Declares the options of `experiment`; parsing fills `request`, which must outlive it.
void add_experiment_options(Command command, ExperimentRequest& request);

}  // namespace rlminer::cli
