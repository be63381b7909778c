#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/count_options.h"

#include "rlminer/report/pattern_picture.h"

namespace rlminer::cli {

// The pattern that the user wants to see.
struct PatternSource {
  std::string path;  // a graph file, an example, answers of `mine --format json`, or such an answer
                     // itself; empty: the pattern is given inline
  std::string label_file;  // for an edge list
  std::string format;      // of a graph file; empty: recognised by content
  WrittenPattern pattern;  // inline
  std::size_t answer = 1;  // which line of several answers
  bool quiet = false;      // no warnings on standard error
};

struct PatternToDraw {
  report::NamedPattern pattern;
  std::vector<std::string> caption;  // what an answer says of it
};

// Throws Error (`file:line: reason`) when there is no connected pattern of 1 to 32 vertices.
PatternToDraw find_pattern(const PatternSource& source);

}  // namespace rlminer::cli
