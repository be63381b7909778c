#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/graph/graph.h"

namespace rlminer {

// Collects vertices and edges in any order and makes the Graph out of them. Self-loops, repeated edges and
// reciprocal arcs may be added: build() drops or merges them and counts what it dropped.
class GraphBuilder {
 public:
  // Adds the next vertex (they are numbered 0, 1, 2, ...) with its id in the input and its label.
  Vertex add_vertex(std::string id, std::string label);
  // Adds an undirected edge between vertices that exist.
  void add_edge(Vertex u, Vertex v);

  std::size_t num_vertices() const { return ids_.size(); }
  const std::vector<std::string>& vertex_labels() const { return labels_; }

  // What build() left out of the graph.
  struct Dropped {
    std::size_t self_loops = 0;
    std::size_t repeated_edges = 0;  // second and later mentions of an edge, in either direction
  };
  const Dropped& dropped() const { return dropped_; }

  // Makes the graph and empties the builder. Without a dictionary the graph gets one of its own labels;
  // a given dictionary must contain them all.
  Graph build(std::shared_ptr<const LabelDictionary> dictionary = nullptr);

 private:
  std::vector<std::string> ids_;
  std::vector<std::string> labels_;
  std::vector<std::pair<Vertex, Vertex>> edges_;
  Dropped dropped_;
};

// The disjoint union of graphs that share a dictionary. Vertex ids become "graph:id".
Graph disjoint_union(const std::vector<Graph>& graphs);

}  // namespace rlminer
