#include "rlminer/sample/random_growth.h"

#include <utility>

namespace rlminer::sample {

const std::vector<Vertex>& RandomGrowth::draw(const std::vector<Vertex>& starts, std::size_t size,
                                              Rng& rng) {
  chosen_.clear();
  frontier_.assign(1, starts[rng.below(starts.size())]);
  while (chosen_.size() < size) {
    Vertex& place = frontier_[rng.below(frontier_.size())];
    chosen_.push_back(std::exchange(place, frontier_.back()));
    frontier_.pop_back();
    reach(chosen_.back());
  }
  for (const auto* list : {&chosen_, &frontier_}) {
    for (const Vertex v : *list)
      seen_[v] = false;
  }
  return chosen_;
}

void RandomGrowth::reach(Vertex vertex) {
  seen_[vertex] = true;
  for (const Vertex next : graph_.neighbors(vertex)) {
    if (seen_[next]) continue;
    seen_[next] = true;
    frontier_.push_back(next);
  }
}

std::vector<Vertex> growth_starts(const Graph& graph, std::size_t size) {
  const graph::Components components = graph::connected_components(graph);
  std::vector<Vertex> starts;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (components.sizes[components.of[v]] >= size) starts.push_back(v);
  }
  return starts;
}

Vertex random_growth_start(const Graph& graph, std::size_t size, Rng& rng) {
  constexpr int kAttempts = 64;
  for (int i = 0; i < kAttempts; ++i) {
    const auto start = static_cast<Vertex>(rng.below(graph.num_vertices()));
    if (graph::component_size(graph, start, size) >= size) return start;
  }
  const std::vector<Vertex> starts = growth_starts(graph, size);
  return starts[rng.below(starts.size())];
}

}  // namespace rlminer::sample
