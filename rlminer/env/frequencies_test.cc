#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/machine.h"
#include "rlminer/env/reward.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::env {
namespace {

using testing::Set;

const std::vector<int> kSizes{1, 2, 3, 4, 5};

std::vector<Set> connected_sets(const Graph& graph) {
  std::vector<Set> sets = testing::all_subsets(graph);
  std::erase_if(sets, [&](const Set& set) {
    return set.empty() || set.size() > 5 || !testing::is_connected(graph, set);
  });
  return sets;
}

TEST(Frequencies, AreThoseOfTheOracleWithAndWithoutCensus) {
  for (std::uint64_t seed = 0; seed < 400 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = testing::random_small_graph(seed, 8);
    const Frequencies census(graph, kSizes);
    const Frequencies counted(graph, kSizes, {.sets = 0});
    EXPECT_TRUE(census.complete());
    EXPECT_EQ(counted.complete(), graph.num_vertices() == 0);
    for (const Set& set : connected_sets(graph)) {
      const auto expected = testing::frequency(graph, testing::induced(graph, set));
      EXPECT_EQ(census.frequency(set), expected);
      EXPECT_EQ(counted.frequency(set), expected);
      EXPECT_EQ(counted.frequency(Set(set.rbegin(), set.rend())), expected);
    }
    for (const int size : kSizes) {
      const auto classes = testing::classes_of_size(graph, size);
      EXPECT_EQ(census.best(size), classes.empty() ? 0 : classes[0].count);
      EXPECT_EQ(counted.best(size).has_value(), counted.complete());
    }
    EXPECT_FALSE(census.best(6).has_value());
  }
}

TEST(Frequencies, SizesNotAskedForAreCounted) {
  const Graph graph = testing::random_small_graph(2, 9);
  const Frequencies frequencies(graph, std::vector<int>{3});
  for (const Set& set : connected_sets(graph))
    EXPECT_EQ(frequencies.frequency(set), testing::frequency(graph, testing::induced(graph, set)));
}

TEST(Frequencies, OutOfTimeMeansNoCensus) {
  const Graph graph = testing::path(6);
  const std::atomic<bool> cancelled{true};
  const Frequencies frequencies(graph, kSizes,
                                {.deadline = Deadline(Deadline::kForever, &cancelled)});
  EXPECT_FALSE(frequencies.complete());
  EXPECT_EQ(frequencies.frequency(Set{1, 2, 3}), 4u);
}

// A star with so many sets that listing them is out of the question; its patterns are quickly
// counted.
TEST(Frequencies, TooManySetsAreCountedOneByOne) {
  std::vector<std::pair<Vertex, Vertex>> edges;
  for (Vertex v = 1; v <= 1000; ++v)
    edges.emplace_back(0, v);
  const Graph graph = testing::unlabelled(1001, edges);
  const Frequencies frequencies(graph, std::vector<int>{6});
  EXPECT_FALSE(frequencies.complete());
  EXPECT_EQ(frequencies.frequency(Set{5, 0, 9, 8, 7, 100}), 8'250'291'250'200u);
}

TEST(Frequencies, ManyThreadsMayAsk) {
  const Graph graph = testing::random_small_graph(2, 12);
  const std::vector<Set> sets = connected_sets(graph);
  const Frequencies census(graph, kSizes);
  const Frequencies counted(graph, kSizes, {.sets = 0});
  std::atomic<int> different{0};
  parallel_for(4 * sets.size(), 4, [&](int, std::size_t i) {
    const Set& set = sets[i / 4];
    if (census.frequency(set) != counted.frequency(set)) ++different;
  });
  EXPECT_EQ(different, 0);
  Frequencies moved = Frequencies(graph, kSizes);
  moved = Frequencies(graph, kSizes, {.sets = 0});
  EXPECT_EQ(moved.frequency(sets.back()), census.frequency(sets.back()));
}

}  // namespace
}  // namespace rlminer::env
