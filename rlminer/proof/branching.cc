#include "rlminer/proof/branching.h"

#include <algorithm>
#include <limits>

#include "rlminer/base/bits.h"

namespace rlminer::proof {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

Scheme undecided(const Shape& shape, const BoundGraph& graph) {
  Scheme scheme = shape.scheme;
  for (int i = 0; i < scheme.size; ++i)
    scheme.code[Scheme::at(i)] = graph.any_label();
  return scheme;
}

Brancher::Brancher(const BoundGraph& graph, int size) : graph_(graph), copies_(graph, size) {}

bool Brancher::decided(const Scheme& scheme) const {
  for (int i = 0; i < scheme.size; ++i) {
    if (!graph_.decided(scheme.code[Scheme::at(i)])) return false;
    for (int j = 0; j < i && graph_.related(); ++j) {
      if (scheme.has_edge(i, j) && scheme.ties[Scheme::pair(j, i)] == 0) return false;
    }
  }
  return true;
}

Skeleton Brancher::skeleton(const Scheme& scheme, std::uint32_t core, Cut cut) const {
  const bool tree = scheme.num_edges() < scheme.size;
  Skeleton result{scheme, core, tree, tree};
  if (cut.i >= 0) result.scheme.remove_edge(cut.i, cut.j);
  return result;
}

// How many placements of the skeleton there are at least for each occurrence of a pattern.
double Brancher::divisor(const Scheme& scheme, const Shape& shape, Cut cut) const {
  const Skeleton rest = skeleton(scheme, shape.core, cut);
  const CanonicalScheme form = canonical(rest.scheme, graph_.converses());
  Count each = form.automorphisms / leaf_orders(graph_, rest);
  if (cut.i >= 0) {
    Count trees = 0;  // subgraphs of the scheme that are isomorphic to the skeleton
    for (const auto& [i, j] : shape.cycle) {
      Scheme other = scheme;
      other.remove_edge(i, j);
      if ((i == cut.i && j == cut.j) || canonical(other, graph_.converses()).scheme == form.scheme)
        ++trees;
    }
    each *= trees;
  }
  return static_cast<double>(each);
}

double Brancher::tree_copies(const Shape& tree) {
  const Scheme scheme = undecided(tree, graph_);
  return copies_.placements({scheme, tree.core}) / divisor(scheme, tree, Cut());
}

std::vector<Branch> Brancher::decide(const Branch& branch, const Shape& shape, Cut cut,
                                     double threshold) {
  for (std::size_t place = 0; place < shape.core_order.size(); ++place) {
    const int vertex = shape.core_order[place];
    if (!graph_.decided(branch.scheme.code[Scheme::at(vertex)]))
      return decide_core(branch, shape, cut, vertex, threshold);
    for (std::size_t before = 0; before < place && graph_.related(); ++before) {
      const int other = shape.core_order[before];
      if (branch.scheme.has_edge(other, vertex) &&
          branch.scheme.tie(other, vertex, graph_.converses()) == 0)
        return decide_tie(branch, shape, cut, other, vertex, threshold);
    }
  }
  return decide_leaves(branch, shape, cut, threshold);
}

std::vector<Branch> Brancher::decide_core(const Branch& branch, const Shape& shape, Cut cut,
                                          int vertex, double threshold) {
  const Skeleton rest = skeleton(branch.scheme, shape.core, cut);
  const auto values = copies_.rooted(rest, vertex);
  std::vector<Branch> result;
  for (std::uint32_t rank = 0; rank < graph_.num_labels(); ++rank) {
    double sum = 0.0;
    for (const std::uint32_t v : graph_.vertices(graph_.ranks(rank)))
      sum += values[v];
    sum *= copies_.rounding();
    if (sum < threshold) continue;
    Branch next = branch;
    next.scheme.code[Scheme::at(vertex)] = rank;
    next.bound = std::min(branch.bound, sum / divisor(next.scheme, shape, cut));
    if (next.bound >= threshold) result.push_back(next);
  }
  return result;
}

// An edge that is cut is on none of the placements: then every relation has the bound of the whole.
std::vector<Branch> Brancher::decide_tie(const Branch& branch, const Shape& shape, Cut cut, int i,
                                         int j, double threshold) {
  const bool is_cut = (cut.i == i && cut.j == j) || (cut.i == j && cut.j == i);
  std::vector<Branch> result;
  for (std::uint32_t relation = 0; relation < graph_.relations(); ++relation) {
    Branch next = branch;
    next.scheme.set_tie(i, j, static_cast<Tie>(relation + 1), graph_.converses());
    if (!is_cut) {
      const double sum = copies_.placements(skeleton(next.scheme, shape.core, cut));
      if (sum == 0.0) continue;
      next.bound = std::min(branch.bound, sum / divisor(next.scheme, shape, cut));
    }
    if (next.bound >= threshold) result.push_back(next);
  }
  return result;
}

std::vector<Branch> Brancher::decide_leaves(const Branch& branch, const Shape& shape, Cut cut,
                                            double threshold) {
  const Skeleton rest = skeleton(branch.scheme, shape.core, cut);
  const OpenGroup open = largest_open_group(rest, shape);
  const std::vector<double> sums = split_sums(rest, open);
  std::vector<int> leaves;
  for_each_bit(rest.scheme.adjacency[Scheme::at(open.vertex)] & ~shape.core, [&](int i) {
    if (graph_.kinds(rest.scheme, open.vertex, i) == open.group.kinds) leaves.push_back(i);
  });
  std::vector<Branch> result;
  for (const std::uint32_t kind : open.group.kinds) {
    for (std::size_t j = 1; j <= leaves.size(); ++j) {
      const double sum = sums[kind * (leaves.size() + 1) + j] * copies_.rounding();
      if (sum < threshold || sum == 0.0) continue;
      Branch next = branch;
      for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (i < j) {
          graph_.set_kind(next.scheme, open.vertex, leaves[i], kind);
        } else {
          graph_.set_kinds_from(next.scheme, open.vertex, leaves[i], kind + 1);
        }
      }
      next.bound = std::min(branch.bound, sum / divisor(next.scheme, shape, cut));
      if (next.bound >= threshold) result.push_back(next);
    }
  }
  return result;
}

Brancher::OpenGroup Brancher::largest_open_group(const Skeleton& skeleton,
                                                 const Shape& shape) const {
  OpenGroup open;
  for (const int vertex : shape.core_order) {
    for (const LeafGroup& group : leaf_groups(graph_, skeleton, vertex)) {
      if (group.kinds.size() > 1 && group.leaves > open.group.leaves) open = {vertex, group};
    }
  }
  return open;
}

// For each kind and j: the placements in which it is the smallest kind in the group and j leaves
// have it. One row of group.leaves + 1 per kind.
std::vector<double> Brancher::split_sums(const Skeleton& skeleton, const OpenGroup& open) {
  const Scheme& scheme = skeleton.scheme;
  const auto values = copies_.rooted(skeleton, open.vertex, open.group.set);
  const std::uint32_t kinds = graph_.num_kinds();
  std::vector<std::uint32_t> near(kinds + 1, 0);  // core neighbours by kind
  for_each_bit(scheme.adjacency[Scheme::at(open.vertex)] & skeleton.core,
               [&](int i) { ++near[graph_.kinds(scheme, open.vertex, i).low]; });
  std::vector<std::uint32_t> near_from(near);  // and by "at least this kind"
  for (std::uint32_t kind = kinds; kind-- > 0;)
    near_from[kind] += near_from[kind + 1];
  const int leaves = open.group.leaves;
  std::vector<double> sums((static_cast<std::size_t>(leaves) + 1) * kinds, 0.0);
  for (const std::uint32_t v :
       graph_.vertices(graph_.ranks(scheme.code[Scheme::at(open.vertex)]))) {
    if (values[v] == 0.0) continue;
    for (const std::uint32_t kind : open.group.kinds) {
      if (graph_.slots(v, {kind, kind + 1}).size() <= near[kind]) continue;
      double* row = &sums[kind * (static_cast<std::size_t>(leaves) + 1)];
      for (int j = 1; j <= leaves; ++j) {
        double later = j == leaves ? 1.0 : 0.0;
        if (j < leaves && kind + 1 < kinds)
          later = copies_.choices(v, graph_.set_of({kind + 1, kinds}), near_from[kind + 1],
                                  leaves - j, skeleton.induced);
        row[j] += values[v] * copies_.choices(v, kind, near[kind], j, skeleton.induced) * later;
      }
    }
  }
  return sums;
}

Bounds Brancher::bounds(const Scheme& scheme) {
  Shape shape;
  shape.scheme = scheme;
  shape.core = scheme.inner_vertices();
  shape.cycle = cycle_edges(scheme);
  if (shape.cycle.size() <= 4) {
    const double copies = copies_.placements({scheme, shape.core}) / divisor(scheme, shape, Cut());
    return {copies, copies};
  }
  Bounds result{kInfinity, kInfinity};
  for (const auto& [i, j] : shape.cycle) {
    const Cut cut{i, j};
    const double trees = copies_.placements(skeleton(scheme, shape.core, cut));
    result.frequency = std::min(result.frequency, trees / divisor(scheme, shape, cut));
  }
  return result;
}

}  // namespace rlminer::proof
