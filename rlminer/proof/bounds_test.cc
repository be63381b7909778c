// Each bound by itself against plain enumeration, and the identities that docs/proof.md rests on.

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/branching.h"
#include "rlminer/proof/copy_bound.h"
#include "rlminer/proof/pattern_bound.h"
#include "rlminer/proof/scheme.h"
#include "rlminer/proof/shapes.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/plain_proof.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::proof {
namespace {

using testing::all_shapes;
using testing::graph_with_hubs;
using testing::plain_census;
using testing::plain_copies;

Graph some_graph(std::uint64_t seed) {
  return seed % 2 == 0 ? graph_with_hubs(seed, 9) : testing::random_small_graph(seed, 8);
}

const std::vector<Shape>& shapes_of(int size, bool cyclic) {
  static std::map<std::pair<int, bool>, std::vector<Shape>> made;
  auto [place, fresh] = made.try_emplace({size, cyclic});
  if (fresh) place->second = all_shapes(size, cyclic);
  return place->second;
}

// One label, or the labels from some rank on; the core either decided or open to all.
Scheme with_random_codes(const BoundGraph& graph, const Shape& shape, Rng& rng) {
  Scheme scheme = shape.scheme;
  for (int i = 0; i < scheme.size; ++i) {
    const auto rank = static_cast<std::uint32_t>(rng.below(graph.num_labels()));
    const bool core = (shape.core >> i & 1u) != 0;
    const std::uint32_t open = core || rank == 0 ? graph.any_label() : graph.num_labels() + rank;
    scheme.code[Scheme::at(i)] = rng.chance(0.5) || rank + 1 == graph.num_labels() ? rank : open;
  }
  return scheme;
}

double copies_bound(const BoundGraph& graph, const Skeleton& skeleton) {
  CopyBound bound(graph, skeleton.scheme.size);
  const Count each = canonical(skeleton.scheme).automorphisms / leaf_orders(graph, skeleton);
  return bound.placements(skeleton) / static_cast<double>(each);
}

TEST(Shapes, AreAsManyAsTheyShouldBe) {
  const std::vector<std::size_t> trees = {1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235};
  for (std::size_t i = 0; i < trees.size(); ++i)
    EXPECT_EQ(all_shapes(static_cast<int>(i) + 1, false).size(), trees[i]) << i + 1;
  const std::vector<std::size_t> unicyclic = {0, 0, 1, 2, 5, 13, 33, 89, 240, 657};
  for (std::size_t i = 0; i < unicyclic.size(); ++i)
    EXPECT_EQ(all_shapes(static_cast<int>(i) + 1, true).size(), unicyclic[i]) << i + 1;
}

TEST(CopyBound, IsNeverBelowThePlainNumberOfCopies) {
  int exact = 0;
  int cases = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Graph graph = some_graph(seed);
    if (graph.num_vertices() == 0) continue;
    const BoundGraph bounds(graph);
    Rng rng(seed);
    const int size = 1 + static_cast<int>(rng.below(6));
    const bool cyclic = size > 2 && rng.chance(0.5);
    const auto& shapes = shapes_of(size, cyclic);
    const Shape& shape = shapes[rng.below(shapes.size())];
    if (shape.cycle.size() > 4) continue;
    const Scheme scheme = with_random_codes(bounds, shape, rng);
    const double bound = copies_bound(bounds, {scheme, shape.core});
    const auto copies = static_cast<double>(plain_copies(bounds, scheme));
    EXPECT_GE(bound, copies) << seed;
    ++cases;
    exact += bound < copies + 1e-6 ? 1 : 0;
  }
  EXPECT_GT(cases, 2000);
  EXPECT_GT(exact, cases / 2);  // mostly it is the number itself
}

TEST(CopyBound, IsExactForStarsAndDoubleStarsWithoutTriangles) {
  // A tree as host has no triangles and no cycles, so placements that are injective nearby are
  // injective.
  for (std::uint64_t seed = 8; seed < 2000; seed += testing::kSmallGraphKinds) {
    const Graph graph = testing::random_small_graph(seed, 9);
    const BoundGraph bounds(graph);
    Rng rng(seed);
    const auto& shapes = shapes_of(2 + static_cast<int>(rng.below(5)), false);
    const Shape& shape = shapes[rng.below(shapes.size())];
    Scheme scheme = shape.scheme;
    for (int i = 0; i < scheme.size; ++i)
      scheme.code[Scheme::at(i)] = static_cast<std::uint32_t>(rng.below(bounds.num_labels()));
    const double bound = copies_bound(bounds, {scheme, shape.core});
    EXPECT_NEAR(bound, static_cast<double>(plain_copies(bounds, scheme)), 1e-6) << seed;
  }
}

// A shape with one cycle and perhaps more edges, its labels drawn from those of the graph.
Scheme random_pattern(const BoundGraph& graph, Rng& rng) {
  const bool cyclic = rng.chance(0.6);
  const auto& shapes = shapes_of(3 + static_cast<int>(rng.below(4)), cyclic);
  Scheme scheme = shapes[rng.below(shapes.size())].scheme;
  for (int i = 0; i < scheme.size; ++i) {
    scheme.code[Scheme::at(i)] = static_cast<std::uint32_t>(rng.below(graph.num_labels()));
    const int other = static_cast<int>(rng.below(static_cast<std::uint64_t>(scheme.size)));
    if (cyclic && other != i && rng.chance(0.2)) scheme.add_edge(i, other);
  }
  return scheme;
}

// The bound for trees as induced subgraphs, labels undecided.
TEST(CopyBound, IsNeverBelowTheInducedOccurrencesOfTrees) {
  int sharper = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Graph graph = some_graph(seed);
    if (graph.num_vertices() == 0) continue;
    const BoundGraph bounds(graph);
    Rng rng(seed);
    const auto& shapes = shapes_of(1 + static_cast<int>(rng.below(6)), false);
    const Shape& shape = shapes[rng.below(shapes.size())];
    const Scheme scheme = with_random_codes(bounds, shape, rng);
    const double loose = copies_bound(bounds, {scheme, shape.core, true});
    const double bound = copies_bound(bounds, {scheme, shape.core, true, true});
    EXPECT_LE(bound, loose * (1.0 + 1e-9)) << seed;
    sharper += bound < loose * 0.99 ? 1 : 0;
    // Completions drawn at random, each counted plainly.
    for (int draw = 0; draw < 5; ++draw) {
      Scheme completion = scheme;
      for (int i = 0; i < scheme.size; ++i) {
        const Range ranks = bounds.ranks(scheme.code[Scheme::at(i)]);
        completion.code[Scheme::at(i)] =
            ranks.low + static_cast<std::uint32_t>(rng.below(ranks.size()));
      }
      const auto pattern = testing::from_pattern(bounds.pattern(completion));
      EXPECT_GE(bound, static_cast<double>(testing::frequency(graph, pattern))) << seed;
    }
  }
  EXPECT_GT(sharper, 100);
}

TEST(PatternBound, IsNeverBelowThePlainNumbers) {
  int exact = 0;
  int cases = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Graph graph = some_graph(seed);
    if (graph.num_vertices() == 0) continue;
    const BoundGraph bounds(graph);
    Rng rng(seed);
    const Scheme scheme = random_pattern(bounds, rng);
    PatternBound pattern_bound(bounds, scheme.size);
    bool symmetric = false;
    const auto copies = static_cast<double>(plain_copies(bounds, scheme));
    const auto sets = static_cast<double>(
        testing::frequency(graph, testing::from_pattern(bounds.pattern(scheme))));
    for (const double fine : {0.0, 0.0, 1.5, 1.5, 10.0, 10.0}) {
      symmetric = !symmetric;
      const PatternBound::Effort effort{fine, 1'000'000, 0.0, symmetric};
      const auto most = pattern_bound.bound(scheme, PatternBound::Count::Copies, effort);
      const auto induced = pattern_bound.bound(scheme, PatternBound::Count::Occurrences, effort);
      ASSERT_TRUE(most && induced);
      EXPECT_GE(*most, copies) << seed << " " << fine;
      EXPECT_GE(*induced, sets) << seed << " " << fine;
      ++cases;
      exact += *induced < sets + 1e-6 ? 1 : 0;
    }
    EXPECT_FALSE(pattern_bound.bound(scheme, PatternBound::Count::Copies, {0.0, 0}).has_value());
  }
  EXPECT_GT(exact, cases / 2);
}

// Without leaves every copy of the pattern has one placement that satisfies the conditions, so the
// numbers with and without them are the same.
TEST(CoreSymmetry, LeavesOnePlacementOfEachCopy) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Rng rng(seed);
    const auto& shapes = shapes_of(3 + static_cast<int>(rng.below(4)), rng.chance(0.6));
    Scheme scheme = shapes[rng.below(shapes.size())].scheme;
    const int added = static_cast<int>(rng.below(4));
    for (int i = 0; i < added; ++i) {
      const int a = static_cast<int>(rng.below(static_cast<std::uint64_t>(scheme.size)));
      const int b = static_cast<int>(rng.below(static_cast<std::uint64_t>(scheme.size)));
      if (a != b) scheme.add_edge(a, b);
    }
    for (int i = 0; i < scheme.size; ++i)
      scheme.code[Scheme::at(i)] = static_cast<std::uint32_t>(rng.below(2));
    std::vector<int> order(Scheme::at(scheme.size));
    std::iota(order.begin(), order.end(), 0);
    rng.shuffle(std::span<int>(order));
    const std::uint32_t all = (1u << scheme.size) - 1;
    const auto symmetry = core_symmetry(scheme, all, order);
    ASSERT_TRUE(symmetry);
    EXPECT_EQ(symmetry->left.front(), static_cast<double>(canonical(scheme).automorphisms));
    EXPECT_EQ(symmetry->left.back(), 1.0);
    // All arrangements of distinct numbers: a share of 1 / automorphisms of them is left.
    std::vector<int> image(order.size());
    std::iota(image.begin(), image.end(), 0);
    std::size_t left = 0;
    std::size_t arrangements = 0;
    do {
      bool fits = true;
      for (std::size_t i = 0; i < image.size(); ++i) {
        for (const int j : symmetry->above[i])
          fits = fits && image[Scheme::at(j)] < image[i];
      }
      left += fits ? 1 : 0;
      ++arrangements;
    } while (std::next_permutation(image.begin(), image.end()));
    EXPECT_EQ(left * static_cast<std::size_t>(canonical(scheme).automorphisms), arrangements)
        << seed;
  }
}

TEST(ForestSets, CountsIndependentSets) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Rng rng(seed);
    const auto vertices = static_cast<std::uint32_t>(rng.below(11));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    const bool tree = rng.chance(0.5);
    for (std::uint32_t v = 1; v < vertices; ++v) {
      if (rng.chance(0.7)) edges.emplace_back(static_cast<std::uint32_t>(rng.below(v)), v);
      if (!tree && rng.chance(0.5)) edges.emplace_back(static_cast<std::uint32_t>(rng.below(v)), v);
    }
    ForestSets sets(6);
    sets.begin(vertices);
    for (const auto& [u, v] : edges)
      sets.add_edge(u, v);
    for (int wanted = 1; wanted <= 6; ++wanted) {
      double plain = 0.0;
      for (std::uint32_t set = 0; set < 1u << vertices; ++set) {
        if (std::popcount(set) != wanted) continue;
        const bool independent = std::none_of(edges.begin(), edges.end(), [&](const auto& edge) {
          return (set >> edge.first & 1u) != 0 && (set >> edge.second & 1u) != 0;
        });
        plain += independent ? 1.0 : 0.0;
      }
      if (tree) {
        EXPECT_EQ(sets.count(wanted), plain) << seed;
      } else {
        EXPECT_GE(sets.count(wanted), plain) << seed;
      }
    }
  }
}

// The theorem itself: every copy of a tree lies in the pattern that its vertices induce.
TEST(Identity, CopiesOfATreeAreItsCopiesInAllPatterns) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Graph graph = some_graph(seed);
    if (graph.num_vertices() < 4) continue;
    const BoundGraph bounds(graph);
    const int size = 4 + static_cast<int>(seed % 2);
    const auto census = plain_census(graph, size);
    for (const Shape& shape : shapes_of(size, false)) {
      Scheme tree = shape.scheme;
      for (int i = 0; i < size; ++i)
        tree.code[Scheme::at(i)] = bounds.any_label();
      std::size_t sum = 0;
      for (const auto& [pattern, count] : census) {
        graph::GraphBuilder builder;
        for (int i = 0; i < size; ++i)
          builder.add_vertex(std::to_string(i));
        for (int i = 0; i < size; ++i) {
          for (int j = 0; j < i; ++j) {
            if (pattern.has_edge(i, j))
              builder.add_edge(static_cast<Vertex>(i), static_cast<Vertex>(j));
          }
        }
        const BoundGraph small(builder.build());
        Scheme plain = shape.scheme;
        for (int i = 0; i < size; ++i)
          plain.code[Scheme::at(i)] = small.any_label();
        sum += static_cast<std::size_t>(count) * plain_copies(small, plain);
      }
      EXPECT_EQ(sum, plain_copies(bounds, tree)) << seed;
    }
  }
}

// Deciding labels loses nothing: the bounds of the parts add up to at least the copies of the
// whole, and no part is bounded below its own copies.
TEST(Brancher, PartsCoverTheWhole) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Graph graph = some_graph(seed);
    if (graph.num_vertices() < 4 || graph.num_edges() == 0) continue;
    const BoundGraph bounds(graph);
    Rng rng(seed);
    const int size = 3 + static_cast<int>(rng.below(4));
    const auto& shapes = shapes_of(size, rng.chance(0.5));
    const Shape& shape = shapes[rng.below(shapes.size())];
    Brancher brancher(bounds, size);
    Brancher::Cut cut;
    if (shape.cycle.size() > 4) {
      const auto& [i, j] = shape.cycle[rng.below(shape.cycle.size())];
      cut = {i, j};
    }
    Branch branch{undecided(shape, bounds), std::numeric_limits<double>::infinity(), 0};
    while (!brancher.decided(branch.scheme)) {
      const auto parts = brancher.decide(branch, shape, cut, 0.5);
      // With a core that has symmetries, parts may be isomorphic; a copy may then be counted by
      // several of them, but never by none.
      std::size_t covered = 0;
      for (const Branch& part : parts) {
        const std::size_t copies = plain_copies(bounds, part.scheme);
        if (shape.cycle.size() == 3 || shape.cycle.size() == 4) {
          EXPECT_GE(part.bound, static_cast<double>(copies)) << seed;
        }
        covered += copies;
      }
      if (!shape.cycle.empty()) {
        EXPECT_GE(covered, plain_copies(bounds, branch.scheme)) << seed;
      }
      if (parts.empty()) break;
      branch = parts[rng.below(parts.size())];
    }
  }
}

}  // namespace
}  // namespace rlminer::proof
