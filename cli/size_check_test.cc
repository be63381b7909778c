#include "cli/input.h"
#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"

namespace rlminer::cli {
namespace {

// Paths of so many vertices each, as one graph.
Graph paths(const std::vector<int>& lengths) {
  graph::GraphBuilder builder;
  int next = 0;
  for (const int length : lengths) {
    for (int i = 0; i < length; ++i) {
      builder.add_vertex(std::to_string(next), "A");
      if (i > 0) builder.add_edge(static_cast<Vertex>(next - 1), static_cast<Vertex>(next));
      ++next;
    }
  }
  return builder.build();
}

TEST(SizeCheck, NamesTheLargestComponent) {
  Collection one;
  one.graphs.push_back(paths({3, 5, 4}));
  EXPECT_TRUE(too_large_sizes("x.lg", one, {3, 5}).empty());
  EXPECT_EQ(too_large_sizes("x.lg", one, {4, 5, 6, 7, 9}),
            std::vector<std::string>{"x.lg: nothing of size 6..7, 9 can be found: the largest "
                                     "connected component has 5 vertices"});
}

TEST(SizeCheck, ACollectionIsAsLargeAsItsLargestGraph) {
  Collection two;
  two.graphs.push_back(paths({3}));
  two.graphs.push_back(paths({6, 2}));
  EXPECT_TRUE(too_large_sizes("x", two, {6}).empty());
  EXPECT_EQ(too_large_sizes("x", two, {7}),
            std::vector<std::string>{"x: nothing of size 7 can be found: the largest connected "
                                     "component of all 2 graphs has 6 vertices"});
}

}  // namespace
}  // namespace rlminer::cli
