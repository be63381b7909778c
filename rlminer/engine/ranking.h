#pragma once

#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/matcher.h"
#include "rlminer/engine/engine.h"

namespace rlminer::engine {

// Whether a comes before b: it is more frequent, or as frequent and its canonical pattern is the
// lesser one.
bool ranks_before(const Finding& a, const Finding& b);

// Sorts the findings (most frequent first, ties in the order of the canonical patterns), keeps as
// many as the problem asks for, and fills in their occurrences. A first occurrence is looked for
// even when the deadline has passed.
void rank(std::vector<Finding>& findings, const Problem& problem, count::Matcher& matcher,
          const Deadline& deadline);

// Looks for occurrences when the finding has not just as many as the problem asks for.
void complete_occurrences(Finding& finding, const Problem& problem, count::Matcher& matcher,
                          const Deadline& deadline);

// The occurrences of a pattern that is known to occur, as many as the problem asks for.
std::vector<std::vector<Vertex>> report_occurrences(const Pattern& pattern, const Problem& problem,
                                                    count::Matcher& matcher,
                                                    const Deadline& deadline);

}  // namespace rlminer::engine
