#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/graph/builder.h"

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
  };

  std::vector<NamedVertex> vertices;
  std::vector<NamedEdge> edges;

  template <typename Fail>
  void finish(graph::GraphBuilder& builder, Fail&& fail) {
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
      builder.add_edge(u->second, v->second);
    }
    *this = NamedGraph();
  }
};

}  // namespace rlminer::io
