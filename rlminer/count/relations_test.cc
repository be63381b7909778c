// Patterns that know the kinds of their edges, against the definitions: labels of edges,
// directions, both, and arcs that go both ways.

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/count/matcher.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_patterns.h"

namespace rlminer::count {
namespace {

// One or two hubs with many leaves, few of which are adjacent.
Graph related_hubs(std::uint64_t seed) {
  Rng rng(seed);
  const auto n = static_cast<Vertex>(9 + rng.below(5));
  const auto hubs = static_cast<Vertex>(1 + rng.below(2));
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(2)));
  if (hubs == 2) builder.add_edge(0, 1);
  for (Vertex v = hubs; v < n; ++v) {
    builder.add_edge(v, static_cast<Vertex>(rng.below(hubs)));
    if (rng.chance(0.3)) builder.add_edge(v, v > hubs ? v - 1 : 0);
  }
  const bool directed = seed % 2 == 1;
  return testing::with_edge_kinds(builder.build(), {.edge_labels = 2, .directed = directed}, rng);
}

Pattern class_pattern(const Graph& graph, const testing::PatternClass& one) {
  return pattern::canonicalize(pattern::induce(graph, one.representative)).pattern;
}

TEST(RelatedMatcher, AgreesWithTheOracleOnEveryPattern) {
  for (std::uint64_t seed = 0; seed < 2600 && !HasFailure(); ++seed) {
    const Graph graph = testing::random_related_graph(seed, 8);
    Matcher matcher(graph);
    for (int k = 1; k <= static_cast<int>(graph.num_vertices()); ++k) {
      for (const auto& expected : testing::classes_of_size(graph, k)) {
        const Pattern pattern = class_pattern(graph, expected);
        EXPECT_TRUE(matcher.count(pattern) == expected.count) << "seed " << seed << " k " << k;
      }
    }
  }
}

TEST(RelatedMatcher, AgreesWithTheOracleAroundHubs) {
  for (std::uint64_t seed = 0; seed < 200 && !HasFailure(); ++seed) {
    const Graph graph = related_hubs(seed);
    Matcher matcher(graph);
    for (const int k : {3, 5, 6}) {
      for (const auto& expected : testing::classes_of_size(graph, k)) {
        const Pattern pattern = class_pattern(graph, expected);
        EXPECT_TRUE(matcher.count(pattern) == expected.count) << "seed " << seed << " k " << k;
        EXPECT_TRUE(matcher.count_on(2, pattern) == expected.count) << "seed " << seed;
      }
    }
  }
}

// Patterns of another graph, whose numbers of labels and relations mean something here too; most of
// them do not occur, some are larger than the graph.
TEST(RelatedMatcher, AgreesWithTheOracleOnForeignPatterns) {
  int absent = 0, present = 0, larger = 0;
  for (std::uint64_t seed = 0; seed < 1500 && !HasFailure(); ++seed) {
    const Graph graph = testing::random_related_graph(seed, 8);
    if (!graph.distinguishes_edges() || graph.num_labels() == 0) continue;
    Rng rng(seed);
    const auto& kinds = graph.relation_dictionary();
    for (int i = 0; i < 3; ++i) {
      const int size = 2 + static_cast<int>(rng.below(5));
      Pattern pattern = testing::random_connected(size, static_cast<int>(rng.below(3)),
                                                  static_cast<int>(graph.num_labels()), rng);
      for (int u = 0; u < size; ++u) {
        for (int v = 0; v < u; ++v) {
          const auto relation = static_cast<graph::Relation>(rng.below(kinds.size()));
          if (pattern.has_edge(u, v))
            pattern.set_relation(u, v, relation, kinds.converse(relation));
        }
      }
      const auto expected = testing::frequency(graph, testing::from_pattern(pattern));
      EXPECT_TRUE(Matcher(graph).count(pattern) == expected) << "seed " << seed;
      ++(expected > 0 ? present : absent);
      larger += size > static_cast<int>(graph.num_vertices());
    }
  }
  EXPECT_GT(absent, 100);
  EXPECT_GT(present, 100);
  EXPECT_GT(larger, 20);
}

TEST(RelatedMatcher, OccurrencesInduceThePatternInItsOrder) {
  for (std::uint64_t seed = 0; seed < 500 && !HasFailure(); ++seed) {
    const Graph graph = testing::random_related_graph(seed, 9);
    Matcher matcher(graph);
    for (const int k : {2, 4}) {
      for (const auto& expected : testing::classes_of_size(graph, k)) {
        const Pattern pattern = class_pattern(graph, expected);
        const auto found = matcher.find(pattern, 1000);
        EXPECT_EQ(found.size(), expected.count);
        std::set<std::vector<Vertex>> sets;
        for (auto occurrence : found) {
          EXPECT_TRUE(pattern::induce(graph, occurrence) == pattern);
          std::sort(occurrence.begin(), occurrence.end());
          EXPECT_TRUE(sets.insert(occurrence).second);
        }
      }
    }
  }
}

TEST(RelatedMatcher, RenumberingChangesNothing) {
  for (std::uint64_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    const Graph graph = testing::random_related_graph(seed, 9);
    Rng rng(seed);
    const Graph other = testing::renumbered(graph, rng);
    Matcher here(graph), there(other);
    for (const auto& expected : testing::classes_of_size(graph, 5)) {
      const Pattern pattern = class_pattern(graph, expected);
      EXPECT_TRUE(there.count(testing::shuffled(pattern, rng)) == expected.count) << seed;
      EXPECT_EQ(here.mni(pattern).support, there.mni(pattern).support) << seed;
    }
  }
}

// Every induced mapping of the pattern, by trying all images in turn: the images of each vertex.
class MappingsByTrial {
 public:
  MappingsByTrial(const Graph& graph, const Pattern& pattern)
      : graph_(graph), pattern_(pattern), images_(static_cast<std::size_t>(pattern.size())) {
    extend();
  }

  std::uint64_t mappings() const { return mappings_; }
  std::size_t mni() const {
    std::size_t fewest = ~std::size_t{0};
    for (const auto& images : images_)
      fewest = std::min(fewest, images.size());
    return fewest;
  }

 private:
  bool fits(Vertex v) const {
    const auto placed = static_cast<int>(image_.size());
    if (graph_.label(v) != pattern_.label(placed)) return false;
    for (int i = 0; i < placed; ++i) {
      const Vertex other = image_[static_cast<std::size_t>(i)];
      if (other == v || graph_.has_edge(other, v) != pattern_.has_edge(i, placed)) return false;
      if (pattern_.has_edge(i, placed) && graph_.distinguishes_edges() &&
          graph_.relation(other, v) != pattern_.relation(i, placed))
        return false;
    }
    return true;
  }

  void extend() {
    if (static_cast<int>(image_.size()) == pattern_.size()) {
      ++mappings_;
      for (std::size_t i = 0; i < image_.size(); ++i)
        images_[i].insert(image_[i]);
      return;
    }
    for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
      if (!fits(v)) continue;
      image_.push_back(v);
      extend();
      image_.pop_back();
    }
  }

  const Graph& graph_;
  const Pattern& pattern_;
  std::vector<Vertex> image_;
  std::vector<std::set<Vertex>> images_;
  std::uint64_t mappings_ = 0;
};

TEST(RelatedMni, AgreesWithTrialOfAllMappings) {
  for (std::uint64_t seed = 0; seed < 600 && !HasFailure(); ++seed) {
    const Graph graph = seed % 3 == 0 ? related_hubs(seed) : testing::random_related_graph(seed, 8);
    Matcher matcher(graph);
    for (const int k : {2, 4, 5}) {
      for (const auto& present : testing::classes_of_size(graph, k)) {
        const Pattern pattern = class_pattern(graph, present);
        const MappingsByTrial expected(graph, pattern);
        const MniSupport mni = matcher.mni(pattern);
        EXPECT_TRUE(mni.complete);
        EXPECT_EQ(mni.support, expected.mni()) << "seed " << seed;
        const Count automorphisms = pattern::canonicalize(pattern).automorphisms;
        EXPECT_TRUE(matcher.count(pattern).times(automorphisms) == expected.mappings()) << seed;
      }
    }
  }
}

// The search goes down random ways; on the average they tell how many partial matches there are.
TEST(RelatedPredict, ExpectsTheTruth) {
  Rng rng(3);
  const Graph graph = related_hubs(12);
  Matcher matcher(graph);
  for (const auto& present : testing::classes_of_size(graph, 4)) {
    const Pattern pattern = class_pattern(graph, present);
    const double matches = matcher.predict(pattern, rng, 3000).partial_matches;
    std::uint64_t truth = 0;  // the fewest partial matches with which the search comes to its end
    while (!matcher.count(pattern, Deadline(), truth).exact())
      ++truth;
    EXPECT_NEAR(matches, static_cast<double>(truth), 0.2 * static_cast<double>(truth) + 1.0);
    EXPECT_TRUE(matcher.count(pattern) == present.count);
  }
}

// A star with leaves of three kinds: binomials, multiplied.
TEST(RelatedMatcher, CountsLeavesByKind) {
  graph::GraphBuilder builder;
  for (int v = 0; v <= 90; ++v)
    builder.add_vertex(std::to_string(v), "x");
  for (Vertex v = 1; v <= 90; ++v) {
    if (v % 3 == 0) builder.add_edge(0, v, "", true);
    if (v % 3 == 1) builder.add_edge(v, 0, "", true);
    if (v % 3 == 2) builder.add_edge(0, v, "", false);
  }
  const Graph graph = builder.build();
  std::vector<Vertex> set = {0};
  for (Vertex v = 1; v <= 15; ++v)
    set.push_back(v);
  const Count each = binomial(30, 5);
  EXPECT_TRUE(Matcher(graph).count(pattern::induce(graph, set)) == each * each * each);
}

// Of a directed path of three vertices no two are interchangeable; an arrow into the middle from
// both sides leaves the ends so.
TEST(Orbits, KeepRelations) {
  Pattern path;
  path.add_vertex(0);
  path.add_vertex(0, 0b01);
  path.add_vertex(0, 0b10);
  path.set_relation(0, 1, 0, 1);
  path.set_relation(1, 2, 0, 1);
  EXPECT_EQ(orbit_of(path, 0, 0), 0b001u);
  path.set_relation(1, 2, 1, 0);
  EXPECT_EQ(orbit_of(path, 0, 0), 0b101u);
}

TEST(RelatedMatcher, PatternsOfTheOtherSortDoNotOccur) {
  Rng rng(1);
  const Graph plain = testing::random_small_graph(5, 6);  // a clique
  const Graph related = testing::with_edge_kinds(plain, {.edge_labels = 2, .directed = true}, rng);
  ASSERT_TRUE(related.distinguishes_edges());
  const std::vector<Vertex> set = {0, 1, 2};
  for (const auto& [graph, other] : {std::pair(&plain, &related), std::pair(&related, &plain)}) {
    Matcher matcher(*graph);
    const Pattern foreign = pattern::induce(*other, set);
    EXPECT_TRUE(matcher.count(foreign) == Count{0});
    EXPECT_TRUE(matcher.count_on(2, foreign) == Count{0});
    EXPECT_TRUE(matcher.find(foreign, 5).empty());
    EXPECT_EQ(matcher.mni(foreign).support, 0u);
    EXPECT_EQ(matcher.predict(foreign, rng).partial_matches, 0.0);
    EXPECT_TRUE(matcher.count(pattern::induce(*other, std::span(set).first(1))) > Count{0});
  }
}

}  // namespace
}  // namespace rlminer::count
