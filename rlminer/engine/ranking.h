#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/counter.h"
#include "rlminer/engine/engine.h"
#include "rlminer/sample/estimate.h"

namespace rlminer::engine {

// Whether a comes before b: it is more frequent, or as frequent and its canonical pattern is the
// lesser one.
bool ranks_before(const Finding& a, const Finding& b);

// A pattern with an estimated frequency, and the occurrence that was met, if any.
Finding estimated_finding(const Pattern& pattern, const sample::Estimate& estimate,
                          const std::vector<Vertex>& occurrence);

// Sorts the findings (most frequent first, ties in the order of the canonical patterns), keeps as
// many as the problem asks for, and fills in their occurrences. A first occurrence is looked for
// even when the deadline has passed.
void rank(std::vector<Finding>& findings, const Problem& problem, count::Counter& counter,
          const Deadline& deadline);

// Looks for occurrences when the finding has not just as many as the problem asks for.
void complete_occurrences(Finding& finding, const Problem& problem, count::Counter& counter,
                          const Deadline& deadline);

// Counts those of the findings that are not exact yet and take at most so many partial matches.
void count_quickly(std::span<Finding* const> findings, std::uint64_t effort,
                   count::Counter& counter, const Deadline& deadline);

// The occurrences of a pattern that is known to occur, as many as the problem asks for.
std::vector<std::vector<Vertex>> report_occurrences(const Pattern& pattern, const Problem& problem,
                                                    count::Counter& counter,
                                                    const Deadline& deadline);

}  // namespace rlminer::engine
