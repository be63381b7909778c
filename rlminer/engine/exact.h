#pragma once

#include <string>
#include <vector>

#include "rlminer/engine/engine.h"

namespace rlminer {

// The most frequent patterns with proof.
//
// 1. One pass over all connected sets counts them by an isomorphism-invariant hash
// (enumerate/sketch): the value
//    of a slot bounds the frequency of every pattern in it from above.
// 2. The slots that could hold a winner are resolved: either a pattern of the slot is looked up and
// counted by the
//    matcher, or, when that would cost more, the sets are walked again and those slots counted
//    pattern by pattern.
// 3. Once every slot whose unresolved rest reaches the N-th best exact frequency has been resolved,
// the N best are
//    proven, ties included.
class ExactEngine : public Engine {
 public:
  std::string name() const override { return "exact"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;
};

}  // namespace rlminer
