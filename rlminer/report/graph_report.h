#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"

namespace rlminer::report {

// What one engine answered about one graph: the material of every output format.
// It only refers to the graph and the answers, which must outlive it.
struct GraphReport {
  const Graph& graph;
  std::optional<std::size_t>
      number;  // place of the graph in the input; none: the union of the whole input
  std::string engine;
  const std::vector<engine::Answer>& answers;
};

// Whether a text shows patterns as drawings too, and in which colours.
enum class Drawings { None, Plain, Colors8, Colors256 };

// Which parts of a report to print.
struct ReportStyle {
  bool rank = false;             // number the patterns of one size (more than one was asked for)
  bool all_occurrences = false;  // list every reported occurrence, not only the first
  bool timing = true;            // without it, equal answers print equal bytes
  Drawings drawings = Drawings::None;  // in text, for patterns that are not too large
};

}  // namespace rlminer::report
