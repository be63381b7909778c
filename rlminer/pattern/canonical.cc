#include "rlminer/pattern/canonical.h"

#include <algorithm>
#include <bit>

#include "rlminer/base/bits.h"
#include "rlminer/pattern/initial_partition.h"
#include "rlminer/pattern/leaf_search.h"
#include "rlminer/pattern/partition.h"

// The canonical order is found in stages; most patterns need only the first.
//  1. Colours: each vertex gets a number from its label, its degree and hashes of its surroundings.
//  Vertices are sorted
//     by it: label first, then high degree first. When all numbers differ, this is the order.
//  2. Refinement to an equitable partition. When all ways to complete it are alike, any of them
//  will do.
//  3. Twins (vertices with the same neighbours, in the same cell) are interchangeable: one of each
//  group stays.
//  4. LeafSearch on what is left.
// Every stage looks only at things that isomorphic patterns share. Colliding hashes merge cells,
// which costs time in the later stages but never correctness.

namespace rlminer::pattern {
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
      LeafSearch search(adjacency_);
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

}  // namespace

CanonicalForm canonicalize(const Pattern& pattern) {
  OrderedPartition partition = initial_partition(pattern);
  Count automorphisms = 1;
  if (!partition.discrete()) {
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
