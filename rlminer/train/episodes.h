#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "rlminer/base/rng.h"
#include "rlminer/env/reward.h"
#include "rlminer/env/state.h"
#include "rlminer/policy/policy.h"
#include "rlminer/train/fresh_pool.h"
#include "rlminer/train/playground.h"
#include "rlminer/train/replay.h"

// The episodes of soft actor-critic and the graphs they are played on.
namespace rlminer::train {

// Graphs by number: the training graphs first, then fresh ones in the order they come. A fresh
// graph can be looked at as long as it is in play or a step on it is remembered; what its subgraphs
// are worth is only known while it is in play.
class PlayedGraphs {
 public:
  explicit PlayedGraphs(RewardedGraphs originals) : originals_(std::move(originals)) {}

  void add_fresh(std::unique_ptr<FreshPool> pool, std::size_t places);
  // Replaces the oldest of the fresh graphs in play; `wait`: for graphs that are not ready yet.
  void refresh(std::size_t count, bool wait);

  std::uint32_t num_originals() const { return static_cast<std::uint32_t>(originals_.size()); }
  const FreshGraphs* fresh() const { return fresh_ ? &*fresh_ : nullptr; }
  // A fresh graph in play that has subgraphs of that size; none when the one drawn has not.
  std::optional<std::uint32_t> draw_fresh(int size, Rng& rng) const;

  const env::Target& target(std::uint32_t number) const;
  // How an episode on a graph in play ended.
  env::Outcome outcome(std::uint32_t number, std::span<const Vertex> set) const;
  // What each action of a state that lacks one vertex earns. Empty when it is not known: on a fresh
  // graph that is no longer in play, unless it was kept.
  std::vector<float> last_rewards(std::uint32_t number, const env::State& last,
                                  env::RewardKind reward) const;
  // Keeps these rewards for as long as the graph can be looked at, which must be in play.
  void keep_last_rewards(const Transition& last_step, env::RewardKind reward);

  // A step on the graph was put into the replay, or overwritten there.
  void remember(std::uint32_t number);
  void forget(std::uint32_t number);

 private:
  struct Fresh {
    env::Target target;
    SolvedGraphPtr solved;       // while it is in play: its values take far more memory
    std::size_t remembered = 0;  // steps
    // By the chosen vertices, ascending.
    std::map<std::vector<Vertex>, std::vector<float>> last_rewards = {};
  };
  std::uint32_t number_of(std::uint64_t fresh) const {
    return num_originals() + static_cast<std::uint32_t>(fresh);
  }
  void enter(std::uint64_t fresh);
  void leave(std::uint64_t fresh);

  RewardedGraphs originals_;
  std::optional<FreshGraphs> fresh_;
  std::unordered_map<std::uint32_t, Fresh> fresh_by_number_;
};

struct EpisodeTask {
  std::uint32_t graph = 0;
  int size = 0;
};

// What some episodes gave.
struct PlayedEpisodes {
  std::vector<Transition> steps;
  std::size_t episodes = 0;
  double ratio_sum = 0.0;  // of the frequency found to the best one
};

// Plays the episodes side by side, drawing from the policy. Only looks at the graphs.
PlayedEpisodes play_episodes(const PlayedGraphs& graphs, std::span<const EpisodeTask> tasks,
                             env::RewardKind reward, policy::Policy& policy, Rng rng);

}  // namespace rlminer::train
