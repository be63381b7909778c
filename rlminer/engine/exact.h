#pragma once

#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/enumerate/sketch.h"

namespace rlminer {

// The most frequent patterns with proof.
//
// 1. One pass over all connected sets counts them by an isomorphism-invariant hash
// (enumerate/sketch):
//    the value of a key bounds the frequency of every pattern with that key from above.
// 2. The keys that could belong to a winner are resolved: either a pattern with the key is looked
// up
//    and counted by the matcher, or, when that would cost more, the sets are walked again and those
//    with the key counted pattern by pattern.
// 3. Once every key whose unresolved rest reaches the N-th best exact frequency has been resolved,
// the
//    N best are proven, ties included.
class ExactEngine : public Engine {
 public:
  // A smaller sketch takes less memory and makes step 2 longer; the answer stays the same.
  explicit ExactEngine(int max_sketch_bits = SizeSketch::kMaxBits)
      : max_sketch_bits_(max_sketch_bits) {}

  std::string name() const override { return "exact"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;

 private:
  int max_sketch_bits_;
};

}  // namespace rlminer
