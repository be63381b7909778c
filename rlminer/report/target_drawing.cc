#include "rlminer/report/target_drawing.h"

#include <algorithm>
#include <numeric>

namespace rlminer::report {
namespace {

// Collects vertices of a graph as long as they and the edges between them are not too many.
class Selection {
 public:
  Selection(const Graph& graph, const DrawingLimits& limits)
      : graph_(graph), limits_(limits), chosen_(graph.num_vertices(), false) {}

  // All of them or none.
  bool add(std::span<const Vertex> vertices) {
    const std::size_t kept_vertices = vertices_.size();
    const std::size_t kept_edges = edges_;
    for (const Vertex v : vertices)
      add_one(v);
    if (vertices_.size() <= limits_.vertices && edges_ <= limits_.edges) return true;
    for (std::size_t i = kept_vertices; i < vertices_.size(); ++i)
      chosen_[vertices_[i]] = false;
    vertices_.resize(kept_vertices);
    edges_ = kept_edges;
    return false;
  }

  const std::vector<Vertex>& vertices() const { return vertices_; }

 private:
  void add_one(Vertex v) {
    if (chosen_[v]) return;
    for (const Vertex w : graph_.neighbors(v))
      edges_ += chosen_[w] ? 1 : 0;
    chosen_[v] = true;
    vertices_.push_back(v);
  }

  const Graph& graph_;
  const DrawingLimits& limits_;
  std::vector<bool> chosen_;
  std::vector<Vertex> vertices_;
  std::size_t edges_ = 0;
};

// The first occurrence of every finding, then the second ones, and so on.
void add_occurrences(Selection& selection, const std::vector<engine::Answer>& answers) {
  bool more = true;
  for (std::size_t turn = 0; more; ++turn) {
    more = false;
    for (const engine::Answer& answer : answers) {
      for (const engine::Finding& finding : answer.findings) {
        if (turn >= finding.occurrences.size()) continue;
        more = true;
        if (!selection.add(finding.occurrences[turn]) && turn > 0) return;
      }
    }
  }
}

// A hub's neighbours would fill the picture: each vertex brings a few of its own.
void add_neighbors(Selection& selection, const Graph& graph) {
  constexpr std::size_t kMostEach = 12;
  const std::vector<Vertex> centres = selection.vertices();
  for (const Vertex v : centres) {
    std::size_t left = kMostEach;
    for (const Vertex w : graph.neighbors(v)) {
      if (left-- == 0) break;
      if (!selection.add(std::span(&w, 1))) return;
    }
  }
}

}  // namespace

std::size_t TargetDrawing::place(Vertex vertex) const {
  const auto found = std::lower_bound(vertices.begin(), vertices.end(), vertex);
  if (found == vertices.end() || *found != vertex) return vertices.size();
  return static_cast<std::size_t>(found - vertices.begin());
}

TargetDrawing draw_target(const Graph& graph, const std::vector<engine::Answer>& answers,
                          const DrawingLimits& limits, const Deadline& deadline) {
  TargetDrawing drawing;
  drawing.whole =
      graph.num_vertices() <= limits.whole_vertices && graph.num_edges() <= limits.whole_edges;
  if (drawing.whole) {
    drawing.vertices.resize(graph.num_vertices());
    std::iota(drawing.vertices.begin(), drawing.vertices.end(), Vertex{0});
  } else {
    Selection selection(graph, limits);
    add_occurrences(selection, answers);
    add_neighbors(selection, graph);
    drawing.vertices = selection.vertices();
    std::sort(drawing.vertices.begin(), drawing.vertices.end());
  }
  for (std::size_t i = 0; i < drawing.vertices.size(); ++i) {
    for (const Vertex w : graph.neighbors(drawing.vertices[i])) {
      const std::size_t j = w > drawing.vertices[i] ? drawing.place(w) : drawing.vertices.size();
      if (j == drawing.vertices.size()) continue;
      drawing.edges.emplace_back(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
    }
  }
  drawing.layout = graph_layout(drawing.vertices.size(), drawing.edges, deadline);
  return drawing;
}

}  // namespace rlminer::report
