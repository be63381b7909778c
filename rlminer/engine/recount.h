#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/matcher.h"
#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"
#include "rlminer/sample/estimate.h"

namespace rlminer::engine {

// A pattern with an estimated frequency, as part of an answer.
Finding estimated_finding(const Pattern& pattern, const sample::Estimate& estimate,
                          const std::vector<Vertex>& occurrence);

// A pattern of some connected set of this size, grown at random in a component that is large
// enough: it occurs at least once. For engines that would have nothing to say otherwise.
Finding random_finding(const Graph& graph, int size, std::uint64_t seed);

// The vertices whose components have at least so many vertices.
std::vector<Vertex> vertices_in_components(const Graph& graph, std::size_t size);

// Turns estimated frequencies into exact ones where counting is quick enough.
class Recount {
 public:
  // The graph must outlive this object.
  Recount(const Graph& graph, int threads);

  count::Matcher& matcher() { return *matchers_.front(); }

  // Counts those of the findings that are not exact yet and take at most so many partial matches.
  void quick(std::span<Finding* const> findings, std::uint64_t give_up, const Deadline& deadline);
  // Counts one on all threads; true: it is exact now.
  bool thorough(Finding& finding, const Deadline& deadline);

 private:
  std::vector<std::unique_ptr<count::Matcher>> matchers_;  // one per thread
};

// Pointers to all of them.
std::vector<Finding*> all_of(std::vector<Finding>& findings);

}  // namespace rlminer::engine
