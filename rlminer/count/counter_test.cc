#include "rlminer/count/counter.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::count {
namespace {

// One pattern of each isomorphism class of that size.
std::vector<Pattern> patterns_of_size(const Graph& graph, int size) {
  std::vector<Pattern> patterns;
  for (const auto& each : testing::classes_of_size(graph, size))
    patterns.push_back(pattern::canonicalize(pattern::induce(graph, each.representative)).pattern);
  return patterns;
}

std::uint64_t truth(const Graph& graph, const Pattern& pattern) {
  return testing::frequency(graph, testing::from_pattern(pattern));
}

TEST(Counter, CountsEachClassOnceWhicheverWay) {
  for (std::uint64_t seed = 0; seed < 160 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = seed % 2 == 0 ? testing::random_small_graph(seed / 2, 10)
                                      : testing::random_related_graph(seed / 2, 10);
    for (const CountBy way : {CountBy::Fastest, CountBy::Matching, CountBy::Census}) {
      Counter counter(graph, 1 + static_cast<int>(seed % 3), way);
      std::size_t classes = 0;
      for (const int size : {3, 5}) {
        const std::vector<Pattern> patterns = patterns_of_size(graph, size);
        classes += patterns.size();
        for (int round = 0; round < 2; ++round) {
          const std::vector<Frequency> counts = counter.count_all(patterns, {});
          EXPECT_EQ(counter.remembered(), classes);
          ASSERT_EQ(counts.size(), patterns.size());
          for (std::size_t i = 0; i < counts.size(); ++i)
            EXPECT_TRUE(counts[i].exact() && counts[i] == truth(graph, patterns[i]));
        }
      }
      if (way == CountBy::Matching) {
        EXPECT_EQ(counter.censuses(), 0u);
      }
      if (way == CountBy::Census && classes > 0) {
        EXPECT_GE(counter.censuses(), 1u);
      }
    }
  }
}

TEST(Counter, OutOfTimeIsALowerBound) {
  const Graph graph = testing::random_small_graph(1, 10);
  const std::atomic<bool> cancelled{true};
  const Deadline deadline(Deadline::kForever, &cancelled);
  const std::vector<Pattern> patterns = patterns_of_size(graph, 4);
  ASSERT_FALSE(patterns.empty());
  for (const CountBy way : {CountBy::Fastest, CountBy::Census}) {
    Counter counter(graph, 1, way);
    const std::vector<Frequency> counts = counter.count_all(patterns, deadline);
    for (std::size_t i = 0; i < counts.size(); ++i)
      EXPECT_LE(counts[i], Count{truth(graph, patterns[i])});
  }
}

// What is known from a census is looked up; other sizes are counted.
TEST(Counter, TakesACensusWhereItIsSmallEnough) {
  const Graph graph = testing::random_small_graph(1, 10);
  Counter counter(graph);
  const std::vector<int> sizes{3, 4};
  EXPECT_FALSE(counter.take_census(sizes, 1.0, Deadline()));
  EXPECT_FALSE(counter.best(4).has_value());
  ASSERT_TRUE(counter.take_census(sizes, Deadline::kForever, Deadline()));
  EXPECT_EQ(counter.censuses(), 2u);
  EXPECT_EQ(counter.best(4), Count{testing::classes_of_size(graph, 4)[0].count});
  EXPECT_FALSE(counter.best(5).has_value());
  for (const int size : {4, 5}) {
    for (const Pattern& pattern : patterns_of_size(graph, size))
      EXPECT_EQ(counter.count(pattern), Count{truth(graph, pattern)});
  }
  EXPECT_EQ(counter.remembered(), patterns_of_size(graph, 5).size());
}

TEST(Counter, OneThreadAndAllOfThemAgreeAndAreRemembered) {
  const Graph graph = testing::random_small_graph(2, 12);
  for (const Pattern& pattern : patterns_of_size(graph, 5)) {
    Counter one(graph);
    Counter several(graph, 3);
    EXPECT_EQ(one.count(pattern), several.count_on_all_threads(pattern));
    EXPECT_EQ(several.remembered(), 1u);
    EXPECT_EQ(several.count(pattern), Count{truth(graph, pattern)});
    EXPECT_EQ(several.remembered(), 1u);
    EXPECT_EQ(several.find(pattern, 1).size(), 1u);
  }
}

}  // namespace
}  // namespace rlminer::count
