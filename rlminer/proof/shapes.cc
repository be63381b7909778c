#include "rlminer/proof/shapes.h"

#include <unordered_set>

#include "rlminer/base/bits.h"

namespace rlminer::proof {
namespace {

using Schemes = std::vector<Scheme>;
using SchemeSet = std::unordered_set<Scheme, SchemeHash>;

Scheme with_leaf(const Scheme& tree, int parent) {
  Scheme grown = tree;
  const int leaf = grown.size++;
  grown.add_edge(parent, leaf);
  return grown;
}

Schemes trees(int size) {
  Scheme single;
  single.size = 1;
  Schemes current{single};
  for (int n = 2; n <= size; ++n) {
    Schemes grown;
    SchemeSet seen;
    for (const Scheme& tree : current) {
      for (int parent = 0; parent < tree.size; ++parent) {
        const Scheme candidate = canonical(with_leaf(tree, parent)).scheme;
        if (seen.insert(candidate).second) grown.push_back(candidate);
      }
    }
    current = std::move(grown);
  }
  return current;
}

Schemes unicyclic_graphs(int size) {
  Schemes result;
  SchemeSet seen;
  for (const Scheme& tree : trees(size)) {
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < i; ++j) {
        if (tree.has_edge(i, j)) continue;
        Scheme closed = tree;
        closed.add_edge(i, j);
        closed = canonical(closed).scheme;
        if (seen.insert(closed).second) result.push_back(closed);
      }
    }
  }
  return result;
}

std::uint32_t core_of(const Scheme& scheme) {
  std::uint32_t core = 0;
  for (int i = 0; i < scheme.size; ++i) {
    if (scheme.degree(i) > 1) core |= 1u << i;
  }
  return core != 0 ? core : 1;  // one or two vertices: the first
}

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

std::vector<Shape> as_shapes(const Schemes& schemes) {
  std::vector<Shape> shapes;
  for (const Scheme& scheme : schemes) {
    Shape shape;
    shape.scheme = scheme;
    shape.core = core_of(scheme);
    shape.core_order = labelling_order(scheme, shape.core);
    shape.cycle = cycle_edges(scheme);
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

}  // namespace

std::vector<Shape> tree_shapes(int size) {
  return as_shapes(trees(size));
}

std::vector<Shape> unicyclic_shapes(int size) {
  return as_shapes(unicyclic_graphs(size));
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
