// The canonical order is found in stages; most patterns need only the first.
//  1. Colours: each vertex gets a number from its label, its degree and hashes of its surroundings.
//  Vertices are sorted
//     by it: label first, then high degree first. When all numbers differ, this is the order.
//  2. Refinement to an equitable partition. When all ways to complete it are alike, any of them
//  will do.
//  3. Twins (vertices with the same neighbours, in the same cell) are interchangeable: one of each
//  group stays.
//  4. LeafSearch on what is left.
// Where edges are of several kinds the search follows the first refinement at once.
// Every stage looks only at things that isomorphic patterns share. Colliding hashes merge cells,
// which costs time in the later stages but never correctness.
#include "rlminer/pattern/canonical.h"

#include <algorithm>
#include <bit>

#include "rlminer/base/bits.h"

namespace rlminer::pattern {
namespace {

constexpr std::uint32_t bit(int i) {
  return std::uint32_t{1} << i;
}

}  // namespace

template <typename Rows>
void LeafSearch<Rows>::run(const OrderedPartition& root) {
  for (int v = 0; v < root.n; ++v) {
    orbit_[static_cast<std::size_t>(v)] = bit(v);
  }
  explore(root, 0);
}

template <typename Rows>
int LeafSearch<Rows>::explore(const OrderedPartition& node, int level) {
  if (node.discrete()) return visit_leaf(node, level);
  // What makes completions alike holds for plain edges only.
  if (kPlain && node.all_completions_alike()) {
    const int start = node.target();
    if (!have_first_) automorphisms_ *= static_cast<Count>(node.cell_end(start) - start);
    return descend(node, level, start, std::countr_zero(node.cell(start)));
  }
  return have_first_ ? explore_other(node, level) : explore_first(node, level);
}

// A node on the way to the first leaf. Its children fall into orbits of the automorphisms that fix
// the vertices above; one child per orbit is searched, and the orbit of the first child is a factor
// of the group's size.
template <typename Rows>
int LeafSearch<Rows>::explore_first(const OrderedPartition& node, int level) {
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

template <typename Rows>
int LeafSearch<Rows>::explore_other(const OrderedPartition& node, int level) {
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

template <typename Rows>
int LeafSearch<Rows>::descend(const OrderedPartition& node, int level, int start, int vertex) {
  OrderedPartition child = node;
  child.individualize(start, vertex);
  const auto at = static_cast<std::size_t>(level);
  path_[at] = static_cast<std::uint8_t>(vertex);
  trace_[at] = refine(rows_, child, std::uint64_t{1} << start);
  if (have_first_ && !trace_like_first(level + 1) && compare_trace_with_best(level + 1) < 0) {
    return level;
  }
  return explore(child, level + 1);
}

template <typename Rows>
int LeafSearch<Rows>::visit_leaf(const OrderedPartition& node, int level) {
  Leaf leaf;
  make_leaf(node, leaf);
  if (!have_first_) {
    have_first_ = true;
    first_ = best_ = leaf;
    return level;
  }
  const int first_branch = branching_level(first_.path);
  if (trace_like_first(level) && leaf.layers == first_.layers) {
    add_symmetry(first_.order, leaf.order, node.n);
    return first_branch;
  }
  const int traces = compare_trace_with_best(level);
  if (traces > 0 || (traces == 0 && leaf.layers > best_.layers)) {
    best_ = leaf;
    return level;
  }
  if (traces < 0 || leaf.layers != best_.layers) return level;
  add_symmetry(best_.order, leaf.order, node.n);
  // The child of the first path we are under may by now be known to be an image of one searched
  // before.
  const auto at = static_cast<std::size_t>(first_branch);
  if ((orbit_[path_[at]] & searched_[at]) != 0) return first_branch;
  return branching_level(best_.path);
}

template <typename Rows>
void LeafSearch<Rows>::make_leaf(const OrderedPartition& node, Leaf& leaf) const {
  const auto n = static_cast<std::size_t>(node.n);
  leaf.order = node.order;
  leaf.path = path_;
  leaf.trace = trace_;
  std::array<std::uint32_t, kMaxPatternSize> place_bit{};
  for (std::size_t i = 0; i < n; ++i) {
    place_bit[node.order[i]] = std::uint32_t{1} << i;
  }
  const auto arrange = [&](const Adjacency& from, Adjacency& to) {
    for (std::size_t i = 0; i < n; ++i) {
      for_each_bit(from[node.order[i]],
                   [&](int w) { to[i] |= place_bit[static_cast<std::size_t>(w)]; });
    }
  };
  if constexpr (kPlain) {
    arrange(rows_, leaf.layers[0]);
  } else {
    for (std::size_t layer = 0; layer < static_cast<std::size_t>(rows_.count); ++layer)
      arrange(rows_.rows[layer], leaf.layers[layer]);
  }
}

template <typename Rows>
bool LeafSearch<Rows>::trace_like_first(int length) const {
  return std::equal(trace_.begin(), trace_.begin() + length, first_.trace.begin());
}

// Traces that agree have leaves at the same depth, because each number holds the number of cells.
template <typename Rows>
int LeafSearch<Rows>::compare_trace_with_best(int length) const {
  const auto [mine, best] =
      std::mismatch(trace_.begin(), trace_.begin() + length, best_.trace.begin());
  if (mine == trace_.begin() + length) return 0;
  return *mine < *best ? -1 : 1;
}

template <typename Rows>
int LeafSearch<Rows>::branching_level(const Path& path) const {
  return static_cast<int>(std::mismatch(path_.begin(), path_.end(), path.begin()).first -
                          path_.begin());
}

template <typename Rows>
void LeafSearch<Rows>::add_symmetry(const VertexOrder& from, const VertexOrder& to, int n) {
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
template <typename Rows>
std::uint32_t LeafSearch<Rows>::unpruned(std::uint32_t candidates, std::uint32_t prefix) const {
  const std::size_t stored = std::min(num_symmetries_, kMaxSymmetries);
  for (std::size_t i = 0; i < stored; ++i) {
    if ((prefix & ~symmetries_[i].fixed) == 0) candidates &= symmetries_[i].least;
  }
  return candidates;
}

namespace {

// Individualizes and refines down to single vertices, anyhow, and returns the number of ways there
// were.
Count complete(const Adjacency& adjacency, OrderedPartition& partition) {
  Count ways = 1;
  while (!partition.discrete()) {
    const int start = std::countr_zero(partition.open_cells());
    ways *= static_cast<Count>(partition.cell_end(start) - start);
    partition.individualize(start, partition.order[static_cast<std::size_t>(start)]);
    refine(adjacency, partition, std::uint64_t{1} << start);
  }
  return ways;
}

// A graph whose vertices stand for groups of interchangeable vertices of the pattern.
class Quotient {
 public:
  Quotient(const Adjacency& adjacency, const OrderedPartition& partition)
      : adjacency_(adjacency), partition_(partition) {
    for (std::size_t v = 0; v < kMaxPatternSize; ++v) {
      head_[v] = tail_[v] = next_[v] = static_cast<std::uint8_t>(v);
    }
  }

  // Finds the canonical order of the pattern, and the size of its automorphism group.
  Count solve(VertexOrder& order) {
    while (!partition_.all_completions_alike() && collapse_twins()) {
      refine(adjacency_, partition_, partition_.starts & partition_.all_places());
    }
    if (partition_.all_completions_alike()) {
      automorphisms_ *= complete(adjacency_, partition_);
      expand(partition_.order, order);
    } else {
      LeafSearch<Adjacency> search(adjacency_);
      search.run(partition_);
      automorphisms_ *= search.automorphisms();
      expand(search.best_order(), order);
    }
    return automorphisms_;
  }

 private:
  // Vertices with the same neighbours, but for each other. All adjacent to each other, or none.
  struct Group {
    std::uint32_t members = 0;
    int kind = 0;  // twice the number of members, plus one when they are adjacent
  };

  Group group_of(int vertex, std::uint32_t candidates) const {
    Group group{.members = std::uint32_t{1} << vertex};
    const std::uint32_t row = adjacency_[static_cast<std::size_t>(vertex)];
    for_each_bit(candidates, [&](int other) {
      const std::uint32_t pair = std::uint32_t{1} << vertex | std::uint32_t{1} << other;
      if (((row ^ adjacency_[static_cast<std::size_t>(other)]) & ~pair) == 0) group.members |= pair;
    });
    group.kind = 2 * std::popcount(group.members) + ((row & group.members) != 0 ? 1 : 0);
    return group;
  }

  // Replaces every group of twins by one of its members and splits cells by the kind of group.
  // Returns whether there were any. Twins are always in one cell.
  bool collapse_twins() {
    std::array<Group, kMaxPatternSize> groups;
    std::size_t num_groups = 0;
    std::uint64_t starts = 0;
    for (std::uint64_t cells = partition_.starts & partition_.all_places(); cells != 0;
         cells &= cells - 1) {
      const std::size_t first = num_groups;
      std::uint32_t left = partition_.cell(std::countr_zero(cells));
      while (left != 0) {
        groups[num_groups] = group_of(std::countr_zero(left), left & (left - 1));
        left &= ~groups[num_groups++].members;
      }
      std::sort(groups.begin() + first, groups.begin() + num_groups,
                [](const Group& a, const Group& b) { return a.kind < b.kind; });
      for (std::size_t i = first; i < num_groups; ++i) {
        if (i == first || groups[i].kind != groups[i - 1].kind) starts |= std::uint64_t{1} << i;
      }
    }
    if (num_groups == static_cast<std::size_t>(partition_.n)) return false;
    keep_one_of_each({groups.data(), num_groups});
    partition_.starts = starts | std::uint64_t{1} << num_groups;
    return true;
  }

  void keep_one_of_each(std::span<const Group> groups) {
    const Adjacency rows = adjacency_;
    const std::array heads = head_;
    const std::array tails = tail_;
    adjacency_.fill(0);
    partition_.n = static_cast<int>(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
      partition_.order[i] = static_cast<std::uint8_t>(i);
      const auto kept = static_cast<std::size_t>(std::countr_zero(groups[i].members));
      for (std::size_t j = 0; j < groups.size(); ++j) {
        const int other = std::countr_zero(groups[j].members);
        if (j != i) adjacency_[i] |= (rows[kept] >> other & 1u) << j;
      }
      head_[i] = heads[kept];
      tail_[i] = tails[kept];
      Count size = 1;
      for_each_bit(groups[i].members & (groups[i].members - 1), [&](int twin) {
        next_[tail_[i]] = heads[static_cast<std::size_t>(twin)];
        tail_[i] = tails[static_cast<std::size_t>(twin)];
        automorphisms_ *= ++size;
      });
    }
  }

  void expand(const VertexOrder& groups, VertexOrder& order) const {
    std::size_t place = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(partition_.n); ++i) {
      std::uint8_t vertex = head_[groups[i]];
      order[place++] = vertex;
      while (vertex != tail_[groups[i]]) {
        vertex = next_[vertex];
        order[place++] = vertex;
      }
    }
  }

  Adjacency adjacency_;
  OrderedPartition partition_;
  Count automorphisms_ = 1;
  // The vertices of the pattern that vertex i stands for: head_[i], next_[head_[i]], ... up to
  // tail_[i].
  std::array<std::uint8_t, kMaxPatternSize> head_;
  std::array<std::uint8_t, kMaxPatternSize> tail_;
  std::array<std::uint8_t, kMaxPatternSize> next_;
};

// The order of a pattern whose edges are of several kinds. Twins and completions that are alike are
// left to the search, which finds their automorphisms by itself.
Count order_by_layers(const Pattern& pattern, OrderedPartition& partition) {
  const Layers layers(pattern);
  refine(layers, partition, partition.starts & partition.all_places());
  LeafSearch<Layers> search(layers);
  search.run(partition);
  partition.order = search.best_order();
  return search.automorphisms();
}

}  // namespace

CanonicalForm canonicalize(const Pattern& pattern) {
  OrderedPartition partition = initial_partition(pattern);
  Count automorphisms = 1;
  if (!partition.discrete() && !pattern.plain()) {
    automorphisms = order_by_layers(pattern, partition);
  } else if (!partition.discrete()) {
    Adjacency adjacency;
    for (std::size_t v = 0; v < kMaxPatternSize; ++v) {
      adjacency[v] = pattern.adjacency(static_cast<int>(v));
    }
    refine(adjacency, partition, partition.starts & partition.all_places());
    if (partition.all_completions_alike()) {
      automorphisms = complete(adjacency, partition);
    } else {
      automorphisms = Quotient(adjacency, partition).solve(partition.order);
    }
  }
  const auto n = static_cast<std::size_t>(pattern.size());
  return {pattern.permuted({partition.order.data(), n}), partition.order, automorphisms};
}

}  // namespace rlminer::pattern
