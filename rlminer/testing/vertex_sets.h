#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/graph/builder.h"
#include "rlminer/graph/graph.h"

// What the tests of this room share: definitions written as plainly as possible.
namespace rlminer::testing {

using Set = std::vector<Vertex>;  // ascending

inline Graph unlabelled(std::size_t vertices, const std::vector<std::pair<Vertex, Vertex>>& edges) {
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < vertices; ++v)
    builder.add_vertex(std::to_string(v));
  for (const auto& [u, v] : edges)
    builder.add_edge(u, v);
  return builder.build();
}

inline Graph path(std::size_t vertices) {
  std::vector<std::pair<Vertex, Vertex>> edges;
  for (Vertex v = 1; v < vertices; ++v)
    edges.emplace_back(v - 1, v);
  return unlabelled(vertices, edges);
}

inline bool contains(const Set& set, Vertex v) {
  return std::find(set.begin(), set.end(), v) != set.end();
}

inline Set with(Set set, Vertex v) {
  set.push_back(v);
  std::sort(set.begin(), set.end());
  return set;
}

// The vertices outside the set that have a neighbour in it, ascending.
inline Set neighborhood(const Graph& graph, const Set& set) {
  Set result;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (contains(set, v)) continue;
    if (std::any_of(set.begin(), set.end(), [&](Vertex u) { return graph.has_edge(u, v); })) {
      result.push_back(v);
    }
  }
  return result;
}

// Every vertex set of a graph with up to about 12 vertices.
inline std::vector<Set> all_subsets(const Graph& graph) {
  std::vector<Set> subsets(1);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (std::size_t i = subsets.size(); i-- > 0;)
      subsets.push_back(with(subsets[i], v));
  }
  return subsets;
}

inline bool is_connected(const Graph& graph, const Set& set) {
  if (set.empty()) return false;
  Set reached{set.front()};
  for (bool grown = true; grown;) {
    grown = false;
    for (const Vertex v : neighborhood(graph, reached)) {
      if (!contains(set, v)) continue;
      reached = with(reached, v);
      grown = true;
    }
  }
  return reached.size() == set.size();
}

}  // namespace rlminer::testing
