#include "rlminer/proof/bound_graph.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

#include "rlminer/base/bits.h"

namespace rlminer::proof {
namespace {

constexpr std::size_t kMostTableEntries = std::size_t{1} << 25;
constexpr std::size_t kMostSlots = std::size_t{1} << 27;
constexpr std::size_t kMostCorners = std::size_t{1} << 23;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

}  // namespace

bool BoundGraph::fits(const Graph& graph) {
  const std::size_t relations =
      graph.distinguishes_edges() ? graph.relation_dictionary().size() : 1;
  return 2 * graph.num_edges() <= kMostSlots && relations <= kMostRelations &&
         graph.num_vertices() <= kMostTableEntries / (graph.num_labels() * relations + 1);
}

BoundGraph::BoundGraph(const Graph& graph, const Deadline& deadline)
    : BoundGraph(graph, LabelRanks(graph), deadline) {}

BoundGraph::BoundGraph(const Graph& graph, LabelRanks ranks, const Deadline& deadline)
    : RenumberedGraph(graph, graph::vertices_by(graph,
                                                [&](Vertex a, Vertex b) {
                                                  return ranks.rank[graph.label(a)] <
                                                         ranks.rank[graph.label(b)];
                                                })),
      ranks_(std::move(ranks)),
      reverse_(reverse_arcs()),
      slots_from_(first_arcs(ranks_.vertices_from)) {
  assert(fits(graph));
  if (num_relations() > 0) sort_rows_by_kind();
  for (Vertex v = 0; v < num_vertices(); ++v)
    max_degree_ = std::max(max_degree_, degree(v));
  complete_ = list_triangles(deadline);
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

void BoundGraph::sort_rows_by_kind() {
  relations_ = static_cast<std::uint32_t>(num_relations());
  converses_.assign(1, 0);
  for (std::uint32_t r = 0; r < relations_; ++r)
    converses_.push_back(static_cast<Tie>(converse(static_cast<graph::Relation>(r)) + 1));
  std::vector<std::uint32_t> kinds(num_slots());
  for (std::uint32_t slot = 0; slot < num_slots(); ++slot)
    kinds[slot] = ranks_.rank[label(head(slot))] * relations_ + relation(slot);
  // A counting sort of each row, whose bounds are the slots of the kinds.
  std::vector<std::uint32_t> number(num_slots());
  slots_from_.assign(num_vertices() * (std::size_t{num_kinds()} + 1), 0);
  for (std::uint32_t v = 0; v < num_vertices(); ++v) {
    std::uint32_t* const from = &slots_from_[v * (std::size_t{num_kinds()} + 1)];
    for (const std::uint32_t slot : slots(v))
      ++from[kinds[slot] + 1];
    from[0] = slots(v).low;
    std::partial_sum(from, from + num_kinds() + 1, from);
    std::vector<std::uint32_t> next(from, from + num_kinds());
    for (const std::uint32_t slot : slots(v))
      number[slot] = next[kinds[slot]]++;
  }
  renumber_arcs(number);
  kinds_.resize(num_slots());
  std::vector<std::uint32_t> reverse(num_slots());
  for (std::uint32_t slot = 0; slot < num_slots(); ++slot) {
    kinds_[number[slot]] = kinds[slot];
    reverse[number[slot]] = number[reverse_[slot]];
  }
  reverse_ = std::move(reverse);
}

bool BoundGraph::list_triangles(const Deadline& deadline) {
  constexpr std::uint32_t kVerticesPerPoll = 64;
  std::vector<std::uint32_t> slot_to(num_vertices(), kNone);
  first_corner_.assign(1, 0);
  for (std::uint32_t x = 0; x < num_vertices(); ++x) {
    if (corners_.size() > kMostCorners) return false;
    if (x % kVerticesPerPoll == 0 && deadline.expired()) return false;
    for (const std::uint32_t slot : slots(x))
      slot_to[head(slot)] = slot;
    for (const std::uint32_t xy : slots(x)) {
      list_triangles_over(x, xy, slot_to);
      first_corner_.push_back(corners_.size());
    }
    for (const std::uint32_t slot : slots(x))
      slot_to[head(slot)] = kNone;
  }
  return true;
}

// Goes through the shorter of the two neighbour lists: that of a hub would be gone through once for
// each of its neighbours.
void BoundGraph::list_triangles_over(std::uint32_t x, std::uint32_t xy,
                                     std::span<const std::uint32_t> slot_to) {
  const std::uint32_t y = head(xy);
  if (degree(y) <= degree(x)) {
    for (const std::uint32_t yz : slots(y)) {
      const std::uint32_t z = head(yz);
      if (slot_to[z] != kNone) corners_.push_back({y, z, xy, slot_to[z], yz});
    }
    return;
  }
  for (const std::uint32_t xz : slots(x)) {
    const std::uint32_t yz = slot_between(y, head(xz));
    if (yz != kNone) corners_.push_back({y, head(xz), xy, xz, yz});
  }
}

// Within one kind, neighbours are in the order of their numbers.
std::uint32_t BoundGraph::slot_between(std::uint32_t x, std::uint32_t y) const {
  for (const std::uint32_t kind : ranks(ranks_.rank[label(y)])) {
    const Range some = slots(x, {kind, kind + 1});
    const auto row = heads(some);
    const auto place = std::lower_bound(row.begin(), row.end(), y);
    if (place != row.end() && *place == y)
      return some.low + static_cast<std::uint32_t>(place - row.begin());
  }
  return kNone;
}

void BoundGraph::set_kind(Scheme& scheme, int core, int leaf, std::uint32_t kind) const {
  scheme.code[Scheme::at(leaf)] = kind / relations_;
  if (related()) scheme.set_tie(core, leaf, static_cast<Tie>(kind % relations_ + 1), converses_);
}

void BoundGraph::set_kinds_from(Scheme& scheme, int core, int leaf, std::uint32_t kind) const {
  if (kind + 1 == num_kinds()) return set_kind(scheme, core, leaf, kind);
  scheme.code[Scheme::at(leaf)] = num_labels() + kind;
}

Pattern BoundGraph::pattern(const Scheme& scheme) const {
  Pattern result;
  for (int i = 0; i < scheme.size; ++i) {
    const std::uint32_t before = scheme.adjacency[Scheme::at(i)] & ((1u << i) - 1);
    result.add_vertex(ranks_.label[scheme.code[Scheme::at(i)]], before);
    if (!related()) continue;
    for_each_bit(before, [&](int j) {
      const auto relation = static_cast<graph::Relation>(scheme.tie(j, i, converses_) - 1);
      result.set_relation(j, i, relation, converse(relation));
    });
  }
  return result;
}

Scheme BoundGraph::scheme(const Pattern& pattern) const {
  Scheme ranked = Scheme::of(pattern);
  for (int i = 0; i < ranked.size; ++i) {
    ranked.code[Scheme::at(i)] = ranks_.rank[ranked.code[Scheme::at(i)]];
    if (!related()) continue;
    for_each_bit(ranked.adjacency[Scheme::at(i)] & ((1u << i) - 1),
                 [&](int j) { ++ranked.ties[Scheme::pair(j, i)]; });
  }
  return ranked;
}

void ForestSets::begin(std::uint32_t vertices) {
  root_.resize(vertices);
  if (near_.size() < vertices) near_.resize(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    root_[v] = v;
    near_[v].clear();
  }
}

std::uint32_t ForestSets::root_of(std::uint32_t v) {
  while (root_[v] != v)
    v = root_[v] = root_[root_[v]];
  return v;
}

void ForestSets::add_edge(std::uint32_t u, std::uint32_t v) {
  const std::uint32_t a = root_of(u);
  const std::uint32_t b = root_of(v);
  if (a == b) return;
  root_[a] = b;
  near_[u].push_back(v);
  near_[v].push_back(u);
}

void ForestSets::multiply(double* product, const double* factor, std::size_t degree) const {
  for (std::size_t i = degree + 1; i-- > 0;) {
    double sum = 0.0;
    for (std::size_t j = 0; j <= i; ++j)
      sum += product[i - j] * factor[j];
    product[i] = sum;
  }
}

// Fills in the polynomials of the tree's vertices, children first.
void ForestSets::gather(std::uint32_t root, std::size_t degree) {
  order_.assign(1, root);
  parent_.assign(1, root);
  for (std::size_t next = 0; next < order_.size(); ++next) {
    for (const std::uint32_t v : near_[order_[next]]) {
      if (v == parent_[next]) continue;
      order_.push_back(v);
      parent_.push_back(order_[next]);
    }
  }
  for (std::size_t i = order_.size(); i-- > 0;) {
    const std::uint32_t v = order_[i];
    double* without = &without_[v * columns_];
    double* with = &with_[v * columns_];
    std::fill(without, without + columns_, 0.0);
    std::fill(with, with + columns_, 0.0);
    without[0] = 1.0;
    with[1] = 1.0;
    for (const std::uint32_t child : near_[v]) {
      if (i > 0 && child == parent_[i]) continue;
      const double* child_out = &without_[child * columns_];
      scratch_.assign(child_out, child_out + columns_);
      multiply(with, scratch_.data(), degree);
      for (std::size_t c = 0; c <= degree; ++c)
        scratch_[c] += with_[child * columns_ + c];
      multiply(without, scratch_.data(), degree);
    }
  }
}

std::span<const double> ForestSets::counts(int most) {
  const auto degree = static_cast<std::size_t>(most);
  without_.resize(root_.size() * columns_);
  with_.resize(root_.size() * columns_);
  product_.assign(degree + 1, 0.0);
  product_[0] = 1.0;
  for (std::uint32_t v = 0; v < root_.size(); ++v) {
    if (root_of(v) != v) continue;
    if (near_[v].empty()) {
      for (std::size_t i = degree; i > 0; --i)
        product_[i] += product_[i - 1];
      continue;
    }
    gather(v, degree);
    for (std::size_t c = 0; c <= degree; ++c)
      without_[v * columns_ + c] += with_[v * columns_ + c];
    multiply(product_.data(), &without_[v * columns_], degree);
  }
  return product_;
}

}  // namespace rlminer::proof
