#include "rlminer/proof/shapes.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "rlminer/base/bits.h"

namespace rlminer::proof {
namespace {

constexpr int kMaxSharedSize = 12;  // 551 trees and 5026 graphs with a cycle

// The levels of a rooted tree's vertices in the order of a walk that visits the deeper branches
// first. Beyer and Hedetniemi (1980): beginning with the path, each rooted tree comes once.
class RootedTrees {
 public:
  explicit RootedTrees(int size) : levels_(static_cast<std::size_t>(size)) {
    for (std::size_t i = 0; i < levels_.size(); ++i)
      levels_[i] = static_cast<int>(i);
  }

  // False: that was the last one.
  bool advance() {
    std::size_t last = levels_.size();
    while (last > 0 && levels_[last - 1] <= 1)
      --last;
    if (last == 0) return false;
    const std::size_t from = --last;
    while (levels_[last] != levels_[from] - 1)
      --last;
    for (std::size_t i = from; i < levels_.size(); ++i)
      levels_[i] = levels_[i - (from - last)];
    return true;
  }

  // Whether no branch at the root has more than half of the vertices; every tree can be rooted in
  // one or two ways for which that is so.
  bool balanced() const {
    std::size_t branch = 0;
    for (std::size_t i = 1; i < levels_.size(); ++i) {
      branch = levels_[i] == 1 ? 1 : branch + 1;
      if (2 * branch > levels_.size()) return false;
    }
    return true;
  }

  Scheme scheme() const {
    Scheme tree;
    tree.size = static_cast<int>(levels_.size());
    std::array<int, kMaxSchemeSize> latest{};  // the last vertex of each level
    for (int i = 1; i < tree.size; ++i) {
      const int level = levels_[Scheme::at(i)];
      tree.add_edge(i, latest[Scheme::at(level - 1)]);
      latest[Scheme::at(level)] = i;
    }
    return tree;
  }

 private:
  std::vector<int> levels_;
};

// From the vertex of greatest degree, where a hub will be, outwards.
std::vector<int> labelling_order(const Scheme& scheme, std::uint32_t core) {
  int first = std::countr_zero(core);
  for_each_bit(core, [&](int i) {
    if (scheme.degree(i) > scheme.degree(first)) first = i;
  });
  std::vector<int> order{first};
  std::uint32_t reached = 1u << first;
  for (std::size_t next = 0; next < order.size(); ++next) {
    for_each_bit(scheme.adjacency[Scheme::at(order[next])] & core & ~reached, [&](int i) {
      order.push_back(i);
      reached |= 1u << i;
    });
  }
  return order;
}

Shape shape_of(const Scheme& scheme) {
  Shape shape;
  shape.scheme = scheme;
  shape.core = scheme.inner_vertices();
  shape.core_order = labelling_order(scheme, shape.core);
  if (scheme.num_edges() >= scheme.size) shape.cycle = cycle_edges(scheme);
  return shape;
}

}  // namespace

std::shared_ptr<ShapeTable> ShapeTable::of(int size, const Deadline& deadline) {
  if (size > kMaxSharedSize) return std::make_shared<ShapeTable>(size, deadline);
  static std::mutex mutex;
  static std::array<std::shared_ptr<ShapeTable>, kMaxSharedSize + 1> tables;
  const std::lock_guard lock(mutex);
  std::shared_ptr<ShapeTable>& table = tables[Scheme::at(size)];
  if (table == nullptr) table = std::make_shared<ShapeTable>(size);
  return table;
}

ShapeTable::ShapeTable(int size, const Deadline& deadline) {
  RootedTrees rooted(size);
  do {
    if (deadline.expired()) {
      complete_ = false;
      return;
    }
    if (!rooted.balanced()) continue;
    const Scheme tree = canonical(rooted.scheme()).scheme;
    if (!tree_number_.emplace(tree, trees_.size()).second) continue;
    trees_.push_back(shape_of(tree));
  } while (rooted.advance());
  closed_.resize(trees_.size());
}

std::vector<const CyclicShape*> ShapeTable::closed(std::uint32_t tree) {
  {
    const std::lock_guard lock(mutex_);
    if (closed_[tree]) return *closed_[tree];
  }
  const Scheme& scheme = trees_[tree].scheme;
  std::unordered_set<Scheme, SchemeHash> found;
  for (int i = 0; i < scheme.size; ++i) {
    for (int j = 0; j < i; ++j) {
      if (scheme.has_edge(i, j)) continue;
      Scheme closed = scheme;
      closed.add_edge(i, j);
      found.insert(canonical(closed).scheme);
    }
  }
  std::vector<const CyclicShape*> result;
  for (const Scheme& one : found) {
    std::unique_lock lock(mutex_);
    const auto known = cyclic_by_scheme_.find(one);
    if (known != cyclic_by_scheme_.end()) {
      result.push_back(known->second);
      continue;
    }
    lock.unlock();
    CyclicShape fresh = cyclic(one);
    lock.lock();
    const auto [place, first] = cyclic_by_scheme_.try_emplace(one, nullptr);
    if (first) place->second = &cyclic_.emplace_back(std::move(fresh));
    result.push_back(place->second);
  }
  const std::lock_guard lock(mutex_);
  closed_[tree] = result;
  return result;
}

CyclicShape ShapeTable::cyclic(const Scheme& scheme) const {
  CyclicShape result;
  result.shape = shape_of(scheme);
  for (const auto& [i, j] : result.shape.cycle) {
    Scheme rest = scheme;
    rest.remove_edge(i, j);
    const std::uint32_t tree = tree_number_.at(canonical(rest).scheme);
    const auto same = [&](const CyclicShape::Cut& cut) { return cut.tree == tree; };
    const auto known = std::find_if(result.cuts.begin(), result.cuts.end(), same);
    if (known == result.cuts.end()) {
      result.cuts.push_back({i, j, tree, 1});
    } else {
      ++known->times;
    }
  }
  return result;
}

std::vector<std::pair<int, int>> cycle_edges(const Scheme& scheme) {
  std::vector<std::pair<int, int>> edges;
  for (int i = 0; i < scheme.size; ++i) {
    for (int j = 0; j < i; ++j) {
      if (!scheme.has_edge(i, j)) continue;
      Scheme cut = scheme;
      cut.remove_edge(i, j);
      if (cut.connected()) edges.emplace_back(i, j);
    }
  }
  return edges;
}

}  // namespace rlminer::proof
