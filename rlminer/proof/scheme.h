#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rlminer/base/frequency.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::proof {

constexpr int kMaxSchemeSize = 16;

// The number of a relation plus one, or 0 where it is undecided.
using Tie = std::uint8_t;
constexpr std::size_t kMostRelations = 254;

// The same relations seen from the other end, by tie. Empty for a graph that does not distinguish
// edges.
using Converses = std::span<const Tie>;

// A pattern with undecided labels: every vertex allows a set of labels. The sets are numbers whose
// meaning is BoundGraph's (one label, or all labels from some rank on). Where edges are
// distinguished, each of its edges allows one relation or all of them. Like Pattern, but small
// enough to keep millions of them and free to change.
struct Scheme {
  int size = 0;
  std::array<std::uint16_t, kMaxSchemeSize> adjacency{};
  std::array<std::uint32_t, kMaxSchemeSize> code{};
  // Of each pair of vertices, seen from the one with the lower number; 0 where there is no edge.
  std::array<Tie, kMaxSchemeSize*(kMaxSchemeSize - 1) / 2> ties{};

  // The labels as codes, relations as ties; and back.
  static Scheme of(const Pattern& pattern);
  Pattern pattern(Converses converses = {}) const;

  // What the edge is, seen from i.
  Tie tie(int i, int j, Converses converses) const {
    return i < j ? ties[pair(i, j)] : converses.empty() ? Tie{0} : converses[ties[pair(j, i)]];
  }
  void set_tie(int i, int j, Tie from_i, Converses converses) {
    ties[i < j ? pair(i, j) : pair(j, i)] = i < j ? from_i : converses[from_i];
  }

  bool has_edge(int i, int j) const { return (adjacency[at(i)] >> j & 1) != 0; }
  int degree(int i) const { return std::popcount(adjacency[at(i)]); }
  int num_edges() const;
  void add_edge(int i, int j);
  void remove_edge(int i, int j);
  bool connected() const;
  // The vertices with two neighbours or more, as bits; the first one when there are none.
  std::uint32_t inner_vertices() const;

  friend bool operator==(const Scheme&, const Scheme&) = default;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static std::size_t pair(int lower, int higher) { return at(higher * (higher - 1) / 2 + lower); }
};

struct SchemeHash {
  std::size_t operator()(const Scheme& scheme) const;
};

// The scheme in canonical order (equal for isomorphic schemes only) and how many automorphisms,
// which keep every vertex's set of labels and every edge's relation, it has.
struct CanonicalScheme {
  Scheme scheme;
  Count automorphisms = 1;
};
CanonicalScheme canonical(const Scheme& scheme, Converses converses = {});

// Tells apart the placements of a core that differ by a symmetry only. When its vertices are placed
// in a given order, of all placements onto one copy exactly one satisfies the conditions.
struct CoreSymmetry {
  // By place in the order: the earlier places whose images must be smaller.
  std::vector<std::vector<int>> above;
  // By the number of vertices placed: the symmetries that move none of them.
  std::vector<double> left;
};

// The symmetries of the core are those of the scheme, leaves of one vertex with equal codes not
// told apart. Nothing if there are very many of them.
std::optional<CoreSymmetry> core_symmetry(const Scheme& scheme, std::uint32_t core,
                                          std::span<const int> order, Converses converses = {});

}  // namespace rlminer::proof
