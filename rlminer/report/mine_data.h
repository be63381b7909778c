#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rlminer/engine/engine.h"
#include "rlminer/report/graph_report.h"
#include "rlminer/report/parts.h"
#include "rlminer/report/pattern_symbols.h"
#include "rlminer/report/target_drawing.h"

namespace rlminer::report {

// What pages say of an answer.

// "", "at least" or "about": what the number is.
std::string_view frequency_kind(const engine::Finding& finding);
// "1,234", "at least 1,234" or "about 1,234".
std::string frequency_phrase(const engine::Finding& finding);
// "95 % sure: 1,200 to 1,300", or nothing.
std::string interval_phrase(const engine::Finding& finding);
// The finding among all connected sets of its size, where both are counted.
std::optional<double> share_of_sets(const engine::Answer& answer, const engine::Finding& finding);
// "of 5,678 connected sets", or "of at least ...".
std::string sets_phrase(const engine::Answer& answer);
// A mark for an answer: proven, or not.
std::string verdict_badge(const engine::Answer& answer);
// What is known of an answer that is not proven: the bound on others, the reason. Empty if nothing.
std::string doubt_phrase(const engine::Answer& answer);
std::string seconds_phrase(double seconds);

// A number, or a decimal string where a browser's numbers are not exact.
Json exact_json(const BigCount& count);

// The graph of a report, its drawing and its answers, as the page's script reads them:
//   number        place in the input; null: the union of all graphs
//   n, m          vertices and edges
//   whole         false: only a part is drawn
//   ids | first   ids of the vertices drawn, or the first of successive numbers
//   x, y, l, d    their places (kDrawingUnit from vertex to vertex), labels and degrees
//   e             pairs of places, flat
//   answers       for every size: k, engine, proven, sets, exact (of sets), doubt, seconds,
//                 findings: p (number of the pattern), f (frequency), kind (exact, least or about),
//                 interval, listed (occurrences reported), o (those drawn, as places)
Json graph_to_json(const GraphReport& report, const ReportStyle& style,
                   const TargetDrawing& drawing, PatternSymbols& symbols);

inline constexpr double kDrawingUnit = 40.0;

}  // namespace rlminer::report
