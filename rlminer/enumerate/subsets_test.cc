#include "rlminer/enumerate/subsets.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::enumerate {
namespace {

TEST(Subsets, VisitsEachConnectedSetOnce) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Graph graph = testing::random_small_graph(seed);
    for (int k = 1; k <= static_cast<int>(graph.num_vertices()) + 1; ++k) {
      std::set<std::vector<Vertex>> visited;
      for_each_connected_set(graph, k, [&](std::span<const Vertex> set) {
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

TEST(Subsets, StopsWhenToldTo) {
  const Graph graph = testing::random_small_graph(5);
  int visits = 0;
  const bool finished =
      for_each_connected_set(graph, 1, [&](std::span<const Vertex>) { return ++visits < 2; });
  EXPECT_FALSE(finished);
  EXPECT_EQ(visits, 2);
}

}  // namespace
}  // namespace rlminer::enumerate
