#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/graph/graph.h"

namespace rlminer::sample {

// Random colourings of a graph's vertices with k colours, and how likely a set is colourful (all
// its vertices differ in colour) under them.
//
// Colours that are drawn independently for every vertex give estimates that scatter widely around
// hubs: by chance a hub has many or few neighbours of some colour. So the vertices are put into
// blocks of k, neighbours of one hub together, and each block gets every colour once, in random
// order. A set with b_i vertices in block i is then colourful with probability
// k! / prod (k (k-1) ... (k - b_i + 1)), which is at least k! / k^k.
class BlockColouring {
 public:
  BlockColouring(const Graph& graph, int colours);

  std::vector<std::uint8_t> draw(Rng& rng) const;
  double colourful_probability(std::span<const Vertex> set) const;

 private:
  int colours_;
  std::vector<Vertex> order_;            // block after block
  std::vector<std::uint32_t> block_of_;  // of each vertex
};

}  // namespace rlminer::sample
