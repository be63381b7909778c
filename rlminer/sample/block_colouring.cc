#include "rlminer/sample/block_colouring.h"

#include <algorithm>
#include <numeric>

namespace rlminer::sample {
namespace {

// The neighbour of greatest degree, or the vertex itself if it has none.
Vertex hub_of(const Graph& graph, Vertex v) {
  Vertex hub = v;
  std::size_t most = 0;
  for (const Vertex w : graph.neighbors(v)) {
    if (graph.degree(w) <= most) continue;
    hub = w;
    most = graph.degree(w);
  }
  return hub;
}

}  // namespace

BlockColouring::BlockColouring(const Graph& graph, int colours)
    : colours_(colours), order_(graph.num_vertices()), block_of_(graph.num_vertices()) {
  std::vector<Vertex> hub(graph.num_vertices());
  for (Vertex v = 0; v < hub.size(); ++v)
    hub[v] = hub_of(graph, v);
  std::iota(order_.begin(), order_.end(), Vertex{0});
  std::sort(order_.begin(), order_.end(), [&](Vertex a, Vertex b) {
    if (hub[a] != hub[b]) return hub[a] < hub[b];
    if (graph.label(a) != graph.label(b)) return graph.label(a) < graph.label(b);
    return a < b;
  });
  for (std::size_t i = 0; i < order_.size(); ++i)
    block_of_[order_[i]] = static_cast<std::uint32_t>(i / static_cast<std::size_t>(colours));
}

std::vector<std::uint8_t> BlockColouring::draw(Rng& rng) const {
  const auto k = static_cast<std::size_t>(colours_);
  std::vector<std::uint8_t> colours(order_.size());
  std::vector<std::uint8_t> permutation(k);
  std::iota(permutation.begin(), permutation.end(), std::uint8_t{0});
  for (std::size_t i = 0; i < order_.size(); ++i) {
    if (i % k == 0) rng.shuffle(std::span(permutation));
    colours[order_[i]] = permutation[i % k];
  }
  return colours;
}

double BlockColouring::colourful_probability(std::span<const Vertex> set) const {
  double probability = 1.0;
  for (std::size_t i = 0; i < set.size(); ++i) {
    int before = 0;  // of its block
    for (std::size_t j = 0; j < i; ++j)
      before += block_of_[set[j]] == block_of_[set[i]] ? 1 : 0;
    probability *= static_cast<double>(set.size() - i) / (colours_ - before);
  }
  return probability;
}

}  // namespace rlminer::sample
