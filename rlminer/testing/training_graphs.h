#pragma once

#include <algorithm>
#include <vector>

#include "rlminer/generate/generate.h"
#include "rlminer/graph/graph.h"

// What the tests of this room share.
namespace rlminer::testing {

inline bool same_graph(const Graph& a, const Graph& b) {
  if (a.num_vertices() != b.num_vertices()) return false;
  if (!std::ranges::equal(a.labels(), b.labels())) return false;
  for (Vertex v = 0; v < a.num_vertices(); ++v) {
    if (!std::ranges::equal(a.neighbors(v), b.neighbors(v))) return false;
  }
  return true;
}

// Connected graphs that look like molecules, over one dictionary.
inline std::vector<Graph> molecules(std::size_t graphs, std::size_t vertices, std::uint64_t seed) {
  Rng rng(seed);
  const generate::GenerateParams params{
      .topology = generate::Molecule{.vertices = vertices, .ring = 0.3},
      .labels = generate::LabelDistribution::uniform(3),
      .planted = {}};
  return generate::generate_collection(params, graphs, rng).graphs;
}

}  // namespace rlminer::testing
