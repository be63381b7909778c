#include "rlminer/graph/statistics.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"

namespace rlminer::graph {
namespace {

// A star of `leaves` leaves and one isolated vertex.
Graph star(std::size_t leaves) {
  GraphBuilder builder;
  const Vertex center = builder.add_vertex("c", "A");
  for (std::size_t i = 0; i < leaves; ++i)
    builder.add_edge(center, builder.add_vertex(std::to_string(i), "B"));
  builder.add_vertex("alone", "A");
  return builder.build();
}

TEST(Statistics, OfOneGraph) {
  Collection collection;
  collection.graphs.push_back(star(20));
  const Statistics statistics = summarise(collection);
  EXPECT_EQ(statistics.vertices, 22u);
  EXPECT_EQ(statistics.edges, 20u);
  EXPECT_EQ(statistics.degree.min, 0u);
  EXPECT_EQ(statistics.degree.max, 20u);
  EXPECT_DOUBLE_EQ(statistics.degree.mean, 40.0 / 22.0);
  EXPECT_EQ(statistics.degrees, (std::map<std::size_t, std::size_t>{{0, 1}, {1, 20}, {20, 1}}));
  EXPECT_EQ(statistics.components, 2u);
  EXPECT_EQ(statistics.largest_component, 21u);
  EXPECT_EQ(statistics.isolated, 1u);
  EXPECT_EQ(statistics.connected_graphs, 0u);
  ASSERT_EQ(statistics.labels.size(), 2u);
  EXPECT_EQ(statistics.labels[1].name, "B");
  EXPECT_EQ(statistics.labels[1].vertices, 20u);
}

TEST(Statistics, DegreeBarsDouble) {
  Collection collection;
  collection.graphs.push_back(star(20));
  std::vector<std::pair<std::string, std::size_t>> bars;
  for (const Bar& bar : degree_bars(summarise(collection)))
    bars.emplace_back(bar.name, bar.vertices);
  EXPECT_EQ(bars,
            (decltype(bars){
                {"0", 1}, {"1", 20}, {"2", 0}, {"3-4", 0}, {"5-8", 0}, {"9-16", 0}, {"17-32", 1}}));
}

TEST(Statistics, OfNothing) {
  const Statistics statistics = summarise(Collection());
  EXPECT_EQ(statistics.graphs, 0u);
  EXPECT_EQ(statistics.degree.mean, 0.0);
  EXPECT_TRUE(degree_bars(statistics).empty());
}

TEST(Statistics, OfACollection) {
  Collection collection;
  collection.graphs.push_back(star(1));
  collection.graphs.push_back(star(4));
  const Statistics statistics = summarise(collection);
  EXPECT_EQ(statistics.graphs, 2u);
  EXPECT_EQ(statistics.vertices_per_graph.min, 3u);
  EXPECT_EQ(statistics.vertices_per_graph.max, 6u);
  EXPECT_DOUBLE_EQ(statistics.vertices_per_graph.mean, 4.5);
  EXPECT_DOUBLE_EQ(statistics.edges_per_graph.mean, 2.5);
}

}  // namespace
}  // namespace rlminer::graph
