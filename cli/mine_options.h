#pragma once

#include <cstddef>
#include <string>

#include "cli/engine_choice.h"
#include "cli/input.h"
#include "cli/options.h"

#include "rlminer/base/deadline.h"
#include "rlminer/engine/engine.h"

namespace rlminer::cli {

// What the user asked `mine` for.
struct MineOptions {
  InputOptions input;
  EngineChoice engine;
  std::string format = "text";
  std::string output;
  engine::Problem problem;
  bool occurrences_given = false;  // the user says how many; otherwise the format decides
  double time_limit = Deadline::kForever;
  std::size_t memory = parse_memory("70%");
  int threads = 0;
  bool verify = false;
  bool omit_timing = false;
};

// Declares the options of `mine`; parsing fills `options`, which must outlive it.
void add_mine_options(Command command, MineOptions& options);

}  // namespace rlminer::cli
