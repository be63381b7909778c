#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/count_options.h"

#include "rlminer/base/frequency.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::cli {

// The pattern to count, in the numbers of the input's labels and in canonical order.
struct PatternToCount {
  Pattern pattern;
  std::vector<std::string> labels;           // names, in the order of the pattern
  std::optional<std::string> missing_label;  // a label the input does not have
  Count automorphisms = 1;
};

// The first graph of the file, with the names of its labels.
WrittenPattern read_pattern(const CountOptions& options);

// A graph as a pattern. Throws Error when it has more than 32 vertices.
WrittenPattern written_pattern(const Graph& graph);

// Throws Error when there is no connected pattern of 1 to 32 vertices in what was written.
PatternToCount resolve_pattern(const WrittenPattern& written,
                               const graph::LabelDictionary& dictionary);

}  // namespace rlminer::cli
