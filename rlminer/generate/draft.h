#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer::generate {

// A small labelled graph that can still be changed. Always simple; vertices are numbered without
// gaps. Meant to be cleared and used again: what it allocated stays with it.
class Draft {
 public:
  static constexpr Vertex kNoVertex = std::numeric_limits<Vertex>::max();

  void clear();

  std::size_t num_vertices() const { return labels_.size(); }
  std::size_t num_edges() const { return edges_; }
  std::span<Label> labels() { return labels_; }
  std::span<const Vertex> neighbors(Vertex v) const { return neighbors_[v]; }
  std::size_t degree(Vertex v) const { return neighbors_[v].size(); }
  bool has_edge(Vertex u, Vertex v) const;

  Vertex add_vertex(Label label);
  // False, and nothing happens, for a self-loop or an edge that exists.
  bool add_edge(Vertex u, Vertex v);
  // The edge must exist.
  void remove_edge(Vertex u, Vertex v);
  // The last vertex gets the number of the removed one.
  void remove_vertex(Vertex v);

  // Is everything, without one vertex perhaps, one component?
  bool connected(Vertex without = kNoVertex);

  // The graph with the ids "0" .. "n-1".
  Graph build(const std::shared_ptr<const graph::LabelDictionary>& dictionary) const;

 private:
  std::vector<Label> labels_;
  // One list per vertex in no particular order; those beyond the vertices are empty and spare.
  std::vector<std::vector<Vertex>> neighbors_;
  std::size_t edges_ = 0;
  std::vector<Vertex> queue_;  // scratch of connected()
  std::vector<char> seen_;
};

}  // namespace rlminer::generate
