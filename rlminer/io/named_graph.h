#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"

namespace rlminer::io {

// One graph of a format in which edges may come before the vertices they mention and labels are
// optional (but all or none). Places are whatever the reader can later turn into a line:
// finish(fail) calls fail(place, reason), which must throw, for the first thing that does not fit
// together.
class NamedGraph {
 public:
  struct NamedVertex {
    std::string id;
    std::string label;
    bool has_label;
    std::size_t place;
  };
  struct NamedEdge {
    std::string u, v;
    std::size_t place;
    std::optional<std::string> label = {};
    std::optional<bool> arc = {};  // none: as the graph says
  };

  std::vector<NamedVertex> vertices;
  std::vector<NamedEdge> edges;
  bool directed = false;

  template <typename Fail>
  void finish(graph::Assembly& assembly, Fail&& fail) {
    graph::GraphBuilder& builder = assembly.start_graph();
    bool any_label = false;
    for (const NamedVertex& vertex : vertices)
      any_label = any_label || vertex.has_label;
    std::unordered_map<std::string, Vertex, graph::StringHash, std::equal_to<>> vertex_by_id;
    for (NamedVertex& vertex : vertices) {
      const auto next = static_cast<Vertex>(builder.num_vertices());
      if (!vertex_by_id.emplace(vertex.id, next).second) {
        fail(vertex.place, "vertex " + text::shown(vertex.id) + " appears twice");
      }
      if (any_label && !vertex.has_label) {
        fail(vertex.place, "vertex " + text::shown(vertex.id) + " has no label, but others have");
      }
      builder.add_vertex(std::move(vertex.id),
                         any_label ? std::string_view(vertex.label) : graph::kUnlabelled);
    }
    for (const NamedEdge& edge : edges) {
      const auto u = vertex_by_id.find(edge.u);
      const auto v = vertex_by_id.find(edge.v);
      if (u == vertex_by_id.end() || v == vertex_by_id.end()) {
        fail(edge.place, "edge mentions vertex " +
                             text::shown(u == vertex_by_id.end() ? edge.u : edge.v) +
                             ", which is not declared");
      }
      assembly.add_edge(builder, u->second, v->second,
                        {.label = edge.label, .arc = edge.arc.value_or(directed)});
    }
    *this = NamedGraph();
  }
};

// In some formats what is called the label of a vertex is often its name. When the labels of all
// graphs are there, and those of each graph are all different, they become the ids of the vertices,
// and the graphs have no labels; returns whether that was done.
bool labels_became_ids(std::vector<NamedGraph>& graphs);

// How many vertices a file may announce without listing them, all of its graphs together. A number
// that is a mistake, or many of them, must not take all the memory.
class AnnouncedVertices {
 public:
  // Of a file, or a part of one, of so many bytes.
  explicit AnnouncedVertices(std::size_t bytes = 0) { add_bytes(bytes); }
  void add_bytes(std::size_t bytes) { left_ += kForEachByte * static_cast<std::uint64_t>(bytes); }

  // Whether there may be a graph with so many.
  bool accept(std::uint64_t vertices) {
    if (vertices > left_) return false;
    left_ -= vertices;
    return true;
  }

 private:
  static constexpr std::uint64_t kForEachByte = 8;
  std::uint64_t left_ = 100'000;
};

// The vertices of a graph whose format declares them by mentioning them. What it is given as ids
// must outlive it.
class MentionedVertices {
 public:
  explicit MentionedVertices(graph::GraphBuilder& builder) : builder_(builder) {}

  // The vertex with this id, which is added when it is new.
  Vertex at(std::string_view id) {
    const auto next = static_cast<Vertex>(builder_.num_vertices());
    const auto [place, is_new] = vertex_by_id_.try_emplace(id, next);
    if (is_new) builder_.add_vertex(std::string(id));
    return place->second;
  }
  // False when there is one with this id already.
  bool add(std::string_view id, std::string_view label) {
    const auto next = static_cast<Vertex>(builder_.num_vertices());
    if (!vertex_by_id_.try_emplace(id, next).second) return false;
    builder_.add_vertex(std::string(id), label);
    return true;
  }
  std::optional<Vertex> find(std::string_view id) const {
    const auto place = vertex_by_id_.find(id);
    return place == vertex_by_id_.end() ? std::nullopt : std::optional(place->second);
  }

 private:
  graph::GraphBuilder& builder_;
  std::unordered_map<std::string_view, Vertex> vertex_by_id_;
};

// The attribute of edges that is their label.
inline std::string edge_label_attribute(const ReadOptions& options) {
  return options.edge_label_attribute.empty() ? "label" : options.edge_label_attribute;
}

// Which attribute of the vertices is their label, and which others there are.
class LabelAttribute {
 public:
  explicit LabelAttribute(const std::string& wanted)
      : given_(!wanted.empty()), name_(given_ ? wanted : "label") {}

  const std::string& name() const { return name_; }
  // Whether the attribute is the label. Others are remembered.
  bool is(const std::string& attribute) {
    if (attribute == name_) {
      found_ = true;
      return true;
    }
    constexpr std::size_t kRemembered = 30;
    if (others_.size() < kRemembered &&
        std::find(others_.begin(), others_.end(), attribute) == others_.end())
      others_.push_back(attribute);
    return false;
  }
  // Says so when no vertex has the attribute. Throws Error when the user asked for it.
  void report(const std::string& path, graph::Assembly& assembly) const;
  bool given() const { return given_; }
  const std::vector<std::string>& others() const { return others_; }

 private:
  bool given_;
  std::string name_;
  bool found_ = false;
  std::vector<std::string> others_;
};

}  // namespace rlminer::io
