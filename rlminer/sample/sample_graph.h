#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/graph/graph.h"
#include "rlminer/graph/target_graph.h"

namespace rlminer::sample {

// A target graph that knows the reverse of every arc, and at once the arcs of a vertex to
// neighbours with one label, which are consecutive.
class SampleGraph : public graph::TargetGraph {
 public:
  explicit SampleGraph(const Graph& graph);

  std::uint32_t reverse(std::uint32_t arc) const { return reverse_[arc]; }
  graph::Range arcs_to(Vertex v, Label label) const {
    if (label_first_.empty()) return search_arcs(v, label);
    const std::size_t at = v * (num_labels() + 1) + label;
    return {label_first_[at], label_first_[at + 1]};
  }

 private:
  graph::Range search_arcs(Vertex v, Label label) const;

  std::vector<std::uint32_t> reverse_;
  // For every vertex and label the first arc; empty when that would be too much memory.
  std::vector<std::uint32_t> label_first_;
};

}  // namespace rlminer::sample
