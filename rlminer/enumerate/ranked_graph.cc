#include "rlminer/enumerate/ranked_graph.h"

#include <algorithm>

#include "rlminer/base/rng.h"

namespace rlminer::enumerate {

RankedGraph::RankedGraph(const Graph& graph)
    : RenumberedGraph(
          graph,
          graph::vertices_by(graph,
                             [&](Vertex a, Vertex b) { return graph.degree(a) > graph.degree(b); }),
          Rows::Descending),
      num_labels_(graph.num_labels()) {}

std::size_t RankedGraph::later_degree(Vertex v) const {
  const auto row = neighbors(v);
  return static_cast<std::size_t>(
      std::find_if(row.begin(), row.end(), [v](Vertex u) { return u < v; }) - row.begin());
}

namespace {

// One vertex set grown at random along the enumeration tree.
class Probe {
 public:
  explicit Probe(const RankedGraph& graph) : graph_(graph), seen_(graph.num_vertices(), 0) {}

  // Adds to sets[n] the number of sets of n vertices that this descent stands for.
  void descend(int size, Rng& rng, std::vector<double>& sets) {
    const auto root = static_cast<Vertex>(rng.below(graph_.num_vertices()));
    ++round_;
    extension_.assign(1, root);
    seen_[root] = round_;
    double weight = static_cast<double>(graph_.num_vertices());
    for (int n = 1; n <= size; ++n) {
      sets[static_cast<std::size_t>(n)] += weight;
      // Vertices in front of the one taken are out of the extension for good; order within it does
      // not matter.
      const std::size_t taken = n == 1 ? 0 : rng.below(extension_.size());
      const Vertex vertex = extension_[taken];
      extension_.erase(extension_.begin(),
                       extension_.begin() + static_cast<std::ptrdiff_t>(taken) + 1);
      for (const Vertex next : graph_.neighbors(vertex)) {
        if (next <= root) break;
        if (seen_[next] == round_) continue;
        seen_[next] = round_;
        extension_.push_back(next);
      }
      if (extension_.empty()) return;
      weight *= static_cast<double>(extension_.size());
    }
  }

 private:
  const RankedGraph& graph_;
  std::vector<std::uint32_t> seen_;
  std::uint32_t round_ = 0;
  std::vector<Vertex> extension_;
};

}  // namespace

double choose(double n, int k) {
  double ways = 1.0;
  for (int i = 0; i < k; ++i)
    ways *= std::max(0.0, n - i) / (i + 1);
  return ways;
}

std::vector<double> estimate_sets(const RankedGraph& graph, int size, int probes) {
  std::vector<double> sets(static_cast<std::size_t>(size) + 1, 0.0);
  if (graph.num_vertices() == 0) return sets;
  Rng rng(0xe57);
  Probe probe(graph);
  for (int i = 0; i < probes; ++i)
    probe.descend(size, rng, sets);
  for (double& count : sets)
    count /= probes;
  // A descent that begins at none of a few hubs knows nothing of them. A set has at most as many
  // vertices with all others around them as it has vertices.
  for (int n = 3; n <= size; ++n) {
    double& count = sets[static_cast<std::size_t>(n)];
    count = std::max(count, count_stars(graph, n) / n);
  }
  return sets;
}

}  // namespace rlminer::enumerate
