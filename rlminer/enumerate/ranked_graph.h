#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::enumerate {

// The target graph prepared for enumeration: vertices renumbered by descending degree, each row
// sorted from the highest number down. A set is enumerated from its smallest vertex (its root), so
// a row may be left as soon as it reaches the root; and with hubs numbered first, no later root
// ever looks at a hub again.
class RankedGraph {
 public:
  explicit RankedGraph(const Graph& graph);

  std::size_t num_vertices() const { return labels_.size(); }
  std::size_t num_labels() const { return num_labels_; }
  Label label(Vertex v) const { return labels_[v]; }
  Vertex original(Vertex v) const { return original_[v]; }
  std::span<const Vertex> neighbors_descending(Vertex v) const {
    return {targets_.data() + offsets_[v], targets_.data() + offsets_[v + 1]};
  }
  // How many neighbours of `v` are numbered above `v`.
  std::size_t later_degree(Vertex v) const;

 private:
  std::vector<std::size_t> offsets_;
  std::vector<Vertex> targets_;
  std::vector<Label> labels_;
  std::vector<Vertex> original_;
  std::size_t num_labels_;
};

}  // namespace rlminer::enumerate
