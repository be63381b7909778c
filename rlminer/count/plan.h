#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer {

// In which order to match the vertices of a connected pattern, and what each must satisfy.
struct MatchStep {
  int vertex;  // of the pattern
  Label label;
  std::uint32_t degree;    // at least this many neighbours in the target
  std::uint32_t required;  // bit i: adjacent to the vertex of step i; steps before it with bit 0
                           // are non-neighbours
  int anchor;              // an earlier step it is adjacent to (-1 for the first step)
  std::uint32_t above;     // bit i: its image must be numbered above the image of step i
};

// The conditions `above` leave exactly one of the mappings of the pattern onto each vertex set it
// occurs on.
struct MatchPlan {
  std::vector<MatchStep> steps;
};

// Orders the steps so that few partial matches arise in `graph`: rarest label first, then always
// the vertex with the most neighbours already placed.
MatchPlan make_match_plan(const Graph& graph, const Pattern& pattern);

// The vertices that automorphisms of `pattern` which fix every vertex in `fixed` can map `vertex`
// to, as bits.
std::uint32_t orbit_of(const Pattern& pattern, int vertex, std::uint32_t fixed);

}  // namespace rlminer
