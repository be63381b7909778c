#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/count/counter.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/sample/estimate.h"

namespace rlminer::search {

// A pattern that was found in a graph.
struct Finding {
  Pattern pattern;  // in canonical order
  Frequency frequency;
  std::vector<std::vector<Vertex>> occurrences;  // each in the order of the pattern's vertices
};

// Whether a comes before b: it is more frequent, or as frequent and its canonical pattern is the
// lesser one. An estimate is worth ten times what is certain at most.
bool ranks_before(const Finding& a, const Finding& b);

// The pattern of a connected set: it occurs there at least.
Finding found_at(const Graph& graph, std::span<const Vertex> set);

// The pattern of some connected set of this size, grown at random in a component that is large
// enough. For those who would have nothing to say otherwise.
Finding random_finding(const Graph& graph, int size, std::uint64_t seed);

// A pattern with an estimated frequency, and the occurrence that was met, if any.
Finding estimated_finding(const Pattern& pattern, const sample::Estimate& estimate,
                          const std::vector<Vertex>& occurrence);

// Counts those of the findings that are not exact yet and take at most so many partial matches.
void count_quickly(std::span<Finding* const> findings, std::uint64_t effort,
                   count::Counter& counter, const Deadline& deadline);

}  // namespace rlminer::search
