#include "rlminer/proof/bound_graph.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rlminer::proof {
namespace {

constexpr std::size_t kMostTableEntries = std::size_t{1} << 27;
constexpr std::size_t kMostSlots = std::size_t{1} << 27;

}  // namespace

bool BoundGraph::fits(const Graph& graph) {
  return 2 * graph.num_edges() <= kMostSlots &&
         graph.num_vertices() <= kMostTableEntries / (graph.num_labels() + 1);
}

BoundGraph::BoundGraph(const Graph& graph) : BoundGraph(graph, LabelRanks(graph)) {}

BoundGraph::BoundGraph(const Graph& graph, LabelRanks ranks)
    : RenumberedGraph(graph, graph::vertices_by(graph,
                                                [&](Vertex a, Vertex b) {
                                                  return ranks.rank[graph.label(a)] <
                                                         ranks.rank[graph.label(b)];
                                                })),
      ranks_(std::move(ranks)),
      reverse_(reverse_arcs()),
      slots_from_(first_arcs(ranks_.vertices_from)) {
  assert(fits(graph));
  for (Vertex v = 0; v < num_vertices(); ++v)
    max_degree_ = std::max(max_degree_, degree(v));
  list_triangles();
}

BoundGraph::LabelRanks::LabelRanks(const Graph& graph) {
  std::vector<std::uint32_t> uses(graph.num_labels(), 0);
  for (const Label one : graph.labels())
    ++uses[one];
  for (Label one = 0; one < graph.num_labels(); ++one) {
    if (uses[one] > 0) label.push_back(one);
  }
  std::stable_sort(label.begin(), label.end(), [&](Label a, Label b) { return uses[a] > uses[b]; });
  rank.assign(graph.num_labels(), 0);
  vertices_from.assign(1, 0);
  for (std::uint32_t i = 0; i < label.size(); ++i) {
    rank[label[i]] = i;
    vertices_from.push_back(vertices_from.back() + uses[label[i]]);
  }
}

void BoundGraph::list_triangles() {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> slot_to(num_vertices(), kNone);
  first_corner_.assign(1, 0);
  for (std::uint32_t x = 0; x < num_vertices(); ++x) {
    for (const std::uint32_t slot : slots(x))
      slot_to[head(slot)] = slot;
    for (const std::uint32_t xy : slots(x)) {
      const std::uint32_t y = head(xy);
      for (const std::uint32_t yz : slots(y)) {
        const std::uint32_t z = head(yz);
        if (slot_to[z] != kNone) corners_.push_back({y, z, xy, slot_to[z], yz});
      }
      first_corner_.push_back(corners_.size());
    }
    for (const std::uint32_t slot : slots(x))
      slot_to[head(slot)] = kNone;
  }
}

Range BoundGraph::ranks(std::uint32_t code) const {
  if (code < num_labels()) return {code, code + 1};
  return {code - num_labels(), num_labels()};
}

Pattern BoundGraph::pattern(const Scheme& scheme) const {
  Scheme labelled = scheme;
  for (int i = 0; i < scheme.size; ++i)
    labelled.code[Scheme::at(i)] = ranks_.label[scheme.code[Scheme::at(i)]];
  return labelled.pattern();
}

Scheme BoundGraph::scheme(const Pattern& pattern) const {
  Scheme ranked = Scheme::of(pattern);
  for (int i = 0; i < ranked.size; ++i)
    ranked.code[Scheme::at(i)] = ranks_.rank[ranked.code[Scheme::at(i)]];
  return ranked;
}

}  // namespace rlminer::proof
