#pragma once

#include <memory>
#include <span>
#include <vector>

#include "rlminer/env/frequencies.h"
#include "rlminer/env/target.h"

namespace rlminer::train {

// A graph to play on, with what its subgraphs are worth. Stays where it is made: the frequencies
// look at the graph.
struct RewardedGraph {
  RewardedGraph(const Graph& graph, std::span<const int> sizes,
                const env::Frequencies::Limits& limits, const env::Encoder& encoder = {})
      : target(graph, encoder(graph)), frequencies(target.graph(), sizes, limits) {}
  RewardedGraph(const RewardedGraph&) = delete;
  RewardedGraph& operator=(const RewardedGraph&) = delete;

  env::Target target;
  env::Frequencies frequencies;
};
using RewardedGraphs = std::vector<std::unique_ptr<const RewardedGraph>>;

}  // namespace rlminer::train
