#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/frequency.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/report/graph_report.h"

namespace rlminer::report {

// What was counted of one given pattern in one graph. Refers to the graph, which must outlive it.
struct CountReport {
  explicit CountReport(const Graph& counted_in) : graph(counted_in) {}

  const Graph& graph;
  std::optional<std::size_t> number;  // place of the graph in the input; none: the union of it all
  Pattern pattern;                    // in canonical order
  std::vector<std::string> labels;    // names; those the input lacks have no number to look up
  Frequency frequency;
  std::vector<std::vector<Vertex>> occurrences;  // each in the order of the pattern's vertices
  std::optional<Count> automorphisms;            // when the number of mappings is asked for
  std::optional<std::size_t> mni;                // when asked for
  bool mni_exact = false;
  double seconds = 0.0;
  std::string note;  // why something is not exact or cannot occur, or empty
};

// One line with one JSON object, fields as in to_json_lines(), "engine" being "count" and "proven"
// saying that the frequency is exact; an estimate has its interval. Added: mappings and mni when
// asked for (with "mappings_exact":false, "mni_exact":false when they are not exact, and
// mappings_interval when the mappings are estimated).
std::string to_json_line(const CountReport& report, const ReportStyle& style = {});

// The same for people.
std::string to_text(const CountReport& report, const ReportStyle& style = {});

}  // namespace rlminer::report
