#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
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
  // The same with its label and direction, which the graph will know: an arc from u to v, or an
  // edge that is both of these.
  void add_edge(Vertex u, Vertex v, std::string_view label, bool arc);
  // The same with all that its kind, seen from u, says.
  void add_edge(Vertex u, Vertex v, const EdgeKind& kind);

  std::size_t num_vertices() const { return ids_.size(); }
  const std::string& id(Vertex v) const { return ids_[v]; }
  // The distinct labels, in the order of their first vertex.
  const std::vector<std::string>& label_names() const { return label_names_; }

  // What build() left out of the graph.
  struct Dropped {
    std::size_t self_loops = 0;
    std::size_t repeated_edges = 0;  // second and later mentions of an edge, in either direction
    std::size_t other_labels = 0;    // of an arc that had a label already, which stands
  };
  const Dropped& dropped() const { return dropped_; }

  // The kinds of edges there are, each seen from one end.
  std::vector<EdgeKind> edge_kinds();
  // From now on nothing was said about any edge.
  void forget_edge_kinds();

  // Makes the graph and empties the builder. Without a dictionary the graph gets one of its own
  // labels; a given dictionary must contain them all. The same goes for the kinds of its edges,
  // which it knows when there is a dictionary or something was said about an edge.
  Graph build(std::shared_ptr<const LabelDictionary> dictionary = nullptr,
              std::shared_ptr<const RelationDictionary> relations = nullptr);

 private:
  // What was said about one mention of an edge.
  struct Mention {
    std::uint64_t edge = 0;
    std::uint32_t label = 0;  // place in edge_labels_
    bool up = true;           // there is an arc from the smaller end to the larger one
    bool down = true;         // and back
  };
  // Sorts the edges and leaves one of each.
  void merge_edges();
  void merge_mentions();
  std::uint32_t place_of_edge_label(std::string_view label);
  // The labels of the arcs of an edge, from its smaller end and back, as places in edge_labels_.
  static constexpr std::uint32_t kNoArc = ~std::uint32_t{0};
  using ArcLabels = std::pair<std::uint32_t, std::uint32_t>;
  EdgeKind kind_of(const ArcLabels& arcs) const;
  std::vector<Relation> relations_of_edges(const RelationDictionary& dictionary);

  std::vector<std::string> ids_;
  std::vector<std::uint32_t> labels_;  // place in label_names_ of the label of each vertex
  std::vector<std::string> label_names_;
  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> place_of_label_;
  std::vector<std::uint64_t> edges_;  // smaller end in the high half, larger end in the low half
  // What is known of the edges, as soon as something is: then edges_ is empty until they are
  // merged.
  std::vector<Mention> mentions_;
  std::vector<std::string> edge_labels_;
  std::unordered_map<std::string, std::uint32_t, StringHash, std::equal_to<>> place_of_edge_label_;
  std::vector<ArcLabels> arc_labels_;  // of the merged edges; empty: nothing was said about any
  bool merged_ = false;
  Dropped dropped_;
};

// Adds the edges of a graph, with all that is known about them, between vertices that were added;
// vertex v of the graph is base + v there.
void copy_edges(const Graph& graph, Vertex base, GraphBuilder& builder);

// A copy of the graph's dictionary of kinds of edges, for another graph; null: it has none.
std::shared_ptr<const RelationDictionary> relations_of(const Graph& graph);

// The disjoint union of graphs that share a dictionary. Vertex ids become "number:id", where the
// number is that of the graph in the input if `numbers` are given, otherwise its place in `graphs`.
Graph disjoint_union(const std::vector<Graph>& graphs, std::span<const std::size_t> numbers = {});

// The same graph, over the same dictionary, with the vertex ids "0", "1", "2", ... in place of
// those of the input.
Graph renumbered(const Graph& graph);

// Makes all graphs of the collections share one dictionary of labels, and one of kinds of edges
// where these are known.
void share_labels(std::vector<Collection>& collections);

}  // namespace rlminer::graph
