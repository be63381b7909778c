#pragma once

#include <string>

#include "rlminer/report/graph_report.h"

namespace rlminer::report {

// The report as a person reads it: a headline for the graph, then for every size and rank the
// pattern as a small listing (`0:C  1:C  2:O | 0-1 1-2`), its frequency and share, where it occurs,
// and whether that is proven. With style.drawings also as a drawing below the listing, up to 12
// vertices.
std::string to_text(const GraphReport& report, const ReportStyle& style = {});

}  // namespace rlminer::report
