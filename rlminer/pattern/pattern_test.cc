#include "rlminer/pattern/pattern.h"

#include <array>
#include <set>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/sample_patterns.h"

namespace rlminer::pattern {
namespace {

Pattern labelled_path() {  // 5 - 6 - 7
  Pattern pattern;
  pattern.add_vertex(5);
  pattern.add_vertex(6, 0b1);
  pattern.add_vertex(7, 0b10);
  return pattern;
}

TEST(Pattern, IsWhatWasAdded) {
  Pattern pattern = labelled_path();
  EXPECT_EQ(pattern.size(), 3);
  EXPECT_EQ(pattern.label(2), 7u);
  EXPECT_EQ(pattern.adjacency(1), 0b101u);
  EXPECT_EQ(pattern.degree(1), 2);
  EXPECT_EQ(pattern.num_edges(), 2);
  EXPECT_FALSE(pattern.has_edge(0, 2));
  pattern.add_edge(2, 0);
  EXPECT_TRUE(pattern.has_edge(0, 2));
  EXPECT_TRUE(pattern.has_edge(2, 0));
  EXPECT_EQ(pattern.num_edges(), 3);
}

TEST(Pattern, HoldsThirtyTwoVertices) {
  const Pattern clique = testing::clique(kMaxPatternSize);
  EXPECT_EQ(clique.num_edges(), 496);
  EXPECT_EQ(clique.adjacency(31), 0x7fffffffu);
  EXPECT_TRUE(clique.connected());
  EXPECT_EQ(clique.without(0), testing::clique(31));
  EXPECT_EQ(clique.without(31), testing::clique(31));
}

TEST(Pattern, Connected) {
  EXPECT_FALSE(Pattern().connected());
  EXPECT_TRUE(testing::clique(1).connected());
  EXPECT_TRUE(testing::path(32).connected());
  EXPECT_TRUE(testing::star(9).connected());
  EXPECT_FALSE(testing::path(32).without(16).connected());
  EXPECT_FALSE(testing::star(9).without(0).connected());
  EXPECT_FALSE(testing::disjoint_union(testing::cycle(3), testing::clique(1)).connected());
}

TEST(Pattern, PermutedFollowsTheOrder) {
  const std::array<std::uint8_t, 3> order = {2, 0, 1};
  const Pattern result = labelled_path().permuted(order);
  EXPECT_EQ(result.label(0), 7u);
  EXPECT_EQ(result.label(1), 5u);
  EXPECT_EQ(result.label(2), 6u);
  EXPECT_EQ(result.adjacency(2), 0b011u);
  EXPECT_FALSE(result.has_edge(0, 1));
}

TEST(Pattern, PermutingThereAndBackChangesNothing) {
  Rng rng(1);
  for (int size = 1; size <= kMaxPatternSize; ++size) {
    const Pattern pattern = testing::random_pattern(size, 0.4, 3, rng);
    std::vector<std::uint8_t> order(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < order.size(); ++i) {
      order[i] = static_cast<std::uint8_t>(i);
    }
    rng.shuffle(std::span(order));
    std::vector<std::uint8_t> inverse(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      inverse[order[i]] = static_cast<std::uint8_t>(i);
    }
    const Pattern permuted = pattern.permuted(order);
    EXPECT_EQ(permuted.num_edges(), pattern.num_edges());
    EXPECT_EQ(permuted.permuted(inverse), pattern);
  }
}

TEST(Pattern, WithoutDropsOneVertexAndItsEdges) {
  Rng rng(2);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const int size = 2 + static_cast<int>(rng.below(31));
    const int dropped = static_cast<int>(rng.below(static_cast<std::uint64_t>(size)));
    const Pattern pattern = testing::random_pattern(size, 0.5, 3, rng);
    const Pattern rest = pattern.without(dropped);
    ASSERT_EQ(rest.size(), size - 1);
    const auto old = [&](int i) { return i < dropped ? i : i + 1; };
    for (int i = 0; i < size - 1; ++i) {
      ASSERT_EQ(rest.label(i), pattern.label(old(i)));
      ASSERT_EQ(rest.adjacency(i) >> (size - 1), 0u);
      for (int j = 0; j < size - 1; ++j) {
        ASSERT_EQ(rest.has_edge(i, j), pattern.has_edge(old(i), old(j)));
      }
    }
  }
}

TEST(Pattern, OrderComparesSizeThenLabelsThenAdjacency) {
  Pattern edge_of_zeros = testing::clique(2);
  Pattern two_zeros = testing::complement(edge_of_zeros);
  Pattern zero_and_one;
  zero_and_one.add_vertex(0);
  zero_and_one.add_vertex(1);
  Pattern nine;
  nine.add_vertex(9);
  EXPECT_TRUE(nine < two_zeros);
  EXPECT_TRUE(two_zeros < edge_of_zeros);
  EXPECT_TRUE(edge_of_zeros < zero_and_one);
  EXPECT_FALSE(zero_and_one < edge_of_zeros);
  EXPECT_FALSE(nine < nine);
}

TEST(Pattern, EqualityOrderAndHashAgree) {
  Rng rng(3);
  std::vector<Pattern> patterns;
  for (int i = 0; i < 60; ++i) {
    patterns.push_back(testing::random_pattern(1 + i % 4, 0.5, 2, rng));
  }
  for (const Pattern& a : patterns) {
    for (const Pattern& b : patterns) {
      ASSERT_EQ(a == b, !(a < b) && !(b < a));
      ASSERT_TRUE(!(a == b) || PatternHash()(a) == PatternHash()(b));
    }
  }
}

TEST(Pattern, HashSpreadsSmallPatterns) {
  std::set<std::size_t> hashes;
  Rng rng(4);
  std::unordered_set<Pattern, PatternHash> distinct;
  for (int i = 0; i < 5000; ++i) {
    distinct.insert(testing::random_pattern(6, 0.5, 2, rng));
  }
  for (const Pattern& pattern : distinct) {
    hashes.insert(PatternHash()(pattern));
  }
  EXPECT_GT(distinct.size(), 4000u);
  EXPECT_EQ(hashes.size(), distinct.size());
}

TEST(Induce, TakesVerticesInTheOrderGiven) {
  graph::GraphBuilder builder;
  for (const char* label : {"a", "b", "c", "b"}) {
    builder.add_vertex(std::to_string(builder.num_vertices()), label);
  }
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  builder.add_edge(2, 3);
  const Graph graph = builder.build();
  const Pattern pattern = induce(graph, std::vector<Vertex>{3, 1, 2});
  ASSERT_EQ(pattern.size(), 3);
  EXPECT_EQ(pattern.label(0), 1u);
  EXPECT_EQ(pattern.label(1), 1u);
  EXPECT_EQ(pattern.label(2), 2u);
  EXPECT_EQ(pattern.adjacency(2), 0b011u);
  EXPECT_FALSE(pattern.has_edge(0, 1));
  EXPECT_EQ(induce(graph, {}).size(), 0);
}

}  // namespace
}  // namespace rlminer::pattern
