#pragma once

#include <cstddef>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"
#include "rlminer/report/graph_layout.h"

namespace rlminer::report {

// How much of a graph is drawn.
struct DrawingLimits {
  std::size_t whole_vertices = 5'000;  // a graph with no more than these is drawn as a whole
  std::size_t whole_edges = 25'000;
  std::size_t vertices = 2'500;  // of a larger one: so much around the occurrences
  std::size_t edges = 12'000;
};

// A graph, or what is around the occurrences in it, laid out.
struct TargetDrawing {
  std::vector<Vertex> vertices;  // those drawn, ascending
  EdgeList edges;                // between places in that list
  Layout layout;                 // one point for each place
  bool whole = false;

  // The place of a vertex in `vertices`; their number when it is not drawn.
  std::size_t place(Vertex vertex) const;
};

// The whole graph if it is within the limits, else the subgraph induced by the occurrences of the
// findings, as many as the limits allow, those listed first before the others, and then by their
// neighbours.
TargetDrawing draw_target(const Graph& graph, const std::vector<engine::Answer>& answers,
                          const DrawingLimits& limits, const Deadline& deadline);

}  // namespace rlminer::report
