#include "rlminer/graph/target_graph.h"

#include <numeric>

namespace rlminer::graph {
namespace {

std::vector<Vertex> by_label_and_degree(const Graph& graph) {
  return vertices_by(graph, [&](Vertex a, Vertex b) {
    if (graph.label(a) != graph.label(b)) return graph.label(a) < graph.label(b);
    return graph.degree(a) < graph.degree(b);
  });
}

}  // namespace

TargetGraph::TargetGraph(const Graph& graph)
    : RenumberedGraph(graph, by_label_and_degree(graph)),
      label_begin_(graph.num_labels() + 1, 0),
      signature_(graph.num_vertices()) {
  for (Vertex v = 0; v < num_vertices(); ++v) {
    ++label_begin_[label(v) + 1];
    LabelSignature kinds;
    for (const std::uint32_t arc : arcs(v))
      kinds.add(neighbor_kind(label(head(arc)), num_relations() > 0 ? relation(arc) : Relation{0}));
    signature_[v] = kinds.bits();
  }
  std::partial_sum(label_begin_.begin(), label_begin_.end(), label_begin_.begin());
}

Relation TargetGraph::relation_between(Vertex u, Vertex v) const {
  const bool from_u = degree(u) <= degree(v);
  const Vertex tail = from_u ? u : v;
  const auto row = neighbors(tail);
  const auto skipped = row.size() - from_vertex(row, from_u ? v : u).size();
  const Relation seen = relations(tail)[skipped];
  return from_u ? seen : converse(seen);
}

Vertex TargetGraph::holder(Vertex first, std::uint64_t i) const {
  const auto starts = offsets();
  const auto after = std::upper_bound(starts.begin() + first, starts.end(), starts[first] + i);
  return static_cast<Vertex>(after - starts.begin()) - 1;
}

Vertex TargetGraph::first_with(Label label, std::uint32_t degree) const {
  Vertex low = label_begin(label);
  Vertex high = label_end(label);
  while (low < high) {
    const Vertex middle = low + (high - low) / 2;
    if (this->degree(middle) < degree) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace rlminer::graph
