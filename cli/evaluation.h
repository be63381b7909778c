#pragma once

#include <string>
#include <vector>

#include "cli/engine_choice.h"

#include "rlminer/graph/collection.h"
#include "rlminer/study/protocol.h"

// What is to be settled before study::evaluate() is called, from the command line or from Python.
namespace rlminer::cli {

// The methods of these names. Throws UsageError for one that is unknown or named twice.
std::vector<study::Method> parse_methods(const std::vector<std::string>& names);

// Lets methods that need a model use the one chosen in `learned`. Every engine is made once, so
// that what is impossible is refused before hours of work. Returns a warning when the model is
// asked for sizes that it was not trained for. Sizes and threads of the protocol must be set.
std::vector<std::string> choose_engines(const EngineChoice& learned,
                                        study::EvaluationOptions& protocol);

// A warning when the model that is named has learned from graphs on which it will be judged; empty
// when it has not, or none is named.
std::vector<std::string> overlap_warnings(const std::string& model, const Collection& collection,
                                          const study::EvaluationOptions& protocol);

}  // namespace rlminer::cli
