#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::env {

// What an episode earns with its last step; the steps before it earn nothing.
enum class RewardKind {
  Exact,    // frequency / highest frequency of that size (the paper's Eq. 3)
  Raw,      // frequency (Eq. 2)
  Density,  // frequency / (|V| * edge density * size), not clipped (Eq. 4)
};

std::vector<std::string> reward_names();
std::string to_string(RewardKind kind);
// Throws Error for an unknown name, naming those there are.
RewardKind reward_kind(std::string_view name);

// How an episode ended.
struct Outcome {
  std::uint64_t frequency = 0;        // of the chosen subgraph
  int size = 0;                       // its vertices
  std::optional<std::uint64_t> best;  // highest frequency of that size, if known
};

// Throws Error for RewardKind::Exact when the highest frequency is unknown. Where Eq. 4 divides by
// zero (a graph without edges) the reward is 0.
double reward(RewardKind kind, const Graph& graph, const Outcome& outcome);

// 2 |E| / (|V| (|V| - 1)), 0 for fewer than two vertices.
double edge_density(const Graph& graph);

}  // namespace rlminer::env
