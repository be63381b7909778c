#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::proof {

// A pattern and its frequency, which is exact and fits into a Count.
struct KnownPattern {
  Pattern pattern;  // in canonical order
  Frequency frequency;
};

struct ProofTask {
  int size = 0;
  std::size_t top = 1;              // how many patterns are wanted
  std::vector<KnownPattern> known;  // patterns of that size to begin with; may be empty
  Deadline deadline;
  int threads = 1;
  std::size_t most_open = 4'000'000;  // branches kept at the same time, some 500 bytes each
  std::uint64_t most_steps = ~std::uint64_t{0};  // branches treated before giving up
};

struct ProofResult {
  // The most frequent patterns known, as many as wanted or as there are; most frequent first, ties
  // in the order of the canonical patterns.
  std::vector<KnownPattern> best;
  // Certainly the most frequent patterns of the graph, all ties decided.
  bool proven = false;
  // No pattern of that size is more frequent. Absent when nothing is known.
  std::optional<Count> upper_bound;
  std::string why_not;  // why it is not proven; empty when it is

  std::uint64_t branches = 0;  // label decisions made
  std::uint64_t counted = 0;   // patterns counted exactly
};

// Looks for the most frequent connected patterns of a size, and for the proof that there are no
// others, without enumerating vertex sets: by branch and bound over labelled trees and cycles.
// docs/proof.md states the theorems, for graphs that distinguish their edges too. Exact or silent:
// `proven` rests on no estimate.
ProofResult prove(const Graph& graph, const ProofTask& task);

}  // namespace rlminer::proof
