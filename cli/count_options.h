#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/input.h"

#include "rlminer/base/deadline.h"
#include "rlminer/count/measurement.h"

namespace rlminer::cli {

// A pattern as the user wrote it: labels are names.
struct WrittenPattern {
  std::vector<std::string> labels;  // one per vertex; empty when only edges were given
  std::vector<std::pair<std::size_t, std::size_t>> edges;

  bool empty() const { return labels.empty() && edges.empty(); }
};

// Adds --labels and --edges, which write a pattern inline instead of naming its file.
void add_inline_pattern(Command command, const Option& file, WrittenPattern& pattern,
                        const std::string& when_unlabelled);

// Throws UsageError when there is neither a file nor an inline pattern.
void require_pattern(const std::string& path, const WrittenPattern& pattern);

// What the user asked `count` for.
struct CountOptions {
  InputOptions input;
  std::string pattern_path;  // empty: the pattern is given inline
  std::string pattern_label_file;
  WrittenPattern pattern;
  std::size_t occurrences = 1;
  bool mappings = false;
  bool mni = false;
  count::Estimating estimating = count::Estimating::Auto;
  std::uint64_t seed = 0;
  double time_limit = Deadline::kForever;
  int threads = 0;
  std::string format = "text";
  std::string output;
  bool omit_timing = false;
};

// Declares the options of `count`; parsing fills `options`, which must outlive it.
void add_count_options(Command command, CountOptions& options);

}  // namespace rlminer::cli
