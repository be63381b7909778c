#pragma once

#include <cstddef>

#include "rlminer/base/deadline.h"
#include "rlminer/count/counter.h"
#include "rlminer/engine/candidates.h"

namespace rlminer::engine {

struct LocalSearchLimits {
  std::size_t leaders = 1;      // how many of the best candidates are to be good
  std::size_t patterns = 2000;  // new ones counted at most
  Deadline deadline = {};
};

struct LocalSearchOutcome {
  std::size_t patterns = 0;  // new ones counted
  bool better = false;       // the most frequent candidate is a new one
  bool complete = false;     // no swap in one of the leaders gives an unknown pattern
};

// Improves counted candidates: takes the best ones and swaps, in some of their occurrences, one
// vertex for a neighbour such that the set stays connected. Patterns not met before are counted,
// those that more swaps lead to first, and become candidates themselves. Ends when swaps in the
// leaders (the three best, or more if more are asked for) lead to nothing new, or at a limit. The
// best candidate never gets worse.
LocalSearchOutcome local_search(Candidates& candidates, count::Counter& counter,
                                const LocalSearchLimits& limits);

}  // namespace rlminer::engine
