#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/counter.h"
#include "rlminer/env/encoding.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::env {

// How often the subgraph that a vertex set induces occurs in one graph: a look-up in the census of
// the graph where one could be taken, otherwise counted when first asked for and remembered. The
// graph must outlive it. Any number of threads may ask at the same time.
class Frequencies {
 public:
  struct Limits {
    std::size_t sets = 200'000'000;  // no census where more connected sets are estimated
    Deadline deadline = {};          // of the census
    int threads = 1;                 // of the census
  };

  // Of the given sizes; a set of another size is counted.
  Frequencies(const Graph& graph, std::span<const int> sizes, const Limits& limits);
  Frequencies(const Graph& graph, std::span<const int> sizes)
      : Frequencies(graph, sizes, Limits()) {}

  // Whether there is a census: every look-up is quick and best() is known.
  bool complete() const { return complete_; }
  // At most 2^64 - 1 is reported.
  std::uint64_t frequency(std::span<const Vertex> connected_set) const;
  // The highest frequency of that size, 0 when there is no connected set of it; none when unknown.
  std::optional<std::uint64_t> best(int size) const;

 private:
  std::unique_ptr<count::Counter> counter_;  // behind a pointer to be movable
  bool complete_;
};

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

// A graph to find subgraphs in, with what every episode on it needs to know. Vertices carry tokens:
// the label numbers as a policy knows them, which may differ from the numbers in the graph's own
// dictionary; and features and ranks of edges, for a policy that wants them.
class Target {
 public:
  // Tokens are the graph's own label numbers.
  explicit Target(const Graph& graph);
  Target(Graph graph, Encoding encoding);

  const Graph& graph() const { return graph_; }
  std::span<const Label> tokens() const { return encoding_.tokens; }
  std::span<const float> features() const { return encoding_.features; }    // may be empty
  std::span<const float> context() const { return encoding_.context; }      // may be empty
  const Foresight* foresight() const { return encoding_.foresight.get(); }  // may be null
  // By relation of the graph's dictionary; empty: all edges are 0.
  std::span<const std::uint8_t> edge_ranks() const { return encoding_.edge_ranks; }
  // Of the edge between a vertex and its i-th neighbour, seen from the vertex.
  std::uint8_t edge_rank(Vertex v, std::size_t i) const {
    return encoding_.edge_ranks.empty() ? 0 : encoding_.edge_ranks[graph_.relations(v)[i]];
  }

  // The vertices an episode of that size may start from: those in components with at least `size`
  // vertices, ascending. 1 <= size <= kMaxPatternSize.
  std::span<const Vertex> starts(int size) const;

 private:
  Graph graph_;
  Encoding encoding_;
  // Sizes between two component sizes have the same starts, so there are few lists: of a connected
  // graph one, or two (the second empty) when it has fewer vertices than a pattern may have.
  std::vector<std::vector<Vertex>> start_lists_;
  std::array<std::uint8_t, pattern::kMaxPatternSize + 1> list_of_size_{};
};

}  // namespace rlminer::env
