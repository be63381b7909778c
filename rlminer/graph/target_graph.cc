#include "rlminer/graph/target_graph.h"

#include <numeric>

#include "rlminer/base/error.h"

namespace rlminer::graph {
namespace {

constexpr std::size_t kMostArcs = 0xffffffffu;

// The vertices by label, then degree, then number.
std::vector<Vertex> matching_numbers(const Graph& graph) {
  std::vector<Vertex> order(graph.num_vertices());
  std::iota(order.begin(), order.end(), Vertex{0});
  std::sort(order.begin(), order.end(), [&](Vertex a, Vertex b) {
    if (graph.label(a) != graph.label(b)) return graph.label(a) < graph.label(b);
    if (graph.degree(a) != graph.degree(b)) return graph.degree(a) < graph.degree(b);
    return a < b;
  });
  return order;
}

}  // namespace

TargetGraph::TargetGraph(const Graph& graph)
    : offsets_(graph.num_vertices() + 1, 0),
      targets_(2 * graph.num_edges()),
      original_(matching_numbers(graph)),
      label_begin_(graph.num_labels() + 1, 0),
      signature_(graph.num_vertices()) {
  if (targets_.size() > kMostArcs) throw Error("the graph has too many edges to match patterns in");
  std::vector<Vertex> number_of(original_.size());
  for (Vertex v = 0; v < num_vertices(); ++v) {
    number_of[original_[v]] = v;
    const auto degree = static_cast<std::uint32_t>(graph.degree(original_[v]));
    offsets_[v + 1] = offsets_[v] + degree;
    ++label_begin_[graph.label(original_[v]) + 1];
  }
  std::partial_sum(label_begin_.begin(), label_begin_.end(), label_begin_.begin());

  // Every vertex in turn enters the lists of its neighbours, which so come out ascending.
  std::vector<std::uint32_t> filled(offsets_.begin(), offsets_.end() - 1);
  std::vector<LabelSignature> signatures(original_.size());
  for (Vertex v = 0; v < num_vertices(); ++v) {
    for (const Vertex neighbor : graph.neighbors(original_[v])) {
      const Vertex u = number_of[neighbor];
      targets_[filled[u]++] = v;
      signatures[u].add(graph.label(original_[v]));
    }
  }
  for (Vertex v = 0; v < num_vertices(); ++v)
    signature_[v] = signatures[v].bits();
}

Vertex TargetGraph::holder(Vertex first, std::uint64_t i) const {
  const auto after =
      std::upper_bound(offsets_.begin() + first, offsets_.end(), offsets_[first] + i);
  return static_cast<Vertex>(after - offsets_.begin()) - 1;
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
