#pragma once

#include "cli/count_options.h"
#include "cli/count_pattern.h"

#include "rlminer/engine/solve_graphs.h"
#include "rlminer/graph/graph.h"
#include "rlminer/report/count_report.h"

namespace rlminer::cli {

// Counts the pattern in one graph, which must outlive the report, and answers what else was asked.
report::CountReport count_in(const Graph& graph, const PatternToCount& wanted,
                             const CountOptions& options, int threads,
                             const engine::TimeShare& share);

}  // namespace rlminer::cli
