#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/graph_source.h"
#include "cli/output.h"

namespace rlminer::cli {

// Adds --resume, the output file of a run that was, or may be, interrupted.
void add_resume_option(Command command, std::string& resume);

// Throws UsageError unless answers in that format about those graphs can be gone on with.
void check_resumable(const std::string& format, const InputOptions& input);

// What the answers in the file must be answers to.
struct ResumedQuestion {
  std::string engine;
  std::vector<int> sizes;
  std::size_t top = 1;
  bool timing = true;
};

// The file with the answers that are complete, to be gone on with; the source leaves out the graphs
// that they are about.
Output resumed_output(const std::string& path, GraphSource& source,
                      const ResumedQuestion& question);

}  // namespace rlminer::cli
