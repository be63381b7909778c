#include "rlminer/proof/bound_graph.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace rlminer::proof {
namespace {

constexpr std::size_t kMostTableEntries = std::size_t{1} << 27;
constexpr std::size_t kMostSlots = std::size_t{1} << 27;

}  // namespace

bool BoundGraph::fits(const Graph& graph) {
  return 2 * graph.num_edges() <= kMostSlots &&
         graph.num_vertices() <= kMostTableEntries / (graph.num_labels() + 1);
}

BoundGraph::BoundGraph(const Graph& graph) {
  assert(fits(graph));
  rank_labels(graph);
  sort_vertices(graph);
  list_triangles();
}

void BoundGraph::rank_labels(const Graph& graph) {
  std::vector<std::uint32_t> uses(graph.num_labels(), 0);
  for (const Label label : graph.labels())
    ++uses[label];
  for (Label label = 0; label < graph.num_labels(); ++label) {
    if (uses[label] > 0) label_of_rank_.push_back(label);
  }
  std::stable_sort(label_of_rank_.begin(), label_of_rank_.end(),
                   [&](Label a, Label b) { return uses[a] > uses[b]; });
  rank_of_label_.assign(graph.num_labels(), 0);
  vertices_from_.assign(1, 0);
  for (std::uint32_t rank = 0; rank < label_of_rank_.size(); ++rank) {
    rank_of_label_[label_of_rank_[rank]] = rank;
    vertices_from_.push_back(vertices_from_.back() + uses[label_of_rank_[rank]]);
  }
}

void BoundGraph::sort_vertices(const Graph& graph) {
  const std::size_t n = graph.num_vertices();
  std::vector<std::uint32_t> next(vertices_from_);
  std::vector<std::uint32_t> number(n);
  std::vector<Vertex> original(n);
  rank_of_.resize(n);
  for (Vertex v = 0; v < n; ++v) {
    const std::uint32_t rank = rank_of_label_[graph.label(v)];
    number[v] = next[rank]++;
    original[number[v]] = v;
    rank_of_[number[v]] = rank;
  }
  first_slot_.assign(1, 0);
  slots_from_.resize(n * (std::size_t{num_labels()} + 1));
  for (std::uint32_t v = 0; v < n; ++v) {
    for (const Vertex u : graph.neighbors(original[v]))
      heads_.push_back(number[u]);
    const auto begin = heads_.begin() + first_slot_[v];
    std::sort(begin, heads_.end());
    for (std::uint32_t rank = 0; rank <= num_labels(); ++rank) {
      const auto from = std::lower_bound(begin, heads_.end(), vertices_from_[rank]);
      slots_from_[v * (std::size_t{num_labels()} + 1) + rank] =
          static_cast<std::uint32_t>(from - heads_.begin());
    }
    max_degree_ = std::max(max_degree_, static_cast<std::uint32_t>(heads_.end() - begin));
    first_slot_.push_back(static_cast<std::uint32_t>(heads_.size()));
  }
  reverse_.resize(heads_.size());
  std::vector<std::uint32_t> seen(first_slot_);  // tails ascend, so each list fills from its start
  for (std::uint32_t v = 0; v < n; ++v) {
    for (std::uint32_t slot = first_slot_[v]; slot < first_slot_[v + 1]; ++slot)
      reverse_[slot] = seen[heads_[slot]]++;
  }
}

void BoundGraph::list_triangles() {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> slot_to(num_vertices(), kNone);
  first_corner_.assign(1, 0);
  for (std::uint32_t x = 0; x < num_vertices(); ++x) {
    for (std::uint32_t slot = first_slot_[x]; slot < first_slot_[x + 1]; ++slot)
      slot_to[heads_[slot]] = slot;
    for (std::uint32_t xy = first_slot_[x]; xy < first_slot_[x + 1]; ++xy) {
      const std::uint32_t y = heads_[xy];
      for (std::uint32_t yz = first_slot_[y]; yz < first_slot_[y + 1]; ++yz) {
        const std::uint32_t z = heads_[yz];
        if (slot_to[z] != kNone) corners_.push_back({y, z, xy, slot_to[z], yz});
      }
      first_corner_.push_back(corners_.size());
    }
    for (std::uint32_t slot = first_slot_[x]; slot < first_slot_[x + 1]; ++slot)
      slot_to[heads_[slot]] = kNone;
  }
}

Range BoundGraph::ranks(std::uint32_t code) const {
  if (code < num_labels()) return {code, code + 1};
  return {code - num_labels(), num_labels()};
}

bool BoundGraph::has_edge(std::uint32_t u, std::uint32_t v) const {
  if (slots(u).size() > slots(v).size()) std::swap(u, v);
  return std::binary_search(heads_.begin() + first_slot_[u], heads_.begin() + first_slot_[u + 1],
                            v);
}

Pattern BoundGraph::pattern(const Scheme& scheme) const {
  Scheme labelled = scheme;
  for (int i = 0; i < scheme.size; ++i)
    labelled.code[Scheme::at(i)] = label_of_rank_[scheme.code[Scheme::at(i)]];
  return labelled.pattern();
}

Scheme BoundGraph::scheme(const Pattern& pattern) const {
  Scheme ranked = Scheme::of(pattern);
  for (int i = 0; i < ranked.size; ++i)
    ranked.code[Scheme::at(i)] = rank_of_label_[ranked.code[Scheme::at(i)]];
  return ranked;
}

}  // namespace rlminer::proof
