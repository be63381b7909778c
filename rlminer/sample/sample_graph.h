#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/graph/graph.h"
#include "rlminer/graph/target_graph.h"

namespace rlminer::sample {

// A range of positions in the arcs of a SampleGraph.
struct ArcRange {
  std::uint32_t first = 0, last = 0;
  std::uint32_t size() const { return last - first; }
};

// A target graph whose arcs (v, w) have numbers: the arcs of a vertex are consecutive, ascending by
// w, so that those to vertices with one label are consecutive too. Does not change; threads may
// share it.
class SampleGraph {
 public:
  explicit SampleGraph(const Graph& graph);

  const graph::TargetGraph& target() const { return target_; }
  Vertex num_vertices() const { return target_.num_vertices(); }
  std::uint32_t num_arcs() const { return offsets_.back(); }
  Vertex head(std::uint32_t arc) const { return heads_[arc]; }
  std::uint32_t reverse(std::uint32_t arc) const { return reverse_[arc]; }
  std::uint32_t first_arc(Vertex v) const { return offsets_[v]; }

  Label label(Vertex v) const { return labels_[v]; }

  ArcRange arcs(Vertex v) const { return {offsets_[v], offsets_[v + 1]}; }
  ArcRange arcs_to(Vertex v, Label label) const {
    if (label_first_.empty()) return search_arcs(v, label);
    const std::size_t at = v * (target_.num_labels() + 1) + label;
    return {label_first_[at], label_first_[at + 1]};
  }
  std::span<const Vertex> heads(ArcRange range) const {
    return {heads_.data() + range.first, range.size()};
  }

 private:
  ArcRange search_arcs(Vertex v, Label label) const;

  graph::TargetGraph target_;
  std::vector<Label> labels_;
  std::vector<std::uint32_t> offsets_;
  std::vector<Vertex> heads_;
  std::vector<std::uint32_t> reverse_;
  // For every vertex and label the first arc; empty when that would be too much memory.
  std::vector<std::uint32_t> label_first_;
};

}  // namespace rlminer::sample
