#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/engine/engine.h"

namespace rlminer::engine {

// Draws one connected vertex set by random growth: a uniform first vertex out of `starts`, then
// again and again a uniform one of the unchosen vertices adjacent to the chosen ones. Every vertex
// in `starts` must lie in a component of at least `size` vertices. The sets are not uniformly
// distributed.
class RandomGrowth {
 public:
  explicit RandomGrowth(const Graph& graph) : graph_(graph), seen_(graph.num_vertices(), false) {}

  const std::vector<Vertex>& draw(const std::vector<Vertex>& starts, std::size_t size, Rng& rng);

 private:
  void reach(Vertex vertex);

  const Graph& graph_;
  std::vector<bool> seen_;        // in chosen_ or frontier_
  std::vector<Vertex> chosen_;    // in the order of growth
  std::vector<Vertex> frontier_;  // adjacent to a chosen vertex and not chosen
};

// The vertices that a set of that size can grow from: those in components that are large enough.
std::vector<Vertex> growth_starts(const Graph& graph, std::size_t size);

// The pattern of some connected set of this size, grown at random in a component that is large
// enough: it occurs at least once. For engines that would have nothing to say otherwise.
Finding random_finding(const Graph& graph, int size, std::uint64_t seed);

struct RandOptions {
  std::size_t samples = 100;  // random growths per size
};

// The paper's baseline Rand: so many random growths per size, each distinct pattern counted
// once, the most frequent one kept. Its frequency is exact; that it is the best is not proven. The
// draws depend on the seed, the pattern size and the size of the graph.
class RandEngine : public Engine {
 public:
  explicit RandEngine(const RandOptions& options = {}) : options_(options) {}

  std::string name() const override { return "rand"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;

 private:
  RandOptions options_;
};

EngineInfo rand_engine();

}  // namespace rlminer::engine
