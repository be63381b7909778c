#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rlminer/base/bits.h"
#include "rlminer/base/rng.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/set_hash.h"

namespace rlminer::enumerate {

// What every vertex near a walk's set is to the vertices of the set: a row of relations, of which
// those entries mean something whose vertices it is adjacent to.
template <int Lanes>
class RelationRows {
 public:
  explicit RelationRows(const RankedGraph& graph)
      : graph_(graph),
        rows_(std::size_t{graph.num_vertices()} * Lanes),
        hashes_(graph.num_vertices(), 0) {}

  // Entry i: the relation to the i-th vertex of the set, seen from v.
  const Relation* of(Vertex v) const { return rows_.data() + std::size_t{v} * Lanes; }
  // The same for vertices with the same relations to the same vertices.
  std::uint64_t hash(Vertex v) const { return hashes_[v]; }
  bool equal(Vertex u, Vertex v, std::uint32_t mask) const {
    bool same = true;
    for_each_bit(mask, [&](int i) { same &= of(u)[i] == of(v)[i]; });
    return same;
  }

  // `w` joins the set as its n-th vertex; `later` of its neighbours are above the root.
  void join(Vertex w, int n, std::size_t later) {
    for_each_neighbor(w, later, [&](Vertex v, Relation relation) {
      rows_[std::size_t{v} * Lanes + static_cast<std::size_t>(n)] = relation;
      hashes_[v] += word(relation, n);
    });
  }
  void leave(Vertex w, int n, std::size_t later) {
    for_each_neighbor(w, later,
                      [&](Vertex v, Relation relation) { hashes_[v] -= word(relation, n); });
  }

 private:
  template <typename Visit>
  void for_each_neighbor(Vertex w, std::size_t later, Visit&& visit) const {
    const auto neighbors = graph_.neighbors(w).first(later);
    const auto relations = graph_.relations(w);
    for (std::size_t i = 0; i < neighbors.size(); ++i)
      visit(neighbors[i], graph_.converse(relations[i]));
  }
  static std::uint64_t word(Relation relation, int n) {
    return (std::uint64_t{relation} * 64 + static_cast<std::uint64_t>(n) + 1) *
           0x9e3779b97f4a7c15ULL;
  }

  const RankedGraph& graph_;
  std::vector<Relation> rows_;
  std::vector<std::uint64_t> hashes_;
};

// The profiles of a walk's set, and of the set with one or two vertices more, where edges are of
// several kinds. As in set_hash.h with a factor for every step of a walk: with
//
//   reach(y) = length1(y) + sum of second(y, x) * length2(x) over the neighbours x of y,
//
// the profile of z is length0(z) + sum of first(z, y) * reach(y) over its neighbours y, where
// first and second depend on the relation that is seen from the vertex named first.
template <int Lanes>
class RelatedMembers {
 public:
  using Vector = ProfileVector<Lanes>;
  using Word = std::uint32_t;

  // A vertex (or a class of them) that may be added to the set. Lanes are zero where it has no
  // neighbour.
  struct Member {
    Vector shift;      // what it adds to the profiles of the set
    Vector to_first;   // first(z, u), for the vertices z of the set
    Vector to_second;  // second(z, u)
    Vector first;      // first(u, z)
    Profile profile, reach, weight2;
    Label label = 0;
    Vertex vertex = 0;  // the first of them
    std::uint64_t count = 1;
  };
  // How two vertices that are added are related.
  struct Link {
    bool adjacent = false;
    Relation forth = 0, back = 0;
  };

  explicit RelatedMembers(const RankedGraph& graph) {
    for (std::size_t r = 0; r < graph.num_relations(); ++r) {
      const auto relation = static_cast<Relation>(r);
      weights_.push_back(relation_weights(relation));
      converses_.push_back(graph.converse(relation));
    }
    for (int i = 0; i < Lanes; ++i)
      own_[at(i)] = lanes_of<Lanes>(Word{1} << i);
  }

  // What the vertices of the set add up to, when there are n of them.
  const Vector& profile(int n) const { return levels_[at(n)].profile; }

  // A vertex with these neighbours among the n of the set, this row of relations to them, and the
  // weights of its label.
  Member describe(int n, Word mask, const Relation* row, const LabelWeights& label) const {
    const Level& level = levels_[at(n)];
    alignas(64) std::array<Profile, Lanes> first{}, second{}, to_first{}, to_second{};
    for_each_bit(mask, [&](int z) {
      const RelationWeights& out = weights_[row[z]];
      const RelationWeights& back = weights_[converses_[row[z]]];
      first[at(z)] = out.first;
      second[at(z)] = out.second;
      to_first[at(z)] = back.first;
      to_second[at(z)] = back.second;
    });
    Member member;
    member.first = from(first);
    member.to_first = from(to_first);
    member.to_second = from(to_second);
    member.weight2 = label.length2;
    member.reach = static_cast<Profile>(label.length1 + dot(from(second), level.weight2));
    member.profile = static_cast<Profile>(
        label.length0 + dot(member.first, level.reach + member.to_second * label.length2));
    member.shift = member.to_first * member.reach;
    for_each_bit(mask, [&](int z) {
      const auto step = times(to_second[at(z)], label.length2);
      member.shift += level.to_first[at(z)] * step;
    });
    return member;
  }

  // Adds it as vertex number n of the set.
  void push(int n, const Member& member, const LabelWeights& label) {
    const Level& level = levels_[at(n)];
    Level& next = levels_[at(n) + 1];
    const Vector& own = own_[at(n)];
    next.profile = level.profile + member.shift + (own & member.profile);
    next.reach = level.reach + member.to_second * label.length2 + (own & member.reach);
    next.weight2 = level.weight2 + (own & label.length2);
    for (int z = 0; z < n; ++z)
      next.to_first[at(z)] = level.to_first[at(z)] + (own & lane(member.first, z));
    next.to_first[at(n)] = member.to_first;
  }

  // The profiles of the set of n vertices and `a`.
  Vector with_one(int n, const Member& a) const {
    return profile(n) + a.shift + (own_[at(n)] & a.profile);
  }

  // Those of the set, `a` and `b`. What a and b do to each other's profiles: a walk of length 2
  // over each common neighbour and, when they are adjacent, the walks that use their edge.
  Vector with_two(int n, const Member& a, const Member& b, const Link& link) const {
    Vector profiles = profile(n) + a.shift + b.shift;
    const auto [over_a, over_b] = dots(a.first, b.to_second, b.first, a.to_second);
    auto of_a = static_cast<Profile>(a.profile + over_a * b.weight2);
    auto of_b = static_cast<Profile>(b.profile + over_b * a.weight2);
    if (link.adjacent) {
      const RelationWeights& forth = weights_[link.forth];
      const RelationWeights& back = weights_[link.back];
      const auto to_b = times(forth.second, b.weight2);
      const auto to_a = times(back.second, a.weight2);
      profiles += a.to_first * to_b + b.to_first * to_a;
      of_a = static_cast<Profile>(of_a + times(forth.first, static_cast<Profile>(b.reach + to_a)));
      of_b = static_cast<Profile>(of_b + times(back.first, static_cast<Profile>(a.reach + to_b)));
    }
    return profiles + (own_[at(n)] & of_a) + (own_[at(n) + 1] & of_b);
  }

  // Those of the set, `a`, and a vertex with these weights that is adjacent to `a` alone.
  Vector with_pendant(int n, const Member& a, const LabelWeights& label, const Link& link) const {
    const RelationWeights& forth = weights_[link.forth];
    const RelationWeights& back = weights_[link.back];
    const auto to_it = times(forth.second, label.length2);
    const auto to_a = times(back.second, a.weight2);
    const auto of_a = static_cast<Profile>(
        a.profile + times(forth.first, static_cast<Profile>(label.length1 + to_a)));
    const auto of_it = static_cast<Profile>(
        label.length0 + times(back.first, static_cast<Profile>(a.reach + to_it)));
    return profile(n) + a.shift + a.to_first * to_it + (own_[at(n)] & of_a) +
           (own_[at(n) + 1] & of_it);
  }

 private:
  // What is known of the set; lane i and entry i belong to the i-th vertex added.
  struct Level {
    Vector profile{};
    Vector reach{};
    Vector weight2{};
    std::array<Vector, Lanes> to_first{};  // entry z, lane x: first(x, z)
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static Profile lane(const Vector& v, int i) { return reinterpret_cast<const Profile*>(&v)[i]; }
  static Vector from(const std::array<Profile, Lanes>& values) {
    Vector vector;
    __builtin_memcpy(&vector, values.data(), sizeof(vector));
    return vector;
  }
  // The sums of the products of the lanes of a and b, and of c and d.
  struct TwoSums {
    std::uint32_t first, second;
  };
  static TwoSums dots(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
    const detail::Sums first = detail::products<Lanes>(a, b);
    const detail::Sums second = detail::products<Lanes>(c, d);
    const detail::Sums both = __builtin_shufflevector(first, second, 0, 4, 1, 5) +
                              __builtin_shufflevector(first, second, 2, 6, 3, 7);
    return {both[0] + both[2], both[1] + both[3]};
  }
  static Profile dot(const Vector& a, const Vector& b) {
    const detail::Sums sums = detail::products<Lanes>(a, b);
    return static_cast<Profile>(sums[0] + sums[1] + sums[2] + sums[3]);
  }

  std::vector<RelationWeights> weights_;
  std::vector<Relation> converses_;
  std::array<Vector, Lanes> own_;  // all ones in one lane
  std::array<Level, Lanes + 1> levels_;
};

}  // namespace rlminer::enumerate
