#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/input.h"

#include "rlminer/base/deadline.h"
#include "rlminer/engine/frequency.h"

namespace CLI {
class App;
}

namespace rlminer::cli {

// A pattern as the user wrote it: labels are names.
struct WrittenPattern {
  std::vector<std::string> labels;  // one per vertex; empty when only edges were given
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

// What the user asked `count` for.
struct CountOptions {
  InputOptions input;
  std::string pattern_path;  // empty: the pattern is given inline
  std::string pattern_label_file;
  WrittenPattern pattern;
  std::size_t occurrences = 1;
  bool mappings = false;
  bool mni = false;
  engine::Estimating estimating = engine::Estimating::Auto;
  std::uint64_t seed = 0;
  double time_limit = Deadline::kForever;
  int threads = 0;
  std::string format = "text";
  std::string output;
  bool omit_timing = false;
};

// Declares the options of `count`; parsing fills `options`, which must outlive it.
void add_count_options(CLI::App& command, CountOptions& options);

// "C,C,O". Throws CLI::ValidationError for an empty name.
std::vector<std::string> parse_label_list(const std::string& text);

// "0-1,1-2". Throws CLI::ValidationError for anything that is not a list of pairs of numbers.
std::vector<std::pair<std::size_t, std::size_t>> parse_edge_list(const std::string& text);

}  // namespace rlminer::cli
