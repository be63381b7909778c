#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/rng.h"
#include "rlminer/env/reward.h"
#include "rlminer/env/state.h"
#include "rlminer/model/config.h"
#include "rlminer/policy/policy.h"
#include "rlminer/train/fresh_pool.h"
#include "rlminer/train/trainer.h"

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

// An episode on a solved graph, and how its moves are made.
struct Episode {
  SolvedGraphPtr graph;
  env::State state;
  bool greedy = false;
  double noise = 0.0;  // probability of a random move
};

// Where imitation plays: the training graphs and a changing set of fresh ones. Starts episodes and
// makes their moves.
class Playground {
 public:
  // No pool: only the training graphs are played on.
  Playground(const model::ImitationOptions& options, std::vector<int> sizes,
             std::vector<SolvedGraphPtr> originals, std::unique_ptr<FreshPool> pool);

  Episode start(Rng& rng) const;
  // Moves at random to a random depth, so that episodes started together do not stay in step.
  void scatter(Episode& episode, Rng& rng) const;
  // Makes one move by the scores of the actions. True when the episode has ended.
  bool move(Episode& episode, std::span<const float> scores, Rng& rng) const;

  // Replaces the oldest of the fresh graphs; `wait`: for graphs that are not ready yet.
  void refresh(std::size_t count, bool wait);
  std::uint64_t fresh_taken() const { return fresh_ ? fresh_->taken() : 0; }
  std::uint64_t fresh_oldest() const { return fresh_ ? fresh_->oldest() : 0; }

 private:
  const SolvedGraphPtr& pick_graph(Rng& rng) const;
  int pick_size(const SolvedGraph& graph, Rng& rng) const;

  model::ImitationOptions options_;
  std::vector<int> sizes_;
  std::vector<SolvedGraphPtr> originals_;
  std::optional<FreshGraphs> fresh_;
};

// Average ratio of greedy rollouts to the best frequency, by size, over the graphs whose best
// frequency is known and not zero. None: the deadline came first.
std::optional<model::Ratios> examine(policy::Policy& policy, const RewardedGraphs& graphs,
                                     const std::vector<int>& sizes, const Deadline& deadline = {});

}  // namespace rlminer::train
