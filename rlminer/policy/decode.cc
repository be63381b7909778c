// Every method moves a list of nodes (distinct states) per task one step on at a time; the first
// node is that of the greedy rollout. Moves that lead to the same set lead to the same node.
//
// Draws are made without replacement (Kool, van Hoof and Welling, "Stochastic beams and where to
// find them", 2019): of independent Gumbel variables around the log probabilities of all sequences
// the N highest belong to N draws without replacement. They are found from above, for the highest
// of all sequences that begin in the same way is a Gumbel variable itself: every node has its
// highest as a rank, and its moves have ranks of which that is the highest. Sequences that differ
// in their order only, or that end in the same pattern, are one thing to be drawn, which has the
// highest of their ranks and the sum of their probabilities.
#include "rlminer/policy/decode.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::policy {
namespace {

struct Node {
  env::State state;
  std::uint64_t key = 0;         // of the set of chosen vertices
  std::size_t rollouts = 1;      // that have come to it
  double log_probability = 0.0;  // of coming to it, in whatever order
  double rank = 0.0;             // the nodes with the highest ones are kept
};

// A step from a node of the list.
struct Move {
  std::size_t node = 0;
  Vertex action = 0;
  std::uint64_t key = 0;  // of the set after it
  double log_probability = 0.0;
  double rank = 0.0;
};

std::uint64_t key_after(const Node& node, Vertex action) {
  return node.key + mix64(action + 1);
}

// log(e^a + e^b)
double log_sum(double a, double b) {
  const double most = std::max(a, b);
  return std::isinf(most) ? most : most + std::log1p(std::exp(std::min(a, b) - most));
}

double gumbel(Rng& rng) {
  return -std::log(-std::log(rng.uniform() + 0x1p-54));
}

// Gives the moves of one node ranks, of which `highest`, that of the node, is the highest.
void draw_ranks(std::span<Move> moves, double highest, Rng rng) {
  double most = -std::numeric_limits<double>::infinity();
  for (Move& move : moves) {
    move.rank = move.log_probability + gumbel(rng);
    most = std::max(most, move.rank);
  }
  // The ranks as they are, given that the highest of them is another than it came out.
  for (Move& move : moves) {
    const double excess = highest - move.rank + std::log1p(-std::exp(move.rank - most));
    move.rank = highest - std::max(0.0, excess) - std::log1p(std::exp(-std::abs(excess)));
  }
}

// Moves to the same set become one, with the highest of their ranks. The first of them is left, so
// that moves stay in order.
std::vector<Move> merged(const std::vector<Move>& moves) {
  std::unordered_map<std::uint64_t, std::size_t> places;
  std::vector<Move> result;
  for (const Move& move : moves) {
    const auto [entry, is_new] = places.try_emplace(move.key, result.size());
    if (is_new) {
      result.push_back(move);
      continue;
    }
    Move& same = result[entry->second];
    same.log_probability = log_sum(same.log_probability, move.log_probability);
    same.rank = std::max(same.rank, move.rank);
  }
  return result;
}

// Isomorphic sets are alike to the policy and would fill a beam.
class BeamClasses {
 public:
  explicit BeamClasses(std::size_t most) : most_(most) {}

  bool admit(const env::State& state, Vertex action) {
    std::vector<Vertex> set(state.chosen().begin(), state.chosen().end());
    set.push_back(action);
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
      : options_(options), stream_(stream_of(task, seed)) {
    Node& root = nodes_.emplace_back(Node{env::State(*task.target, task.size)});
    Rng rng(stream_);
    root.rank = gumbel(rng);
    if (root.state.actions().empty()) nodes_.clear();
  }

  bool unfinished() const { return !nodes_.empty() && !nodes_[0].state.done(); }
  void observe(std::vector<env::Observation>& states) const {
    if (!unfinished()) return;
    for (const Node& node : nodes_)
      states.push_back(env::observe(node.state));
  }

  // One list of scores per node.
  void step(std::span<const std::vector<float>> scores) {
    if (options_.method == Decode::Beam || options_.method == Decode::Sample) {
      step_search(scores);
    } else if (options_.method == Decode::Multistart && nodes_[0].state.chosen().empty()) {
      step_to_starts(scores[0]);
    } else {
      step_rollouts(scores);
    }
  }

  Decoded result() {
    Decoded decoded;
    if (nodes_.empty() || unfinished()) return decoded;
    for (const Node& node : nodes_) {
      decoded.sets.emplace_back(node.state.chosen().begin(), node.state.chosen().end());
      decoded.rollouts += node.rollouts;
    }
    return decoded;
  }

 private:
  // Depends on nothing but the seed and the task.
  static std::uint64_t stream_of(const env::Task& task, std::uint64_t seed) {
    const Graph& graph = task.target->graph();
    std::uint64_t stream = mix64(seed + 1);
    for (const std::uint64_t part : {std::uint64_t(task.size), std::uint64_t(graph.num_vertices()),
                                     std::uint64_t(graph.num_edges())}) {
      stream = mix64(stream + part + 0x9e3779b97f4a7c15ULL);
    }
    return stream;
  }

  Node after(const Move& move) const {
    Node next{nodes_[move.node].state, move.key, 1, move.log_probability, move.rank};
    next.state.extend(move.action);
    return next;
  }

  // Every rollout does what the policy likes best.
  void step_rollouts(std::span<const std::vector<float>> scores) {
    std::unordered_map<std::uint64_t, std::size_t> places;
    std::vector<Node> next;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const Vertex action = nodes_[n].state.actions()[greedy(scores[n])];
      const std::uint64_t key = key_after(nodes_[n], action);
      const auto [entry, is_new] = places.try_emplace(key, next.size());
      if (is_new) next.push_back(after({n, action, key}));
      next[entry->second].rollouts += nodes_[n].rollouts - (is_new ? 1 : 0);
    }
    nodes_ = std::move(next);
  }

  void step_to_starts(const std::vector<float>& scores) {
    std::vector<std::size_t> order(scores.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    order.resize(std::min(order.size(), std::max<std::size_t>(1, options_.starts)));
    std::vector<Node> next;
    for (const std::size_t i : order) {
      const Vertex action = nodes_[0].state.actions()[i];
      next.push_back(after({0, action, key_after(nodes_[0], action)}));
    }
    nodes_ = std::move(next);
  }

  // All moves of all nodes, with ranks.
  std::vector<Move> moves(std::span<const std::vector<float>> scores) const {
    std::vector<Move> moves;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const Node& node = nodes_[n];
      const std::size_t first = moves.size();
      const auto actions = node.state.actions();
      const auto logs = log_softmax(scores[n], options_.temperature);
      for (std::size_t a = 0; a < actions.size(); ++a) {
        const double log_probability = node.log_probability + logs[a];
        if (!std::isinf(log_probability))
          moves.push_back(
              {n, actions[a], key_after(node, actions[a]), log_probability, log_probability});
      }
      if (options_.method == Decode::Sample)
        draw_ranks(std::span(moves).subspan(first), node.rank, Rng(mix64(stream_ + node.key)));
    }
    return moves;
  }

  void step_search(std::span<const std::vector<float>> scores) {
    std::vector<Move> moves = merged(this->moves(scores));
    const Vertex best = nodes_[0].state.actions()[greedy(scores[0])];
    const std::uint64_t first = key_after(nodes_[0], best);
    std::stable_sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
      return std::pair(a.key == first, a.rank) > std::pair(b.key == first, b.rank);
    });
    const bool last = nodes_[0].state.remaining() == 1;
    const std::size_t limit = std::max<std::size_t>(1, states_kept(options_));
    BeamClasses classes(most_alike(last));
    std::vector<Node> next;
    for (const Move& move : moves) {
      if (next.size() >= limit) break;
      if (classes.admit(nodes_[move.node].state, move.action)) next.push_back(after(move));
    }
    nodes_ = std::move(next);
  }

  // Sets of one pattern that are kept. Before the last step they may still grow into different
  // ones, so some may be of one pattern, but not most of them.
  std::size_t most_alike(bool last) const {
    constexpr std::size_t kSome = 4;
    constexpr std::size_t kPart = 8;
    return last ? 1 : std::max(kSome, states_kept(options_) / kPart);
  }

  DecodeOptions options_;
  std::uint64_t stream_;  // what is drawn at a node depends on it and the node's set
  std::vector<Node> nodes_;
};

}  // namespace

std::size_t states_kept(const DecodeOptions& options) {
  switch (options.method) {
    case Decode::Greedy:
      return 1;
    case Decode::Sample:
      return options.samples;
    case Decode::Beam:
      return options.beam;
    case Decode::Multistart:
      break;
  }
  return options.starts;
}

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
