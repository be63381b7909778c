#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/counter.h"
#include "rlminer/engine/engine.h"
#include "rlminer/engine/watched_census.h"
#include "rlminer/enumerate/sketch.h"
#include "rlminer/proof/proof.h"

namespace rlminer::engine {

// Tries to prove what the most frequent patterns of one size are, within the deadline, the threads
// and the memory of the budget.
proof::ProofResult try_proof(const Graph& graph, int size, std::size_t top,
                             std::vector<proof::KnownPattern> known, const Budget& budget);

// Puts what a proof, or the attempt at one, has found into an answer, with occurrences.
void take_over_proof(Answer& answer, const proof::ProofResult& proof, const Problem& problem,
                     count::Counter& counter, const Deadline& deadline);

// When a walk over all sets goes on, given what it foretells.
struct WalkRule {
  // Bounds are tried when the walk is likely to take longer than so many seconds; 0: at once and
  // without regard to the time the walk would take; infinity: never.
  double bounds_after = 1.0;
  // Seconds that there are for the walk and for others who come after it. Without such a limit the
  // walk is never stopped.
  double limit = Deadline::kForever;
  // The walk fits when it is likely to be over after this part of the limit: resolving what it has
  // found takes time as well. It is hopeless when it would take so many times the limit.
  double fits = 0.85;
  double hopeless = 10.0;
  double never = 1000.0;  // so many times the limit, and it is not worth a beginning
  // The most of the limit that it has when it fits (others shall have their turn even when the
  // forecast was wrong), when it does not fit, and when it is hopeless.
  double most = 0.95;
  double most_unfit = 0.2;
  double most_hopeless = 0.02;
  double most_hopeless_seconds = 1.0;

  WalkDecision decide(const WalkForecast& forecast) const;
};

struct ExactOptions {
  // A smaller sketch takes less memory and makes step 2 longer; the answer stays the same.
  int max_sketch_bits = enumerate::SizeSketch::kMaxBits;
  WalkRule walk = {};
  SketchSets sketch_sets = enumerate::sketch_sets;  // who does the walk
};

// Answers, and what the walk foretold last; nothing when it was over in a fifth of a second, which
// takes no time for estimates.
struct ExactRun {
  std::vector<Answer> answers;
  std::optional<WalkForecast> forecast = {};
};

// The stars among all sets of the largest size asked for, induced or not: many of them mean hubs,
// and around hubs the bounds of a proof prune.
double star_share(const Graph& graph, const WalkForecast& forecast);

// The most frequent patterns with proof: by a census of all connected sets, or, where that would
// take long, by bounds if they prune (see prove), which is tried for a part of that time.
class ExactEngine : public Engine {
 public:
  ExactEngine() = default;
  explicit ExactEngine(const ExactOptions& options) : options_(options) {}

  std::string name() const override { return "exact"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;
  ExactRun run(const Graph& graph, const Problem& problem, const Budget& budget) const;

 private:
  ExactOptions options_;
};

}  // namespace rlminer::engine
