#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rlminer/graph/collection.h"
#include "rlminer/graph/graph.h"

namespace rlminer::graph {

// Lets a map with string keys be searched by string_view without making a string.
struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};

// Collects vertices and edges in any order and makes the Graph out of them. Self-loops, repeated
// edges and reciprocal arcs may be added: build() drops or merges them and counts what it dropped.
class GraphBuilder {
 public:
  // Adds the next vertex (they are numbered 0, 1, 2, ...) with its id in the input and its label.
  Vertex add_vertex(std::string id, std::string_view label = kUnlabelled);
  // Adds an undirected edge between vertices that exist.
  void add_edge(Vertex u, Vertex v);

  std::size_t num_vertices() const { return ids_.size(); }
  const std::string& id(Vertex v) const { return ids_[v]; }
  // The distinct labels, in the order of their first vertex.
  const std::vector<std::string>& label_names() const { return label_names_; }

  // What build() left out of the graph.
  struct Dropped {
    std::size_t self_loops = 0;
    std::size_t repeated_edges = 0;  // second and later mentions of an edge, in either direction
  };
  const Dropped& dropped() const { return dropped_; }

  // Makes the graph and empties the builder. Without a dictionary the graph gets one of its own
  // labels; a given dictionary must contain them all.
  Graph build(std::shared_ptr<const LabelDictionary> dictionary = nullptr);

 private:
  std::vector<std::string> ids_;
  std::vector<std::uint32_t> labels_;  // place in label_names_ of the label of each vertex
  std::vector<std::string> label_names_;
  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> place_of_label_;
  std::vector<std::uint64_t> edges_;  // smaller end in the high half, larger end in the low half
  Dropped dropped_;
};

// The disjoint union of graphs that share a dictionary. Vertex ids become "number:id", where the
// number is that of the graph in the input if `numbers` are given, otherwise its place in `graphs`.
Graph disjoint_union(const std::vector<Graph>& graphs, std::span<const std::size_t> numbers = {});

// The same graph, over the same dictionary, with the vertex ids "0", "1", "2", ... in place of
// those of the input.
Graph renumbered(const Graph& graph);

// Makes all graphs of the collections share one dictionary.
void share_labels(std::vector<Collection>& collections);

// The graphs of one input while it is being read. Its product is a Collection over one dictionary,
// with one warning for each kind of thing that was left out.
class Assembly {
 public:
  explicit Assembly(std::string path) : path_(std::move(path)) {}

  GraphBuilder& start_graph() { return builders_.emplace_back(); }
  GraphBuilder& graph(std::size_t i) { return builders_[i]; }
  std::size_t num_graphs() const { return builders_.size(); }

  // Edge labels are ignored; the user is told once when that loses something.
  void note_edge_label(std::string_view label);
  void warn(const std::string& reason) { warnings_.push_back(path_ + ": " + reason); }

  Collection finish(std::string format);

 private:
  std::string path_;
  std::deque<GraphBuilder> builders_;  // a deque, so that builders stay where they are
  std::vector<std::string> warnings_;
  std::string first_edge_label_;
  bool any_edge_label_ = false;
  bool edge_labels_differ_ = false;
};

}  // namespace rlminer::graph
