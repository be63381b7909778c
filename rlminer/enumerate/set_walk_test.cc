#include "rlminer/enumerate/set_walk.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/testing/connected_sets.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::enumerate {
namespace {

TEST(SetWalk, VisitsEachConnectedSetOnce) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Graph graph = testing::random_small_graph(seed);
    for (int k = 1; k <= static_cast<int>(graph.num_vertices()) + 1; ++k) {
      std::set<std::vector<Vertex>> visited;
      testing::for_each_connected_set(graph, k, [&](std::span<const Vertex> set) {
        std::vector<Vertex> sorted(set.begin(), set.end());
        EXPECT_EQ(*std::min_element(set.begin(), set.end()), set.front());
        std::sort(sorted.begin(), sorted.end());
        EXPECT_TRUE(visited.insert(sorted).second) << "a set was visited twice, seed " << seed;
        EXPECT_TRUE(testing::is_connected(testing::induced(graph, sorted)));
        return true;
      });
      std::uint64_t expected = 0;
      for (const auto& pattern_class : testing::classes_of_size(graph, k))
        expected += pattern_class.count;
      EXPECT_EQ(visited.size(), expected) << "seed " << seed << " k " << k;
    }
  }
}

TEST(SetWalk, StopsWhenToldTo) {
  const Graph graph = testing::random_small_graph(5);
  int visits = 0;
  const bool finished = testing::for_each_connected_set(
      graph, 1, [&](std::span<const Vertex>) { return ++visits < 2; });
  EXPECT_FALSE(finished);
  EXPECT_EQ(visits, 2);
}

TEST(SetWalk, VisitsEveryConnectedSetOnceAndKnowsItsNeighbours) {
  for (std::uint64_t seed = 0; seed < 130 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = testing::random_small_graph(seed, 9);
    const auto words = draw_vertex_words(graph.num_vertices());
    const auto key_of = [&](const testing::Set& set) {
      std::uint64_t key = 0;
      for (const Vertex v : set)
        key ^= words[v];
      return key;
    };
    std::map<std::uint64_t, testing::Set> sets;
    for (const testing::Set& set : testing::all_subsets(graph)) {
      if (testing::is_connected(graph, set) && set.size() <= 5) sets.emplace(key_of(set), set);
    }
    SetWalk walk(graph, words);
    std::map<std::uint64_t, int> visits;
    std::vector<std::vector<std::uint64_t>> order(6);
    EXPECT_TRUE(walk.for_each_set(5, [&](std::size_t n) {
      EXPECT_TRUE(sets.contains(walk.key(n)) && sets[walk.key(n)].size() == n);
      ++visits[walk.key(n)];
      order[n].push_back(walk.key(n));
      return true;
    }));
    EXPECT_EQ(visits.size(), sets.size());
    for (std::size_t size = 1; size <= 5; ++size) {
      std::vector<std::uint64_t> again;
      EXPECT_TRUE(walk.for_each_set_of(static_cast<int>(size), [&](std::size_t n) {
        again.push_back(walk.key(n));
        testing::Set neighbors;
        walk.for_each_neighbor(n, [&](Vertex v) { neighbors.push_back(v); });
        std::sort(neighbors.begin(), neighbors.end());
        EXPECT_EQ(neighbors, testing::neighborhood(graph, sets[walk.key(n)]));
        return true;
      }));
      EXPECT_EQ(again, order[size]);
    }
    int left = 3;
    const bool complete = walk.for_each_set(5, [&](std::size_t) { return --left > 0; });
    EXPECT_EQ(complete, sets.size() < 3);
  }
}

}  // namespace
}  // namespace rlminer::enumerate
