#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::count {

// Vertices of a canonical pattern that its automorphisms map onto each other.
struct Orbit {
  Pattern pattern;
  std::uint32_t vertices = 0;  // a bit for each of them
};

// How often each vertex of a graph lies in each orbit of each pattern: a sparse matrix with a row
// for each vertex and a column for each orbit that occurs.
struct OrbitCensus {
  std::vector<Orbit> orbits;            // by size, then pattern, then the first of its vertices
  std::vector<std::size_t> row_begins;  // of each row in what follows, and where the last one ends
  std::vector<std::uint32_t> columns;   // ascending in each row
  std::vector<std::uint64_t> counts;
  bool complete = true;  // otherwise the deadline came first, and all counts are lower bounds
};

// Every connected set of one of these sizes counts once for each of its vertices. It walks all
// sets, one by one, on one thread.
OrbitCensus take_orbit_census(const Graph& graph, const std::vector<int>& sizes,
                              const Deadline& deadline = {});

}  // namespace rlminer::count
