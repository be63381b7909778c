#pragma once

#include <string>

#include "rlminer/report/graph_report.h"

namespace rlminer::report {

// One JSON object per line for every size and rank. Fields, in order:
//   graph             number in the input, or "union"
//   k, engine
//   frequency         a number, or a decimal string above 2^63; 0 when no pattern was found
//   proven            certainly the most frequent, with the exact frequency
//   labels, edges     the pattern in canonical order; edges as [a, b] with a < b, sorted
//   vertices          one occurrence in the ids of the input, in the order of the labels
//   seconds           unless the style leaves timing out
//   rank              with style.rank, from 1
//   sets              connected sets of that size ("sets_exact":false follows when only a lower
//   bound is known) occurrences       with style.all_occurrences: lists like `vertices`
//   frequency_exact   only when false: the frequency is a lower bound
//   note              only when there is one: why the answer is not proven
// Ids that are integers in their shortest spelling are numbers, all others strings. Bytes that are
// not UTF-8 are replaced by U+FFFD.
std::string to_json_lines(const GraphReport& report, const ReportStyle& style = {});

}  // namespace rlminer::report
