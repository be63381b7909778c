#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/graph/builder.h"
#include "rlminer/graph/graph.h"

// What the tests of this room share.
namespace rlminer::testing {

// Random edges and a few hubs that see a third of all vertices.
inline Graph graph_with_hubs(std::uint64_t seed, std::size_t n, std::size_t hubs,
                             std::size_t labels) {
  Rng rng(seed);
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(labels)));
  const auto any = [&] { return static_cast<Vertex>(rng.below(n)); };
  for (std::size_t e = 0; e < n; ++e) {
    const Vertex u = any(), v = any();
    if (u != v) builder.add_edge(u, v);
  }
  for (Vertex hub = 0; hub < hubs; ++hub) {
    for (Vertex v = 0; v < n; ++v) {
      if (v != hub && rng.chance(0.3)) builder.add_edge(hub, v);
    }
  }
  return builder.build();
}

using Frequencies = std::vector<std::pair<Pattern, double>>;

// The patterns of a census, most frequent first.
inline Frequencies most_frequent(const enumerate::PatternCounts& counts, std::size_t most) {
  Frequencies all;
  for (const auto& [pattern, count] : counts)
    all.emplace_back(pattern, static_cast<double>(count));
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (all.size() > most) all.resize(most);
  return all;
}

}  // namespace rlminer::testing
