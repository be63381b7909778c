#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rlminer/graph/target_graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::count {

// Automorphisms keep labels and the kinds of edges.

// The vertices that automorphisms of `pattern` which fix every vertex in `fixed` can map `vertex`
// to, as bits.
std::uint32_t orbit_of(const Pattern& pattern, int vertex, std::uint32_t fixed);
// One vertex of each orbit of the automorphism group, with its orbit.
std::vector<std::pair<int, std::uint32_t>> orbits_of(const Pattern& pattern);

// The symmetries of the core of a pattern are the maps of the core onto itself that the
// automorphisms make; leaves outside of it may change places. For each place i in `order`, which
// lists the core: the places that a symmetry which fixes all places before i can move it to, as
// bits.
std::vector<std::uint32_t> core_orbits(const Pattern& pattern, std::uint32_t core,
                                       std::span<const int> order);

// A number per vertex that automorphisms preserve: vertices with different numbers are never
// interchangeable. Cheap, and enough to see that most patterns have no symmetry.
std::array<std::uint64_t, pattern::kMaxPatternSize> vertex_invariants(const Pattern& pattern);

// One vertex that is matched by backtracking, and what its image must satisfy.
struct CoreStep {
  int vertex;               // of the pattern
  Vertex first, last;       // the image's number is in [first, last): its label and degree
  std::uint32_t required;   // bit i: adjacent to the image of step i; earlier steps with bit 0 are
                            // non-neighbours
  int anchor;               // the latest earlier step it is adjacent to (-1 for the first step)
  std::uint32_t above;      // bit i: its number must be above that of the image of step i
  std::uint64_t signature;  // labels its neighbours must have
  std::uint32_t followers;  // later steps whose images come from the same list of candidates, above
                            // this one's
};

// `need` leaves with one label that hang on the vertex of one step by edges of one kind. They are
// chosen, not matched.
struct LeafGroup {
  std::size_t step;
  Vertex first, last;          // the vertices with their label
  pattern::Relation relation;  // seen from the image of the step; 0 in a plain pattern
  std::uint32_t leaves;        // of the pattern, as bits
  int need;                    // how many these are
};

// How to match a connected pattern: its core step by step, its leaves in groups. The conditions
// `above` leave exactly one of the mappings of the core onto each set of vertices that the core and
// its leaves occur on, so every occurrence of the pattern is accounted for once.
//
// A plain pattern with edges does not occur in a graph that distinguishes its edges, and a pattern
// that knows the kinds of its edges not in one that does not: the first step then has no images.
struct CorePlan {
  using Relations = std::array<pattern::Relation, pattern::kMaxPatternSize>;

  bool plain = true;  // relations need not be looked at
  std::vector<CoreStep> steps;
  std::vector<LeafGroup> groups;  // by step
  // Of each step, for each earlier one that it is adjacent to: how the image of that one is related
  // to its own. Empty for a plain pattern.
  std::vector<Relations> relations;

  void clear() {
    steps.clear();
    groups.clear();
    relations.clear();
  }
};

// What a plan should do beyond listing each occurrence once.
struct PlanRequest {
  std::uint32_t core;          // the vertices to match; the others must be leaves on them
  int start = -1;              // match this vertex first (-1: whichever is best)
  bool break_symmetry = true;  // false: every mapping of the core is found
};

// The vertices that cannot be counted in bulk: those of degree 2 or more. All of them when there
// are fewer than three.
std::uint32_t inner_vertices(const Pattern& pattern);
std::uint32_t all_vertices(const Pattern& pattern);

// Fills `plan` (whose memory is reused). The order is chosen so that few partial matches arise:
// first the vertex with the fewest candidates, then always the one with the most neighbours already
// placed.
void make_plan(const graph::TargetGraph& target, const Pattern& pattern, const PlanRequest& request,
               CorePlan& plan);

}  // namespace rlminer::count
