#pragma once

#include <cstddef>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/counter.h"
#include "rlminer/engine/engine.h"
#include "rlminer/proof/proof.h"

namespace rlminer::engine {

// Tries to prove what the most frequent patterns of one size are, within the deadline, the threads
// and the memory of the budget.
proof::ProofResult try_proof(const Graph& graph, int size, std::size_t top,
                             std::vector<proof::KnownPattern> known, const Budget& budget);

// The stars of so many vertices, induced or not: many of them among all connected sets mean hubs,
// and around hubs the bounds of a proof prune.
double count_stars(const Graph& graph, int size);

// Puts what a proof, or the attempt at one, has found into an answer, with occurrences.
void take_over_proof(Answer& answer, const proof::ProofResult& proof, const Problem& problem,
                     count::Counter& counter);

// One of its patterns as a finding with so many occurrences.
Finding finding_of(const proof::KnownPattern& known, std::size_t occurrences,
                   count::Counter& counter);

}  // namespace rlminer::engine
