#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/graph/relation.h"

namespace rlminer::graph {

using Vertex = std::uint32_t;
using Label = std::uint32_t;

// The label of every vertex of a graph whose input gives no labels.
inline constexpr std::string_view kUnlabelled = "0";

// The label strings of a graph or of a whole collection; label i is the i-th name.
// Names are sorted (integers by value and before other text, which is sorted bytewise), so the
// numbers depend on the set of labels alone, not on the order in which a file lists them.
class LabelDictionary {
 public:
  LabelDictionary() = default;
  explicit LabelDictionary(std::vector<std::string> names);  // sorts and removes duplicates

  std::size_t size() const { return names_.size(); }
  const std::string& name(Label label) const { return names_[label]; }
  // The number of a name that must be present.
  Label at(std::string_view name) const;
  bool contains(std::string_view name) const;

 private:
  std::vector<std::string> names_;
};

// Strict weak order behind LabelDictionary and everything else that sorts names for people.
bool natural_less(std::string_view a, std::string_view b);

// An immutable simple undirected graph with vertex labels, in compressed sparse row form.
// Vertices are 0 .. num_vertices()-1; the neighbours of each are sorted. Each vertex remembers the
// id it had in the input. Graphs of one collection share one dictionary. Made by GraphBuilder.
// Where labels or directions of the edges were kept, every edge has a kind beside that.
class Graph {
 public:
  Graph() : labels_by_name_(std::make_shared<const LabelDictionary>()) {}

  std::size_t num_vertices() const { return labels_.size(); }
  std::size_t num_edges() const { return targets_.size() / 2; }
  std::size_t num_labels() const { return labels_by_name_->size(); }

  Label label(Vertex v) const { return labels_[v]; }
  std::span<const Label> labels() const { return labels_; }
  std::size_t degree(Vertex v) const { return offsets_[v + 1] - offsets_[v]; }
  std::span<const Vertex> neighbors(Vertex v) const {
    return {targets_.data() + offsets_[v], targets_.data() + offsets_[v + 1]};
  }
  bool has_edge(Vertex u, Vertex v) const;

  // Whether the kinds of the edges are known.
  bool has_relations() const { return relation_kinds_ != nullptr; }
  const RelationDictionary& relation_dictionary() const { return *relation_kinds_; }
  // Whether vertex sets look different when their edges are of different kinds: where there is one
  // kind of edges only, knowing it changes nothing.
  bool distinguishes_edges() const { return has_relations() && relation_kinds_->size() > 1; }
  // The kind of the edge between two neighbours, seen from u.
  Relation relation(Vertex u, Vertex v) const;
  // Of the edges to neighbors(v), in that order, seen from v.
  std::span<const Relation> relations(Vertex v) const {
    return {relations_.data() + offsets_[v], relations_.data() + offsets_[v + 1]};
  }

  const LabelDictionary& label_dictionary() const { return *labels_by_name_; }
  const std::string& label_name(Vertex v) const { return labels_by_name_->name(labels_[v]); }
  // The id the vertex had in the input.
  const std::string& id(Vertex v) const { return ids_[v]; }

 private:
  friend class GraphBuilder;

  std::vector<std::size_t> offsets_{0};
  std::vector<Vertex> targets_;
  std::vector<Relation> relations_;  // beside targets_; empty: not known
  std::vector<Label> labels_;
  std::vector<std::string> ids_;
  // Shared because every graph of a collection uses the same dictionary and graphs are moved around
  // singly.
  std::shared_ptr<const LabelDictionary> labels_by_name_;
  std::shared_ptr<const RelationDictionary> relation_kinds_;  // null: not known
};

// Component number of every vertex (0-based, in order of the smallest vertex) and the size of each
// component.
struct Components {
  std::vector<std::uint32_t> of;
  std::vector<std::size_t> sizes;

  std::size_t largest() const;  // 0 in a graph without vertices
};
Components connected_components(const Graph& graph);

// The vertices of the largest component, or `enough` as soon as one is seen to have that many,
// which in most graphs is at once.
std::size_t largest_component(const Graph& graph, std::size_t enough);
// The same of the component of one vertex.
std::size_t component_size(const Graph& graph, Vertex vertex, std::size_t enough);

}  // namespace rlminer::graph

// Vocabulary of every room.
namespace rlminer {
using graph::Graph;
using graph::Label;
using graph::Vertex;
}  // namespace rlminer
