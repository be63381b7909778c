// Bounds and proofs where edges are distinguished, against plain enumeration.

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/count/matcher.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/io/io.h"
#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/branching.h"
#include "rlminer/proof/copy_bound.h"
#include "rlminer/proof/pattern_bound.h"
#include "rlminer/proof/proof.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/plain_proof.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::proof {
namespace {

using testing::plain_copies;

Graph related_hubs(std::uint64_t seed, std::size_t max_vertices) {
  Rng rng(seed);
  const testing::EdgeKinds kinds{.edge_labels = 1 + (seed + 1) % 3, .directed = seed % 3 != 1};
  return testing::with_edge_kinds(testing::graph_with_hubs(seed, max_vertices), kinds, rng);
}

Graph some_graph(std::uint64_t seed) {
  return seed % 2 == 0 ? related_hubs(seed / 2, 9) : testing::random_related_graph(seed / 2, 8);
}

const std::vector<Shape>& shapes_of(int size, bool cyclic) {
  static std::map<std::pair<int, bool>, std::vector<Shape>> made;
  auto [place, fresh] = made.try_emplace({size, cyclic});
  if (fresh) place->second = testing::all_shapes(size, cyclic);
  return place->second;
}

Tie random_tie(const BoundGraph& graph, Rng& rng) {
  return static_cast<Tie>(1 + rng.below(graph.relations()));
}

// Core labels decided or open, core relations decided or open where labels are decided; leaves of
// one kind or of all from some kind on.
Scheme with_random_codes(const BoundGraph& graph, const Shape& shape, Rng& rng) {
  Scheme scheme = undecided(shape, graph);
  const auto in_core = [&](int i) { return (shape.core >> i & 1u) != 0; };
  for (int i = 0; i < scheme.size; ++i) {
    if (in_core(i) && rng.chance(0.6))
      scheme.code[Scheme::at(i)] = static_cast<std::uint32_t>(rng.below(graph.num_labels()));
  }
  for (int i = 0; i < scheme.size; ++i) {
    for (int j = 0; j < scheme.size; ++j) {
      if (!scheme.has_edge(i, j) || !in_core(i)) continue;
      const auto kind = static_cast<std::uint32_t>(rng.below(graph.num_kinds()));
      if (!in_core(j)) {
        if (rng.chance(0.5)) {
          graph.set_kind(scheme, i, j, kind);
        } else {
          graph.set_kinds_from(scheme, i, j, kind);
        }
      } else if (i < j && graph.related() && graph.decided(scheme.code[Scheme::at(i)]) &&
                 graph.decided(scheme.code[Scheme::at(j)]) && rng.chance(0.6)) {
        scheme.set_tie(i, j, random_tie(graph, rng), graph.converses());
      }
    }
  }
  return scheme;
}

double copies_bound(const BoundGraph& graph, const Skeleton& skeleton) {
  CopyBound bound(graph, skeleton.scheme.size);
  const Count each =
      canonical(skeleton.scheme, graph.converses()).automorphisms / leaf_orders(graph, skeleton);
  return bound.placements(skeleton) / static_cast<double>(each);
}

TEST(RelatedCopyBound, IsNeverBelowThePlainNumberOfCopies) {
  int exact = 0, cases = 0, present = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Graph graph = some_graph(seed);
    if (graph.num_vertices() == 0) continue;
    const BoundGraph bounds(graph);
    Rng rng(seed);
    const int size = 1 + static_cast<int>(rng.below(6));
    const auto& shapes = shapes_of(size, size > 2 && rng.chance(0.5));
    const Shape& shape = shapes[rng.below(shapes.size())];
    if (shape.cycle.size() > 4) continue;
    const Scheme scheme = with_random_codes(bounds, shape, rng);
    const double bound = copies_bound(bounds, {scheme, shape.core});
    const auto copies = static_cast<double>(plain_copies(bounds, scheme));
    EXPECT_GE(bound, copies) << seed;
    ++cases;
    exact += bound < copies + 1e-6 ? 1 : 0;
    present += copies > 0 ? 1 : 0;
  }
  EXPECT_GT(cases, 2500);
  EXPECT_GT(exact, cases / 2);  // mostly it is the number itself
  EXPECT_GT(present, 500);
}

// One that the graph has, if it has any of that size.
std::optional<Scheme> present_pattern(const Graph& graph, const BoundGraph& bounds, Rng& rng) {
  const auto classes = testing::classes_of_size(graph, 3 + static_cast<int>(rng.below(4)));
  if (classes.empty()) return std::nullopt;
  return bounds.scheme(pattern::induce(graph, classes[rng.below(classes.size())].representative));
}

// A shape with at least one cycle or none, its labels and relations drawn.
Scheme random_pattern(const BoundGraph& graph, Rng& rng) {
  const bool cyclic = rng.chance(0.6);
  const auto& shapes = shapes_of(3 + static_cast<int>(rng.below(4)), cyclic);
  Scheme scheme = shapes[rng.below(shapes.size())].scheme;
  for (int i = 0; i < scheme.size; ++i) {
    scheme.code[Scheme::at(i)] = static_cast<std::uint32_t>(rng.below(graph.num_labels()));
    const int other = static_cast<int>(rng.below(static_cast<std::uint64_t>(scheme.size)));
    if (cyclic && other != i && rng.chance(0.2)) scheme.add_edge(i, other);
  }
  for (int i = 0; i < scheme.size; ++i) {
    for (int j = 0; j < i; ++j) {
      if (scheme.has_edge(i, j) && graph.related())
        scheme.set_tie(i, j, random_tie(graph, rng), graph.converses());
    }
  }
  return scheme;
}

// Trees as induced subgraphs, and patterns of any form.
TEST(RelatedPatternBound, IsNeverBelowThePlainNumbers) {
  int exact = 0, cases = 0, present = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Graph graph = some_graph(seed);
    if (graph.num_vertices() == 0) continue;
    const BoundGraph bounds(graph);
    Rng rng(seed);
    const auto known = seed % 4 < 2 ? present_pattern(graph, bounds, rng) : std::nullopt;
    const Scheme scheme = known ? *known : random_pattern(bounds, rng);
    PatternBound pattern_bound(bounds, scheme.size);
    const auto copies = static_cast<double>(plain_copies(bounds, scheme));
    const auto sets = static_cast<double>(
        testing::frequency(graph, testing::from_pattern(bounds.pattern(scheme))));
    if (scheme.num_edges() < scheme.size) {
      const Skeleton tree{scheme, scheme.inner_vertices(), true, true};
      EXPECT_GE(copies_bound(bounds, tree), sets) << seed;
    }
    for (const double fine : {0.0, 1.5, 10.0}) {
      for (const bool symmetric : {false, true}) {
        const PatternBound::Effort effort{fine, 1'000'000, 0.0, symmetric};
        const auto most = pattern_bound.bound(scheme, PatternBound::Count::Copies, effort);
        const auto induced = pattern_bound.bound(scheme, PatternBound::Count::Occurrences, effort);
        ASSERT_TRUE(most && induced);
        EXPECT_GE(*most, copies) << seed << " " << fine;
        EXPECT_GE(*induced, sets) << seed << " " << fine;
        ++cases;
        exact += *induced < sets + 1e-6 ? 1 : 0;
      }
    }
    present += sets > 0 ? 1 : 0;
  }
  EXPECT_GT(exact, cases / 2);
  EXPECT_GT(present, 1000);
}

// Deciding labels and relations loses nothing: the copies of the parts are those of the whole.
TEST(RelatedBrancher, PartsCoverTheWhole) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    const Graph graph = some_graph(seed);
    if (graph.num_vertices() < 4 || graph.num_edges() == 0) continue;
    const BoundGraph bounds(graph);
    Rng rng(seed);
    const int size = 3 + static_cast<int>(rng.below(3));
    const auto& shapes = shapes_of(size, rng.chance(0.5));
    const Shape& shape = shapes[rng.below(shapes.size())];
    Brancher brancher(bounds, size);
    Brancher::Cut cut;
    if (shape.cycle.size() > 4) cut = {shape.cycle[0].first, shape.cycle[0].second};
    Branch branch{undecided(shape, bounds), std::numeric_limits<double>::infinity(), 0};
    while (!brancher.decided(branch.scheme)) {
      const auto parts = brancher.decide(branch, shape, cut, 0.5);
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

TEST(RelatedProve, AgreesWithTheCensusOnGraphsWithHubs) {
  constexpr std::uint64_t kSeeds = 1500;
  std::uint64_t proven = 0;
  for (std::uint64_t seed = 0; seed < kSeeds && !HasFailure(); ++seed) {
    const Graph graph = related_hubs(seed, 8 + seed % 11);
    ProofTask task;
    task.size = 2 + static_cast<int>(seed % 5);
    task.top = seed % 4 == 0 ? 3 : 1;
    task.threads = seed % 7 == 0 ? 3 : 1;
    // Where hundreds of patterns occur once or twice each, there is nothing to prune.
    task.most_steps = 2000;
    const auto all = testing::all_patterns(graph, task.size);
    const ProofResult result = prove(graph, task);
    const std::string where = "seed " + std::to_string(seed);
    testing::expect_sound(result, all, where);
    if (!result.proven) continue;
    ++proven;
    testing::expect_leaders(result, all, task.top, where);
  }
  EXPECT_GT(proven, kSeeds * 3 / 4);
}

TEST(RelatedProve, AgreesWithTheOracleOnSmallGraphsOfEveryKind) {
  for (std::uint64_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    const Graph graph = testing::random_related_graph(seed, 7);
    for (int size = 1; size <= 5; ++size) {
      const auto classes = testing::classes_of_size(graph, size);
      ProofTask task;
      task.size = size;
      const ProofResult result = prove(graph, task);
      ASSERT_TRUE(result.proven) << seed;
      ASSERT_EQ(result.best.empty(), classes.empty()) << seed << " " << size;
      if (classes.empty()) continue;
      EXPECT_EQ(result.best[0].frequency, classes[0].count) << seed << " " << size;
      EXPECT_EQ(testing::frequency(graph, testing::from_pattern(result.best[0].pattern)),
                classes[0].count)
          << seed << " " << size;
    }
  }
}

TEST(RelatedProve, TooManyRelationsAreNoProof) {
  graph::GraphBuilder builder;
  for (int v = 0; v <= 300; ++v)
    builder.add_vertex(std::to_string(v));
  for (Vertex v = 1; v <= 300; ++v)
    builder.add_edge(0, v, std::to_string(v), false);
  ProofTask task;
  task.size = 3;
  const ProofResult result = prove(builder.build(), task);
  EXPECT_FALSE(result.proven);
  EXPECT_FALSE(result.upper_bound.has_value());
  EXPECT_EQ(result.why_not, "the graph has too many kinds of edges for a proof");
}

TEST(RelatedProve, KnowsANetworkWithEdgeLabels) {
  REQUIRE_DATA();
  const auto path = testing::data_folder() / "single" / "citeseer.lg";
  Rng rng(1);
  const Graph graph =
      testing::with_edge_kinds(io::read_collection(path).graphs.at(0), {.edge_labels = 3}, rng);
  const auto census = enumerate::take_census(graph, {4});
  Count best = 0;
  for (const auto& [pattern, count] : census.sizes[4])
    best = std::max(best, count);
  ProofTask task;
  task.size = 4;
  const ProofResult result = prove(graph, task);
  EXPECT_TRUE(result.proven);
  EXPECT_EQ(result.best.at(0).frequency, best);
}

}  // namespace
}  // namespace rlminer::proof
