#pragma once

#include "rlminer/report/graph_report.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_symbols.h"
#include "rlminer/report/target_drawing.h"

namespace rlminer::report {

// A number, or a decimal string where a browser's numbers are not exact.
Json exact_json(const BigCount& count);

// The graph of a report, its drawing and its answers, as the page's script reads them:
//   number        place in the input; null: the union of all graphs
//   n, m          vertices and edges
//   whole         false: only a part is drawn
//   ids | first   ids of the vertices drawn, or the first of successive numbers
//   x, y, l, d    their places (kDrawingUnit from vertex to vertex), labels and degrees
//   e             pairs of places, flat
//   answers       for every size: k, proven,
//                 findings: p (number of the pattern), f (frequency), kind (exact, least or about),
//                 o (the occurrences that are drawn, as places)
Json graph_to_json(const GraphReport& report, const TargetDrawing& drawing,
                   PatternSymbols& symbols);

inline constexpr double kDrawingUnit = 40.0;

}  // namespace rlminer::report
