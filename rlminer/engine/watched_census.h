#pragma once

#include <functional>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/enumerate/sketch.h"

namespace rlminer::engine {

// What the first pass over the sets foretells while it is under way.
struct WalkForecast {
  double seconds = 0.0;        // spent so far
  double fraction = 0.0;       // of the sets walked, in 0..1; 0: the walk was not begun
  double total_seconds = 0.0;  // that the pass is likely to take in all; infinity: no idea
  double sets = 0.0;           // estimated, of all sizes up to the largest asked for
  std::vector<double> sets_by_size = {};  // the same, entry n: of n vertices; may be empty
};
// Whether the walk is judged before it has begun: in small graphs it will be over soon anyway.
inline bool is_worth_a_forecast(const Graph& graph) {
  constexpr std::size_t kSmallGraph = 500;
  return graph.num_edges() > kSmallGraph;
}

// What the stars of the graph alone foretell, before anything is prepared: so many sets there are
// at least, and so long the walk takes at least. The sets of single sizes are left out.
WalkForecast forecast_from_stars(const Graph& graph, int size, int threads);

// Whether to go on with the walk, to try to do without it (once), or to be content with what is
// there.
enum class WalkDecision { Continue, TryBounds, Stop };
// Called a few times per second, never twice at a time.
using DecideWalk = std::function<WalkDecision(const WalkForecast&)>;

// Who walks over all sets and counts them by hash: enumerate::sketch_sets(), or somebody who shares
// the work with other machines. The graph is the one that the ranked one was made of.
using SketchSets = std::function<enumerate::Sketch(
    const enumerate::RankedGraph& ranked, const std::vector<bool>& wanted,
    const enumerate::WalkBudget& budget, int max_bits)>;

// The most frequent patterns with proof, from all connected sets:
//
// 1. One pass over them counts them by an isomorphism-invariant hash (enumerate/sketch): the value
//    of a key bounds the frequency of every pattern with that key from above.
// 2. The keys that could belong to a winner are resolved: either a pattern with the key is looked
//    up and counted by the matcher, or, when that would cost more, the sets are walked again and
//    those with the key counted pattern by pattern.
// 3. Once every key whose unresolved rest reaches the N-th best exact frequency has been resolved,
//    the N best are proven, ties included.
//
// The first pass is watched: `decide` is asked whether to go on, unless it is over in a fifth of a
// second. TryBounds and Stop end it; after Stop the answers say what was found so far.
std::vector<Answer> take_watched_census(const Graph& graph, const Problem& problem,
                                        const Budget& budget, int max_sketch_bits,
                                        const DecideWalk& decide,
                                        const SketchSets& sketch_sets = enumerate::sketch_sets);

}  // namespace rlminer::engine
