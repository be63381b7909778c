#pragma once

#include <string>

#include "rlminer/report/graph_report.h"

namespace rlminer::report {

// The answers about one graph as one SVG picture: a row for every size, and in it the patterns from
// the most frequent on (so many that a row is full, in several), each with its frequency.
std::string to_svg_sheet(const GraphReport& report, const ReportStyle& style = {});

}  // namespace rlminer::report
