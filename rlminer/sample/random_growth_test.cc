#include "rlminer/sample/random_growth.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"

namespace rlminer::sample {
namespace {

// The probability of each set, by the definition of the growth: every order of choice is followed.
void follow(const Graph& graph, std::vector<Vertex>& chosen, std::size_t size, double probability,
            std::map<std::vector<Vertex>, double>& result) {
  if (chosen.size() == size) {
    std::vector<Vertex> set = chosen;
    std::sort(set.begin(), set.end());
    result[set] += probability;
    return;
  }
  std::vector<Vertex> next;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (std::find(chosen.begin(), chosen.end(), v) != chosen.end()) continue;
    if (std::any_of(chosen.begin(), chosen.end(), [&](Vertex u) { return graph.has_edge(u, v); })) {
      next.push_back(v);
    }
  }
  for (const Vertex v : next) {
    chosen.push_back(v);
    follow(graph, chosen, size, probability / static_cast<double>(next.size()), result);
    chosen.pop_back();
  }
}

// Many small components, so that most attempts at a start fail, and a large one.
TEST(RandomGrowth, StartsInAComponentThatIsLargeEnough) {
  graph::GraphBuilder builder;
  constexpr Vertex kSmall = 3000;
  for (Vertex v = 0; v < kSmall + 5; ++v) {
    builder.add_vertex(std::to_string(v), "x");
    if (v % 3 != 0 || v > kSmall) builder.add_edge(v - 1, v);
  }
  const Graph graph = builder.build();
  std::map<Vertex, int> seen;
  Rng rng(4);
  for (int i = 0; i < 500; ++i)
    ++seen[random_growth_start(graph, 5, rng)];
  EXPECT_EQ(seen.size(), 5u);
  for (const auto& [start, times] : seen) {
    EXPECT_GE(start, kSmall);
    EXPECT_GT(times, 50);
  }
  EXPECT_EQ(growth_starts(graph, 5).size(), seen.size());
}

TEST(RandomGrowth, DrawsEverySetAsOftenAsTheDefinitionSays) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 7; ++v)
    builder.add_vertex(std::to_string(v));
  for (const auto& [u, v] : std::vector<std::pair<Vertex, Vertex>>{
           {0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {2, 6}, {6, 5}}) {
    builder.add_edge(u, v);
  }
  const Graph graph = builder.build();
  std::map<std::vector<Vertex>, double> expected;
  std::vector<Vertex> starts;
  for (Vertex v = 0; v < 7; ++v) {
    starts.push_back(v);
    std::vector<Vertex> chosen{v};
    follow(graph, chosen, 4, 1.0 / 7, expected);
  }
  constexpr int kDraws = 200000;
  std::map<std::vector<Vertex>, int> drawn;
  RandomGrowth growth(graph);
  Rng rng(1);
  for (int i = 0; i < kDraws; ++i) {
    std::vector<Vertex> set = growth.draw(starts, 4, rng);
    std::sort(set.begin(), set.end());
    ++drawn[set];
  }
  EXPECT_EQ(drawn.size(), expected.size());
  for (const auto& [set, probability] : expected) {
    const double deviation = std::sqrt(probability * (1 - probability) / kDraws);
    EXPECT_NEAR(drawn[set] / double{kDraws}, probability, 5 * deviation);
  }
}

}  // namespace
}  // namespace rlminer::sample
