#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/engine_choice.h"
#include "cli/input.h"

#include "rlminer/study/experiment.h"
#include "rlminer/study/protocol.h"

namespace rlminer::cli {

// What the user asked `evaluate` for.
struct EvaluateOptions {
  std::vector<std::string> inputs;
  bool paper_filter = true;
  RelationOptions relations;
  std::string output;  // folder
  study::EvaluationOptions protocol;
  EngineChoice learned{.name = "rl"};  // what the method rl uses
  bool quiet = false;
};

// Where results are kept between runs unless told otherwise: below XDG_CACHE_HOME or ~/.cache.
// Empty when neither is known.
std::filesystem::path default_cache();

// Declares the options of `evaluate`; parsing fills `options`, which must outlive it.
void add_evaluate_options(Command command, EvaluateOptions& options);

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
