#include "rlminer/sample/sample_graph.h"

#include <algorithm>

namespace rlminer::sample {
namespace {

constexpr std::size_t kMostTableEntries = std::size_t{1} << 24;

}  // namespace

SampleGraph::SampleGraph(const Graph& graph) : target_(graph), offsets_{0} {
  const Vertex n = target_.num_vertices();
  offsets_.reserve(n + std::size_t{1});
  heads_.reserve(2 * graph.num_edges());
  for (Vertex v = 0; v < n; ++v) {
    const auto neighbors = target_.neighbors(v);
    heads_.insert(heads_.end(), neighbors.begin(), neighbors.end());
    labels_.push_back(graph.label(target_.original(v)));
    offsets_.push_back(static_cast<std::uint32_t>(heads_.size()));
  }
  // Vertices in ascending order meet each row of reverse arcs in ascending order too.
  reverse_.resize(heads_.size());
  std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
  for (std::uint32_t arc = 0; arc < heads_.size(); ++arc)
    reverse_[arc] = next[heads_[arc]]++;
  const std::size_t labels = target_.num_labels();
  if (n * (labels + 1) > kMostTableEntries) return;
  label_first_.resize(n * (labels + 1));
  for (Vertex v = 0; v < n; ++v) {
    for (Label l = 0; l < labels; ++l)
      label_first_[v * (labels + 1) + l] = search_arcs(v, l).first;
    label_first_[v * (labels + 1) + labels] = offsets_[v + 1];
  }
}

ArcRange SampleGraph::search_arcs(Vertex v, Label label) const {
  const auto row = target_.neighbors(v);
  const auto rest = graph::from_vertex(row, target_.label_begin(label));
  const auto beyond = graph::from_vertex(rest, target_.label_end(label));
  return {static_cast<std::uint32_t>(offsets_[v + 1] - rest.size()),
          static_cast<std::uint32_t>(offsets_[v + 1] - beyond.size())};
}

}  // namespace rlminer::sample
