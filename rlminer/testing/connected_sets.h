#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rlminer/enumerate/census.h"
#include "rlminer/enumerate/set_walk.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::testing {

// Calls visit(set) for every connected set of exactly `size` vertices, each once; the first vertex
// of a set is its smallest. Stops when visit returns false; returns whether it went to the end.
template <typename Visit>
bool for_each_connected_set(const Graph& graph, int size, Visit&& visit) {
  const auto words = enumerate::draw_vertex_words(graph.num_vertices());
  enumerate::SetWalk walk(graph, words);
  std::vector<Vertex> set;
  return walk.for_each_set(size, [&](std::size_t n) {
    if (n != static_cast<std::size_t>(size)) return true;
    set.clear();
    walk.for_each_vertex(n, [&](Vertex v) { set.push_back(v); });
    return visit(std::span<const Vertex>(set));
  });
}

// The census the slow way: one set at a time.
inline enumerate::PatternCounts census_set_by_set(const Graph& graph, int size) {
  enumerate::PatternCounts counts;
  for_each_connected_set(graph, size, [&](std::span<const Vertex> set) {
    ++counts[pattern::canonicalize(pattern::induce(graph, set)).pattern];
    return true;
  });
  return counts;
}

}  // namespace rlminer::testing
