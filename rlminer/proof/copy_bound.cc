#include "rlminer/proof/copy_bound.h"

#include <algorithm>
#include <cassert>

#include "rlminer/base/bits.h"

namespace rlminer::proof {
namespace {

constexpr double kUnit = 0x1p-53;           // the greatest relative error of one operation
constexpr double kDivided = 1.0 + 0x1p-50;  // makes up for three operations

}  // namespace

std::vector<LeafGroup> leaf_groups(const BoundGraph& graph, const Skeleton& skeleton, int vertex) {
  const Scheme& scheme = skeleton.scheme;
  const std::uint32_t near = scheme.adjacency[Scheme::at(vertex)];
  std::vector<LeafGroup> groups;
  for_each_bit(near & ~skeleton.core, [&](int leaf) {
    const Range kinds = graph.kinds(scheme, vertex, leaf);
    const auto same = [&](const LeafGroup& group) { return group.kinds == kinds; };
    const auto found = std::find_if(groups.begin(), groups.end(), same);
    if (found != groups.end()) {
      ++found->leaves;
    } else {
      groups.push_back({kinds, graph.set_of(kinds), 1, 0});
    }
  });
  for (LeafGroup& group : groups) {
    for_each_bit(near, [&](int other) {
      const Range kinds = graph.kinds(scheme, vertex, other);
      const bool in_core = (skeleton.core >> other & 1u) != 0;
      if ((in_core || kinds != group.kinds) && group.kinds.contains(kinds)) ++group.taken;
    });
  }
  return groups;
}

Count leaf_orders(const BoundGraph& graph, const Skeleton& skeleton) {
  Count orders = 1;
  for_each_bit(skeleton.core, [&](int vertex) {
    for (const LeafGroup& group : leaf_groups(graph, skeleton, vertex)) {
      for (int i = 2; i <= group.leaves; ++i)
        orders *= static_cast<Count>(i);
    }
  });
  return orders;
}

CopyBound::CopyBound(const BoundGraph& graph, int size)
    : graph_(graph),
      columns_(static_cast<std::size_t>(size) + 1),
      forest_(size),
      independent_(2 * std::size_t{graph.num_kinds()}) {
  const std::size_t rows = std::size_t{graph.max_degree()} + 1;
  std::vector<double> row(columns_, 0.0);
  row[0] = 1.0;
  for (std::size_t from = 0; from < rows; ++from) {
    const double additions = static_cast<double>(from) + 1.0;
    for (const double count : row)
      binomials_.push_back(count < 0x1p53 ? count : count * (1.0 + 4.0 * additions * kUnit));
    for (std::size_t i = columns_ - 1; i > 0; --i)
      row[i] += row[i - 1];
  }
  std::size_t corners = 0;
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v)
    corners = std::max(corners, graph.corners(v).size());
  const double terms = 64.0 +
                       static_cast<double>(std::max<std::size_t>(corners, graph.num_vertices())) +
                       static_cast<double>(rows * columns_);
  sum_slack_ = 4.0 * terms * kUnit;
  rounding_ = 1.0 + 4.0 * terms * static_cast<double>(size + 4) * kUnit;
  pool_.resize(static_cast<std::size_t>(2 * size));
}

Range CopyBound::kinds_of(int vertex, int from) const {
  return graph_.kinds(skeleton_->scheme, from, vertex);
}

Range CopyBound::vertices_of(int vertex) const {
  return graph_.vertices(graph_.ranks(skeleton_->scheme.code[Scheme::at(vertex)]));
}

CopyBound::Message& CopyBound::fresh_message(int vertex, int parent, bool on_edges) {
  assert(used_ < pool_.size());
  Message& message = pool_[used_++];
  message.on_edges = on_edges;
  message.kinds = kinds_of(vertex, parent);
  message.top = vertices_of(vertex);
  message.weights.resize(graph_.num_vertices());
  const std::size_t needed = on_edges ? graph_.num_slots() : graph_.num_vertices();
  if (message.values.size() < needed) message.values.resize(needed);
  return message;
}

// The vertices of the core's cycle: what is left when core vertices with one neighbour are taken
// away again and again.
std::uint32_t CopyBound::find_cycle() const {
  std::uint32_t left = skeleton_->core;
  for (bool changed = true; changed;) {
    changed = false;
    for_each_bit(left, [&](int i) {
      if (std::popcount(core_neighbors(i) & left) > 1) return;
      left &= ~(1u << i);
      changed = true;
    });
  }
  assert(left == 0 || std::popcount(left) == 3 || std::popcount(left) == 4);
  return left;
}

std::span<const double> CopyBound::rooted(const Skeleton& skeleton, int root, std::uint32_t open) {
  skeleton_ = &skeleton;
  used_ = 0;
  cycle_ = find_cycle();
  result_.resize(graph_.num_vertices());
  const Range vertices = vertices_of(root);
  if ((cycle_ >> root & 1u) != 0) {
    sum_cycles(root, core_neighbors(root) & ~cycle_, open);
    for (const std::uint32_t v : vertices)
      result_[v] = totals_[v] + slack_[v];
    return result_;
  }
  const auto children = messages_of(core_neighbors(root), root);
  weigh_leaves(root, result_, open);
  for (const std::uint32_t v : vertices) {
    if (result_[v] > 0.0) result_[v] *= sum_apart(v, children);
  }
  return result_;
}

double CopyBound::placements(const Skeleton& skeleton) {
  const int root = std::countr_zero(skeleton.core);
  const auto values = rooted(skeleton, root);
  double sum = 0.0;
  for (const std::uint32_t v : vertices_of(root))
    sum += values[v];
  return sum * rounding_;
}

std::vector<const CopyBound::Message*> CopyBound::messages_of(std::uint32_t children, int parent) {
  std::vector<const Message*> messages;
  for_each_bit(children, [&](int child) {
    messages.push_back(&message(child, parent));
    message_of_[Scheme::at(child)] = messages.back();
  });
  return messages;
}

const CopyBound::Message& CopyBound::message(int vertex, int parent) {
  if ((cycle_ >> vertex & 1u) != 0) return cycle_message(vertex, parent);
  return vertex_message(vertex, parent, core_neighbors(vertex) & ~(1u << parent));
}

const CopyBound::Message& CopyBound::vertex_message(int vertex, int parent,
                                                    std::uint32_t children) {
  const auto parts = messages_of(children, vertex);
  const Range parents = kinds_of(parent, vertex);
  const bool chordless = skeleton_->chordless && graph_.has_triangles();
  const bool on_edges =
      chordless || std::any_of(parts.begin(), parts.end(),
                               [&](const Message* part) { return part->kinds.meets(parents); });
  Message& result = fresh_message(vertex, parent, on_edges);
  weigh_leaves(vertex, result.weights);
  const auto groups = leaf_groups(graph_, *skeleton_, vertex);
  for (const std::uint32_t v : result.top) {
    const double weight = result.weights[v];
    if (on_edges) {
      sums_apart_without(v, parts, parents, weight, result.values);
      if (chordless && weight > 0.0)
        leave_out_common(v, parts, groups, parents, weight, result.values);
    } else {
      result.values[v] = weight > 0.0 ? weight * sum_apart(v, parts) : 0.0;
    }
  }
  return result;
}

void CopyBound::weigh_leaves(int vertex, std::vector<double>& weights, std::uint32_t open) {
  const Range vertices = vertices_of(vertex);
  std::fill(weights.begin() + vertices.low, weights.begin() + vertices.high, 1.0);
  for (const LeafGroup& group : leaf_groups(graph_, *skeleton_, vertex)) {
    if (group.set == open) continue;
    for (const std::uint32_t v : vertices) {
      if (weights[v] > 0.0)
        weights[v] *= choices(v, group.set, group.taken, group.leaves, skeleton_->induced);
    }
  }
}

double CopyBound::choices(std::uint32_t v, std::uint32_t set, std::uint32_t taken, int chosen,
                          bool induced) {
  const std::uint32_t there = graph_.slots(v, graph_.kinds_in(set)).size();
  if (there < taken + static_cast<std::uint32_t>(chosen)) return 0.0;
  const double any = choose(there - taken, chosen);
  if (!induced || chosen < 2 || graph_.corners(v).empty()) return any;
  return std::min(any, independent_choices(v, set)[static_cast<std::size_t>(chosen)]);
}

std::span<const double> CopyBound::independent_choices(std::uint32_t v, std::uint32_t set) {
  auto& of_set = independent_[set];
  if (of_set.empty()) of_set.resize(graph_.num_vertices());
  std::vector<double>& sets = of_set[v];
  if (!sets.empty()) return sets;
  const Range slots = graph_.slots(v, graph_.kinds_in(set));
  forest_.begin(slots.size());
  for (const BoundGraph::Corner& corner : graph_.corners(v)) {
    if (corner.xy < corner.xz && slots.contains(corner.xy) && slots.contains(corner.xz))
      forest_.add_edge(corner.xy - slots.low, corner.xz - slots.low);
  }
  const auto counts = forest_.counts(static_cast<int>(columns_) - 1);
  sets.assign(counts.begin(), counts.end());
  const auto columns = static_cast<double>(columns_ + 2);
  const double operations = 4.0 * columns * columns * static_cast<double>(slots.size() + 2);
  for (double& count : sets)
    count *= 1.0 + 4.0 * operations * kUnit;
  return sets;
}

// Places each child on a neighbour of the vertex, no two on the same.
double CopyBound::sum_apart(std::uint32_t at, std::span<const Message* const> children) {
  if (children.empty()) return 1.0;
  if (children.size() == 1) return sum_of(at, *children[0]);
  // ways[s]: the children in s are placed.
  const std::size_t all = (std::size_t{1} << children.size()) - 1;
  ways_.assign(all + 1, 0.0);
  ways_[0] = 1.0;
  for (const std::uint32_t slot : slots_for(at, children))
    place_one(ways_, children, slot);
  return ways_[all];
}

double CopyBound::sum_of(std::uint32_t at, const Message& child) const {
  const Range slots = graph_.slots(at, child.kinds);
  double sum = 0.0;
  if (child.on_edges) {
    for (const std::uint32_t slot : slots)
      sum += child.values[slot];
  } else {
    for (const std::uint32_t slot : slots)
      sum += child.values[graph_.head(slot)];
  }
  return sum;
}

// The neighbours that any of the children may be on, and perhaps more.
Range CopyBound::slots_for(std::uint32_t at, std::span<const Message* const> children) const {
  Range kinds = children[0]->kinds;
  for (const Message* child : children)
    kinds = {std::min(kinds.low, child->kinds.low), std::max(kinds.high, child->kinds.high)};
  return graph_.slots(at, kinds);
}

// One more neighbour that a child may be placed on.
void CopyBound::place_one(std::span<double> ways, std::span<const Message* const> children,
                          std::uint32_t slot) const {
  const std::uint32_t v = graph_.head(slot);
  for (std::size_t placed = ways.size() - 1; placed > 0; --placed) {
    for (std::size_t i = 0; i < children.size(); ++i) {
      if ((placed >> i & 1u) == 0 || !may_be_on(*children[i], v, slot)) continue;
      ways[placed] += ways[placed & ~(std::size_t{1} << i)] * value(*children[i], v, slot);
    }
  }
}

// The same for each place of the parent, which the children must avoid as well; times the weight.
void CopyBound::sums_apart_without(std::uint32_t at, std::span<const Message* const> children,
                                   Range parents, double weight, std::vector<double>& out) {
  const Range slots = graph_.slots(at, parents);
  if (weight == 0.0 || children.empty()) {
    for (const std::uint32_t slot : slots)
      out[graph_.reverse(slot)] = weight;
    return;
  }
  if (children.size() > 1) {
    many_apart_without(at, children, slots, weight, out);
    return;
  }
  const Message& child = *children[0];
  const double sum = sum_of(at, child) * (1.0 + sum_slack_);
  for (const std::uint32_t slot : slots) {
    const std::uint32_t v = graph_.head(slot);
    const double rest =
        may_be_on(child, v, slot) ? std::max(0.0, sum - value(child, v, slot)) : sum;
    out[graph_.reverse(slot)] = weight * rest;
  }
}

void CopyBound::leave_out_common(std::uint32_t at, std::span<const Message* const> children,
                                 std::span<const LeafGroup> groups, Range parents, double weight,
                                 std::vector<double>& out) {
  if (graph_.corners(at).empty()) return;
  const double sum = children.size() == 1 ? sum_of(at, *children[0]) * (1.0 + sum_slack_) : 0.0;
  for (const std::uint32_t slot : graph_.slots(at, parents)) {
    const auto common = graph_.corners_over(slot);
    if (common.empty()) continue;
    double& value_here = out[graph_.reverse(slot)];
    if (value_here == 0.0) continue;
    const double leaves = leaves_without_common(at, groups, common);
    if (children.size() != 1) {
      value_here = leaves < weight ? value_here / weight * leaves * kDivided : value_here;
      continue;
    }
    const Message& child = *children[0];
    const std::uint32_t parent = graph_.head(slot);
    double rest = may_be_on(child, parent, slot) ? sum - value(child, parent, slot) : sum;
    for (const BoundGraph::Corner& corner : common) {
      if (may_be_on(child, corner.z, corner.xz)) rest -= value(child, corner.z, corner.xz);
    }
    value_here = leaves * std::max(0.0, rest);
  }
}

// `common` are triangles over an edge from `at`; their other corners are not available.
double CopyBound::leaves_without_common(std::uint32_t at, std::span<const LeafGroup> groups,
                                        std::span<const BoundGraph::Corner> common) {
  double product = 1.0;
  for (const LeafGroup& group : groups) {
    const Range candidates = graph_.vertices(group.kinds);
    const auto away = std::count_if(common.begin(), common.end(), [&](const auto& corner) {
      return graph_.is_of(corner.xz, corner.z, group.kinds, candidates);
    });
    product *= choices(at, group.set, group.taken + static_cast<std::uint32_t>(away), group.leaves,
                       skeleton_->induced);
  }
  return product;
}

// With several children nothing is subtracted: the neighbours before and after the parent's place
// are combined.
void CopyBound::many_apart_without(std::uint32_t at, std::span<const Message* const> children,
                                   Range parents, double weight, std::vector<double>& out) {
  const Range slots = graph_.slots(at);
  const std::size_t states = std::size_t{1} << children.size();
  ways_.assign(states, 0.0);
  ways_[0] = 1.0;
  prefixes_.clear();  // for each neighbour: the ways to place children on those before it
  for (const std::uint32_t slot : slots) {
    prefixes_.insert(prefixes_.end(), ways_.begin(), ways_.end());
    place_one(ways_, children, slot);
  }
  ways_.assign(states, 0.0);  // now on those after it
  ways_[0] = 1.0;
  for (std::uint32_t slot = slots.high; slot-- > slots.low;) {
    if (parents.contains(slot)) {
      const double* before = &prefixes_[(slot - slots.low) * states];
      double ways = 0.0;
      for (std::size_t placed = 0; placed < states; ++placed)
        ways += before[placed] * ways_[states - 1 - placed];
      out[graph_.reverse(slot)] = weight * ways;
    }
    place_one(ways_, children, slot);
  }
}

}  // namespace rlminer::proof
