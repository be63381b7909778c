#include "rlminer/pattern/leaf_search.h"

#include <algorithm>
#include <bit>

#include "rlminer/base/bits.h"

namespace rlminer::pattern {
namespace {

constexpr std::uint32_t bit(int i) {
  return std::uint32_t{1} << i;
}

}  // namespace

void LeafSearch::run(const OrderedPartition& root) {
  for (int v = 0; v < root.n; ++v) {
    orbit_[static_cast<std::size_t>(v)] = bit(v);
  }
  explore(root, 0);
}

int LeafSearch::explore(const OrderedPartition& node, int level) {
  if (node.discrete()) return visit_leaf(node, level);
  if (node.all_completions_alike()) {
    const int start = node.target();
    if (!have_first_) automorphisms_ *= static_cast<Count>(node.cell_end(start) - start);
    return descend(node, level, start, std::countr_zero(node.cell(start)));
  }
  return have_first_ ? explore_other(node, level) : explore_first(node, level);
}

// A node on the way to the first leaf. Its children fall into orbits of the automorphisms that fix
// the vertices above; one child per orbit is searched, and the orbit of the first child is a factor
// of the group's size.
int LeafSearch::explore_first(const OrderedPartition& node, int level) {
  const int start = node.target();
  const std::uint32_t members = node.cell(start);
  const int first = std::countr_zero(members);
  std::uint32_t& searched = searched_[static_cast<std::size_t>(level)];
  for_each_bit(members, [&](int vertex) {
    if ((orbit_[static_cast<std::size_t>(vertex)] & searched) != 0) return;
    descend(node, level, start, vertex);
    searched |= bit(vertex);
  });
  const int orbit_size = std::popcount(orbit_[static_cast<std::size_t>(first)] & members);
  automorphisms_ *= static_cast<Count>(orbit_size);
  return level;
}

int LeafSearch::explore_other(const OrderedPartition& node, int level) {
  const int start = node.target();
  std::uint32_t prefix = 0;
  for (int above = 0; above < level; ++above) {
    prefix |= bit(path_[static_cast<std::size_t>(above)]);
  }
  std::uint32_t open = node.cell(start);
  while ((open = unpruned(open, prefix)) != 0) {
    const int vertex = std::countr_zero(open);
    open &= open - 1;
    const int back_to = descend(node, level, start, vertex);
    if (back_to < level) return back_to;
  }
  return level;
}

int LeafSearch::descend(const OrderedPartition& node, int level, int start, int vertex) {
  OrderedPartition child = node;
  child.individualize(start, vertex);
  const auto at = static_cast<std::size_t>(level);
  path_[at] = static_cast<std::uint8_t>(vertex);
  trace_[at] = refine(adjacency_, child, std::uint64_t{1} << start);
  if (have_first_ && !trace_like_first(level + 1) && compare_trace_with_best(level + 1) < 0) {
    return level;
  }
  return explore(child, level + 1);
}

int LeafSearch::visit_leaf(const OrderedPartition& node, int level) {
  Leaf leaf;
  make_leaf(node, leaf);
  if (!have_first_) {
    have_first_ = true;
    first_ = best_ = leaf;
    return level;
  }
  const int first_branch = branching_level(first_.path);
  if (trace_like_first(level) && leaf.adjacency == first_.adjacency) {
    add_symmetry(first_.order, leaf.order, node.n);
    return first_branch;
  }
  const int traces = compare_trace_with_best(level);
  if (traces > 0 || (traces == 0 && leaf.adjacency > best_.adjacency)) {
    best_ = leaf;
    return level;
  }
  if (traces < 0 || leaf.adjacency != best_.adjacency) return level;
  add_symmetry(best_.order, leaf.order, node.n);
  // The child of the first path we are under may by now be known to be an image of one searched
  // before.
  const auto at = static_cast<std::size_t>(first_branch);
  if ((orbit_[path_[at]] & searched_[at]) != 0) return first_branch;
  return branching_level(best_.path);
}

void LeafSearch::make_leaf(const OrderedPartition& node, Leaf& leaf) const {
  const auto n = static_cast<std::size_t>(node.n);
  leaf.order = node.order;
  leaf.path = path_;
  leaf.trace = trace_;
  std::array<std::uint32_t, kMaxPatternSize> place_bit{};
  for (std::size_t i = 0; i < n; ++i) {
    place_bit[node.order[i]] = std::uint32_t{1} << i;
  }
  for (std::size_t i = 0; i < n; ++i) {
    for_each_bit(adjacency_[node.order[i]],
                 [&](int w) { leaf.adjacency[i] |= place_bit[static_cast<std::size_t>(w)]; });
  }
}

bool LeafSearch::trace_like_first(int length) const {
  return std::equal(trace_.begin(), trace_.begin() + length, first_.trace.begin());
}

// Traces that agree have leaves at the same depth, because each number holds the number of cells.
int LeafSearch::compare_trace_with_best(int length) const {
  const auto [mine, best] =
      std::mismatch(trace_.begin(), trace_.begin() + length, best_.trace.begin());
  if (mine == trace_.begin() + length) return 0;
  return *mine < *best ? -1 : 1;
}

int LeafSearch::branching_level(const Path& path) const {
  return static_cast<int>(std::mismatch(path_.begin(), path_.end(), path.begin()).first -
                          path_.begin());
}

void LeafSearch::add_symmetry(const VertexOrder& from, const VertexOrder& to, int n) {
  std::array<std::uint8_t, kMaxPatternSize> image{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    image[from[i]] = to[i];
  }
  Symmetry symmetry;
  std::uint32_t done = 0;
  for (int v = 0; v < n; ++v) {
    if ((done & bit(v)) != 0) continue;
    symmetry.least |= bit(v);
    std::uint32_t cycle = 0;
    std::uint32_t merged = 0;
    for (int w = v; (cycle & bit(w)) == 0; w = image[static_cast<std::size_t>(w)]) {
      cycle |= bit(w);
      merged |= orbit_[static_cast<std::size_t>(w)];
    }
    done |= cycle;
    if (cycle == bit(v)) symmetry.fixed |= cycle;
    for_each_bit(merged, [&](int w) { orbit_[static_cast<std::size_t>(w)] = merged; });
  }
  symmetries_[num_symmetries_++ % kMaxSymmetries] = symmetry;
}

// Drops the candidates that an automorphism fixing the prefix maps onto a lesser candidate. The
// least of each orbit is never dropped.
std::uint32_t LeafSearch::unpruned(std::uint32_t candidates, std::uint32_t prefix) const {
  const std::size_t stored = std::min(num_symmetries_, kMaxSymmetries);
  for (std::size_t i = 0; i < stored; ++i) {
    if ((prefix & ~symmetries_[i].fixed) == 0) candidates &= symmetries_[i].least;
  }
  return candidates;
}

}  // namespace rlminer::pattern
