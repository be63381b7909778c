// The part of CopyBound that deals with the core's cycle.

#include <algorithm>
#include <bit>

#include "rlminer/base/bits.h"
#include "rlminer/proof/copy_bound.h"

namespace rlminer::proof {
namespace {

constexpr double kSquareSlack = 8.0;  // times sum_slack_, for a sum over squares

// The smallest range that contains both.
Range hull(Range a, Range b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

}  // namespace

CopyBound::Hanging CopyBound::hanging(int vertex, std::uint32_t children, std::uint32_t open) {
  Hanging part;
  part.vertices = vertices_of(vertex);
  const auto messages = messages_of(children, vertex);
  part.weights.resize(graph_.num_vertices());
  weigh_leaves(vertex, part.weights, open);
  if (messages.size() == 1) {
    part.child = messages[0];
    part.sums.resize(graph_.num_vertices());
  }
  for (const std::uint32_t v : part.vertices) {
    const double sum = part.weights[v] > 0.0 ? sum_apart(v, messages) : 0.0;
    if (part.child != nullptr) {
      part.sums[v] = sum * (1.0 + sum_slack_);
    } else {
      part.weights[v] *= sum;
    }
  }
  return part;
}

// What hangs there, clear of one or two neighbours on the cycle. Two or more children are not kept
// clear of them: the sum is larger, never smaller.
double CopyBound::weight_at(const Hanging& part, std::uint32_t at,
                            std::initializer_list<Near> on_cycle) const {
  const double weight = part.weights[at];
  if (part.child == nullptr || weight == 0.0) return weight;
  double sum = part.sums[at];
  for (const Near near : on_cycle) {
    if (may_be_on(*part.child, near.vertex, near.slot))
      sum -= value(*part.child, near.vertex, near.slot);
  }
  return weight * std::max(0.0, sum);
}

void CopyBound::sum_triangles(int root, std::uint32_t children, std::uint32_t open,
                              std::vector<double>* through) {
  const std::uint32_t beside = cycle_ & ~(1u << root);
  const int second = std::countr_zero(beside);
  const int third = std::countr_zero(beside & (beside - 1));
  const Hanging a = hanging(root, children, open);
  const Hanging b = hanging(second, core_neighbors(second) & ~cycle_, kNoSet);
  const Hanging c = hanging(third, core_neighbors(third) & ~cycle_, kNoSet);
  const Range b_from_a = kinds_of(second, root);
  const Range c_from_a = kinds_of(third, root);
  const Range c_from_b = kinds_of(third, second);
  for (const std::uint32_t x : a.vertices) {
    if (a.weights[x] == 0.0) continue;
    for (const BoundGraph::Corner& corner : graph_.corners(x)) {
      const auto& [y, z, xy, xz, yz] = corner;
      if (!graph_.is_of(xy, y, b_from_a, b.vertices) ||
          !graph_.is_of(xz, z, c_from_a, c.vertices) || !graph_.is_of(yz, z, c_from_b, c.vertices))
        continue;
      const std::uint32_t yx = graph_.reverse(xy);
      const std::uint32_t zx = graph_.reverse(xz);
      const double weight = weight_at(a, x, {{y, xy}, {z, xz}}) *
                            weight_at(b, y, {{x, yx}, {z, yz}}) *
                            weight_at(c, z, {{x, zx}, {y, graph_.reverse(yz)}});
      totals_[x] += weight;
      if (through == nullptr) continue;
      (*through)[yx] += weight;
      (*through)[zx] += weight;
    }
    slack_[x] = 2.0 * sum_slack_ * totals_[x];
  }
}

CopyBound::Square CopyBound::square_from(int first, int root, std::uint32_t children,
                                         std::uint32_t open) {
  const auto part = [&](int vertex) {
    return vertex == root ? hanging(vertex, children, open)
                          : hanging(vertex, core_neighbors(vertex) & ~cycle_, kNoSet);
  };
  const std::uint32_t beside = core_neighbors(first) & cycle_;
  const int second = std::countr_zero(beside);
  const int last = std::countr_zero(beside & (beside - 1));
  const int opposite = std::countr_zero(cycle_ & ~beside & ~(1u << first));
  return {part(first),
          part(second),
          part(opposite),
          part(last),
          kinds_of(second, first),
          kinds_of(last, first),
          kinds_of(opposite, second),
          kinds_of(opposite, last)};
}

// The vertex of the cycle that can be on the fewest vertices.
int CopyBound::rarest_on_cycle() const {
  int best = std::countr_zero(cycle_);
  for_each_bit(cycle_, [&](int i) {
    if (vertices_of(i).size() < vertices_of(best).size()) best = i;
  });
  return best;
}

// Visits the paths x - y - z: visit(xy, z, weight on b's side, weight on d's side). The weight of a
// goes to b's side and that of c to d's, each clear of that y.
template <typename Visit>
void CopyBound::for_each_path(const Square& square, std::uint32_t x, const Visit& visit) const {
  const auto& [a, b, c, d, b_from_a, d_from_a, c_from_b, c_from_d] = square;
  const bool plain = b.child == nullptr && c.child == nullptr && d.child == nullptr;
  for (const std::uint32_t xy : graph_.slots(x, hull(b_from_a, d_from_a))) {
    const std::uint32_t y = graph_.head(xy);
    const double at_b = graph_.is_of(xy, y, b_from_a, b.vertices) ? b.weights[y] : 0.0;
    const double at_d = graph_.is_of(xy, y, d_from_a, d.vertices) ? d.weights[y] : 0.0;
    if (at_b == 0.0 && at_d == 0.0) continue;
    const double at_x = at_b > 0.0 ? weight_at(a, x, {{y, xy}}) : 0.0;
    const Near to_x{x, graph_.reverse(xy)};
    for (const std::uint32_t yz : graph_.slots(y, hull(c_from_b, c_from_d))) {
      const std::uint32_t z = graph_.head(yz);
      if (z == x || c.weights[z] == 0.0) continue;
      const bool from_b = graph_.is_of(yz, z, c_from_b, c.vertices);
      const bool from_d = graph_.is_of(yz, z, c_from_d, c.vertices);
      if (plain) {
        visit(xy, z, from_b ? at_x * at_b : 0.0, from_d ? at_d * c.weights[z] : 0.0);
        continue;
      }
      const Near to_z{z, yz};
      const double by_b = from_b && at_x > 0.0 ? at_x * weight_at(b, y, {to_x, to_z}) : 0.0;
      const double by_d = from_d && at_d > 0.0 ? weight_at(d, y, {to_x, to_z}) *
                                                     weight_at(c, z, {{y, graph_.reverse(yz)}})
                                               : 0.0;
      visit(xy, z, by_b, by_d);
    }
  }
}

template <typename At>
void CopyBound::sum_paths(const Square& square, const At& at) {
  for (auto* sums : {&one_side_, &other_side_, &same_})
    sums->resize(graph_.num_vertices(), 0.0);
  for (const std::uint32_t x : square.a.vertices) {
    if (square.a.weights[x] == 0.0) continue;
    opposite_.clear();
    for_each_path(square, x, [&](std::uint32_t, std::uint32_t z, double by_b, double by_d) {
      if (by_b == 0.0 && by_d == 0.0) return;
      if (one_side_[z] == 0.0 && other_side_[z] == 0.0) opposite_.push_back(z);
      one_side_[z] += by_b;
      other_side_[z] += by_d;
      same_[z] += by_b * by_d;
    });
    at(x);
    for (const std::uint32_t z : opposite_)
      one_side_[z] = other_side_[z] = same_[z] = 0.0;
  }
}

// Two paths from x to z, one on either side, make a square; `image` is where the root is on it.
// Differences are as inexact as what they are made of, hence the slack.
void CopyBound::add_path_pairs(std::uint32_t z, std::uint32_t image) {
  const double pairs = one_side_[z] * other_side_[z];
  totals_[image] += pairs - same_[z];
  slack_[image] += kSquareSlack * sum_slack_ * pairs;
}

// Paths are followed from the rarest vertex of a square, whatever the root.
void CopyBound::sum_cycles(int root, std::uint32_t children, std::uint32_t open) {
  totals_.assign(graph_.num_vertices(), 0.0);
  slack_.assign(graph_.num_vertices(), 0.0);
  if (std::popcount(cycle_) == 3) return sum_triangles(root, children, open, nullptr);
  const int first = rarest_on_cycle();
  const Square square = square_from(first, root, children, open);
  const std::uint32_t beside = core_neighbors(first) & cycle_;
  if ((beside >> root & 1u) == 0) {
    sum_paths(square, [&](std::uint32_t x) {
      for (const std::uint32_t z : opposite_)
        add_path_pairs(z, root == first ? x : z);
    });
    return;
  }
  const bool on_b = root == std::countr_zero(beside);
  sum_paths(square, [&](std::uint32_t x) {
    for_each_path(square, x, [&](std::uint32_t xy, std::uint32_t z, double by_b, double by_d) {
      const double here = on_b ? by_b : by_d;
      const double across = on_b ? other_side_[z] : one_side_[z];
      totals_[graph_.head(xy)] += here * (across - (on_b ? by_d : by_b));
      slack_[graph_.head(xy)] += kSquareSlack * sum_slack_ * here * across;
    });
  });
}

void CopyBound::sum_cycles_through(int root, std::uint32_t children, std::vector<double>& through) {
  totals_.assign(graph_.num_vertices(), 0.0);
  slack_.assign(graph_.num_vertices(), 0.0);
  if (std::popcount(cycle_) == 3) return sum_triangles(root, children, kNoSet, &through);
  const Square square = square_from(root, root, children, kNoSet);
  sum_paths(square, [&](std::uint32_t x) {
    for (const std::uint32_t z : opposite_)
      add_path_pairs(z, x);
    for_each_path(square, x, [&](std::uint32_t xy, std::uint32_t z, double by_b, double by_d) {
      through[graph_.reverse(xy)] += by_b * (other_side_[z] - by_d) + by_d * (one_side_[z] - by_b);
    });
  });
}

// The cycle hangs on the rest of the core by one of its vertices; the parent must not be on one of
// its neighbours there.
const CopyBound::Message& CopyBound::cycle_message(int vertex, int parent) {
  std::vector<double> through(graph_.num_slots(), 0.0);
  const std::uint32_t children = core_neighbors(vertex) & ~cycle_ & ~(1u << parent);
  sum_cycles_through(vertex, children, through);
  Message& result = fresh_message(vertex, parent, true);
  for (const std::uint32_t v : result.top) {
    for (const std::uint32_t slot : graph_.slots(v, kinds_of(parent, vertex))) {
      const std::uint32_t from_parent = graph_.reverse(slot);
      result.values[from_parent] =
          std::max(0.0, totals_[v] + 2.0 * slack_[v] - through[from_parent]);
    }
  }
  return result;
}

}  // namespace rlminer::proof
