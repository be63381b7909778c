#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/enumerate/sketch.h"

namespace rlminer {

// What the first pass over the sets foretells while it is under way.
struct Outlook {
  double seconds = 0.0;        // spent so far
  double fraction = 0.0;       // of the sets walked, in 0..1
  double total_seconds = 0.0;  // that the pass is likely to take in all; infinity: no idea
  double sets = 0.0;           // estimated, of all sizes up to the largest asked for
  std::vector<double> sets_by_size = {};  // the same, entry n: of n vertices
};
// Called a few times per second, never twice at a time; false: stop and make do with what is there.
using GoOn = std::function<bool(const Outlook&)>;

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
  // The same, but asks whether to go on. A run that is over in a fifth of a second is not asked
  // about and takes no time for estimates.
  std::vector<Answer> solve(const Graph& graph, const Problem& problem, const Budget& budget,
                            const GoOn& go_on) const;

 private:
  int max_sketch_bits_;
};

}  // namespace rlminer
