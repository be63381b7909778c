#pragma once

#include <string>

#include "rlminer/engine/registry.h"

namespace rlminer::study {

// A way to answer, as `evaluate` names it: an engine, perhaps with options.
struct Method {
  std::string name;    // "auto", "exact", "mni", "rand", "rand+samples=32", "rl", "rl+samples=32",
                       // "rl+samples=32+temperature=2", "rl+beam=16", "rl+multistart", and these
                       // with "+local"
  std::string engine;  // as in engines()
  engine::EngineSettings settings = {};
  bool random = false;    // answers depend on the seed, so it is run with several
  bool together = false;  // the engine is asked about all graphs at once (Engine::solve_many)
};

// Reads a name. Throws Error for an unknown engine or option.
Method parse_method(const std::string& name);

}  // namespace rlminer::study
