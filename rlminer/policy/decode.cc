// Every method moves a list of nodes (distinct states) per task one step on at a time. Rollouts are
// lanes: numbers that travel along the nodes, several on one node while they agree. Lane 0 is the
// greedy rollout in every method.
#include "rlminer/policy/decode.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::policy {
namespace {

using Lane = std::uint32_t;

struct Node {
  env::State state;
  std::vector<Lane> lanes;
  double log_probability = 0.0;  // for beams
};

// A step from a node of the list.
struct Move {
  std::size_t node = 0;
  Vertex action = 0;
  double log_probability = 0.0;
};

std::vector<Vertex> set_after(const env::State& state, Vertex action) {
  std::vector<Vertex> set(state.chosen().begin(), state.chosen().end());
  set.push_back(action);
  std::sort(set.begin(), set.end());
  return set;
}

// The nodes of the next step: moves that lead to the same set lead to the same node.
class NextNodes {
 public:
  explicit NextNodes(const std::vector<Node>& from) : from_(from) {}

  bool known(const Move& move) const { return places_.contains(set_of(move)); }
  std::size_t size() const { return nodes_.size(); }

  Node& at(const Move& move) {
    const auto [entry, is_new] = places_.try_emplace(set_of(move), nodes_.size());
    if (is_new) {
      nodes_.push_back({from_[move.node].state, {}, move.log_probability});
      nodes_.back().state.extend(move.action);
    }
    return nodes_[entry->second];
  }

  std::vector<Node> take() { return std::move(nodes_); }

 private:
  std::vector<Vertex> set_of(const Move& move) const {
    return set_after(from_[move.node].state, move.action);
  }

  const std::vector<Node>& from_;
  std::map<std::vector<Vertex>, std::size_t> places_;
  std::vector<Node> nodes_;
};

// Isomorphic sets are alike to the policy and would fill a beam. Before the last step they may
// still grow into different patterns, so an eighth of the beam may be of one pattern.
class BeamClasses {
 public:
  BeamClasses(std::size_t beam, bool last) : most_(last ? 1 : std::max<std::size_t>(1, beam / 8)) {}

  bool admit(const env::State& state, Vertex action) {
    std::vector<Vertex> set = set_after(state, action);
    const Pattern pattern =
        pattern::canonicalize(pattern::induce(state.target().graph(), set)).pattern;
    return counts_[pattern]++ < most_;
  }

 private:
  std::size_t most_;
  std::unordered_map<Pattern, std::size_t, pattern::PatternHash> counts_;
};

class TaskSearch {
 public:
  TaskSearch(const env::Task& task, const DecodeOptions& options, std::uint64_t seed)
      : options_(options) {
    nodes_.push_back({env::State(*task.target, task.size), {0}});
    if (nodes_[0].state.actions().empty()) {
      nodes_.clear();
      return;
    }
    if (options.method != Decode::Sample) return;
    const Graph& graph = task.target->graph();
    std::uint64_t stream = mix64(seed + 1);
    for (const std::uint64_t part : {std::uint64_t(task.size), std::uint64_t(graph.num_vertices()),
                                     std::uint64_t(graph.num_edges())}) {
      stream = mix64(stream + part + 0x9e3779b97f4a7c15ULL);
    }
    for (Lane lane = 1; lane < options.samples; ++lane)
      nodes_[0].lanes.push_back(lane);
    for (std::size_t lane = 0; lane < std::max<std::size_t>(1, options.samples); ++lane)
      rngs_.emplace_back(mix64(stream + lane));
  }

  bool unfinished() const { return !nodes_.empty() && !nodes_[0].state.done(); }
  void observe(std::vector<env::Observation>& states) const {
    if (!unfinished()) return;
    for (const Node& node : nodes_)
      states.push_back(env::observe(node.state));
  }

  // One list of scores per node.
  void step(std::span<const std::vector<float>> scores) {
    NextNodes next(nodes_);
    if (options_.method == Decode::Beam) {
      step_beam(scores, next);
    } else if (options_.method == Decode::Multistart && nodes_[0].state.chosen().empty()) {
      step_to_starts(scores[0], next);
    } else {
      step_lanes(scores, next);
    }
    nodes_ = next.take();
  }

  Decoded result() {
    Decoded decoded;
    if (nodes_.empty() || unfinished()) return decoded;
    for (const Node& node : nodes_) {
      decoded.sets.emplace_back(node.state.chosen().begin(), node.state.chosen().end());
      decoded.rollouts += std::max<std::size_t>(1, node.lanes.size());
    }
    return decoded;
  }

 private:
  void step_lanes(std::span<const std::vector<float>> scores, NextNodes& next) {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      for (const Lane lane : nodes_[n].lanes) {
        const bool drawn = options_.method == Decode::Sample && lane != 0;
        const std::size_t choice =
            drawn ? draw(scores[n], rngs_[lane], options_.temperature) : greedy(scores[n]);
        next.at({n, nodes_[n].state.actions()[choice]}).lanes.push_back(lane);
      }
    }
  }

  void step_to_starts(const std::vector<float>& scores, NextNodes& next) {
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    order.resize(std::min(order.size(), std::max<std::size_t>(1, options_.starts)));
    for (std::size_t i = 0; i < order.size(); ++i)
      next.at({0, nodes_[0].state.actions()[order[i]]}).lanes.push_back(static_cast<Lane>(i));
  }

  void step_beam(std::span<const std::vector<float>> scores, NextNodes& next) {
    std::vector<Move> moves;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const auto actions = nodes_[n].state.actions();
      const auto logs = log_softmax(scores[n], options_.temperature);
      for (std::size_t a = 0; a < actions.size(); ++a)
        moves.push_back({n, actions[a], nodes_[n].log_probability + logs[a]});
    }
    // The node with the greedy rollout is always the first one.
    const std::size_t best = greedy(scores[0]);
    BeamClasses classes(options_.beam, nodes_[0].state.remaining() == 1);
    classes.admit(nodes_[0].state, moves[best].action);
    next.at(moves[best]).lanes.push_back(0);
    std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
      return a.log_probability > b.log_probability;
    });
    for (const Move& move : moves) {
      if (next.size() >= options_.beam || std::isinf(move.log_probability)) break;
      if (next.known(move) || !classes.admit(nodes_[move.node].state, move.action)) continue;
      next.at(move);
    }
  }

  DecodeOptions options_;
  std::vector<Rng> rngs_;  // by lane
  std::vector<Node> nodes_;
};

}  // namespace

bool score_in_batches(Policy& policy, std::span<const env::Observation> states,
                      std::vector<std::vector<float>>& scores, const Deadline& deadline) {
  constexpr std::size_t kVertices = 8192;
  scores.clear();
  std::vector<std::vector<float>> some;
  for (std::size_t begin = 0, end = 0; begin < states.size(); begin = end) {
    if (begin > 0 && deadline.expired()) return false;
    std::size_t vertices = 0;
    while (end < states.size() && (end == begin || vertices < kVertices))
      vertices += states[end++].target->graph().num_vertices();
    if (!policy.score_until(deadline, states.subspan(begin, end - begin),
                            begin == 0 ? scores : some))
      return false;
    if (begin > 0) std::move(some.begin(), some.end(), std::back_inserter(scores));
  }
  return true;
}

std::vector<Decoded> decode(Policy& policy, std::span<const env::Task> tasks,
                            const DecodeParams& params) {
  std::vector<TaskSearch> searches;
  searches.reserve(tasks.size());
  for (const env::Task& task : tasks)
    searches.emplace_back(task, params.options, params.seed);
  play_in_lockstep<TaskSearch>(policy, searches, params.deadline);
  std::vector<Decoded> results;
  for (TaskSearch& search : searches)
    results.push_back(search.result());
  return results;
}

}  // namespace rlminer::policy
