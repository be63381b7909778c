#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/env/encoding.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::env {

// A graph to find subgraphs in, with what every episode on it needs to know. Vertices carry tokens:
// the label numbers as a policy knows them, which may differ from the numbers in the graph's own
// dictionary; and features, for a policy that wants them.
class Target {
 public:
  // Tokens are the graph's own label numbers.
  explicit Target(const Graph& graph);
  Target(Graph graph, Encoding encoding);

  const Graph& graph() const { return graph_; }
  std::span<const Label> tokens() const { return encoding_.tokens; }
  std::span<const float> features() const { return encoding_.features; }  // may be empty

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
