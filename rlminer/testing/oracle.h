#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

// The definitions written as plainly as possible, for graphs of at most about 16 vertices: every
// vertex subset is tried, connectivity is a plain search and isomorphism a plain backtracking over
// vertex assignments. Nothing here is shared with the code it checks.
namespace rlminer::testing {

// A small labelled graph as an adjacency matrix, and the kinds of its edges as each end sees them
// (0 where there is no edge, or where edges are not distinguished; none at all is the same).
struct SmallGraph {
  std::vector<Label> labels;
  std::vector<std::vector<bool>> adjacent;
  std::vector<std::vector<unsigned>> kinds;
};

SmallGraph induced(const Graph& graph, std::span<const Vertex> vertices);
SmallGraph from_pattern(const Pattern& pattern);

bool is_connected(const SmallGraph& graph);
bool isomorphic(const SmallGraph& a, const SmallGraph& b);
bool identical(const SmallGraph& a, const SmallGraph& b);  // vertex by vertex, in the order given

// One isomorphism class of connected induced subgraphs.
struct PatternClass {
  std::vector<Vertex> representative;  // the first set found, ascending
  SmallGraph subgraph;                 // what it induces
  std::uint64_t count = 0;             // how many sets are in the class
};

// The classes of the connected induced subgraphs on k vertices, most frequent first.
std::vector<PatternClass> classes_of_size(const Graph& graph, int k);

// How many vertex sets induce a subgraph isomorphic to `pattern`.
std::uint64_t frequency(const Graph& graph, const SmallGraph& pattern);

}  // namespace rlminer::testing
