#pragma once

#include <string>

#include "cli/options.h"

#include "rlminer/graph/collection.h"

namespace rlminer::cli {

// What to read and which part of it to keep.
struct InputOptions {
  std::string path;
  std::string label_file;  // empty: none
  bool paper_filter = false;
  GraphChoice graph;
  bool quiet = false;  // no warnings on standard error
};

// Reads the input, prints the reader's warnings to standard error, and applies filter and choice.
// The union of all graphs comes back as the one graph of the collection. Throws Error when no graph
// is left.
Collection load_input(const InputOptions& options);

}  // namespace rlminer::cli
