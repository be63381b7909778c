#include "rlminer/sample/sample_graph.h"

namespace rlminer::sample {
namespace {

constexpr std::size_t kMostTableEntries = std::size_t{1} << 24;

}  // namespace

SampleGraph::SampleGraph(const Graph& graph) : TargetGraph(graph), reverse_(reverse_arcs()) {
  if (num_vertices() * (num_labels() + 1) <= kMostTableEntries)
    label_first_ = first_arcs(label_begins());
}

graph::Range SampleGraph::search_arcs(Vertex v, Label label) const {
  const auto rest = graph::from_vertex(neighbors(v), label_begin(label));
  const auto beyond = graph::from_vertex(rest, label_end(label));
  const std::uint32_t end = arcs(v).high;
  return {end - static_cast<std::uint32_t>(rest.size()),
          end - static_cast<std::uint32_t>(beyond.size())};
}

}  // namespace rlminer::sample
