#include "rlminer/count/orbit_census.h"

#include <algorithm>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/enumerate/census.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::count {
namespace {

constexpr Label kMarked = 1'000'000;

std::uint64_t count_at(const OrbitCensus& census, Vertex vertex, std::size_t orbit) {
  const auto begin =
      census.columns.begin() + static_cast<std::ptrdiff_t>(census.row_begins[vertex]);
  const auto end =
      census.columns.begin() + static_cast<std::ptrdiff_t>(census.row_begins[vertex + 1]);
  EXPECT_TRUE(std::is_sorted(begin, end));
  const auto found = std::find(begin, end, orbit);
  return found == end ? 0 : census.counts[static_cast<std::size_t>(found - census.columns.begin())];
}

// All connected sets of k vertices that hold the vertex, each with that vertex marked: two of them
// are isomorphic if and only if the vertex is in the same orbit of the same pattern.
std::vector<testing::SmallGraph> marked_sets(const Graph& graph, Vertex vertex, int k) {
  std::vector<testing::SmallGraph> marked;
  const auto n = static_cast<unsigned>(graph.num_vertices());
  for (unsigned chosen = 0; chosen < 1u << n; ++chosen) {
    if (__builtin_popcount(chosen) != k || (chosen >> vertex & 1u) == 0) continue;
    std::vector<Vertex> set;
    for (Vertex v = 0; v < n; ++v) {
      if ((chosen >> v & 1u) != 0) set.push_back(v);
    }
    testing::SmallGraph subgraph = testing::induced(graph, set);
    if (!testing::is_connected(subgraph)) continue;
    const auto place = std::find(set.begin(), set.end(), vertex) - set.begin();
    subgraph.labels[static_cast<std::size_t>(place)] += kMarked;
    marked.push_back(std::move(subgraph));
  }
  return marked;
}

testing::SmallGraph marked_orbit(const Orbit& orbit) {
  testing::SmallGraph graph = testing::from_pattern(orbit.pattern);
  graph.labels[static_cast<std::size_t>(__builtin_ctz(orbit.vertices))] += kMarked;
  return graph;
}

void expect_definition(const Graph& graph, int k, const std::string& where) {
  const OrbitCensus census = take_orbit_census(graph, {k});
  ASSERT_TRUE(census.complete);
  ASSERT_EQ(census.row_begins.size(), graph.num_vertices() + 1);
  for (Vertex vertex = 0; vertex < graph.num_vertices(); ++vertex) {
    const auto marked = marked_sets(graph, vertex, k);
    std::uint64_t counted = 0;
    for (std::size_t i = 0; i < census.orbits.size(); ++i) {
      const testing::SmallGraph wanted = marked_orbit(census.orbits[i]);
      const auto expected = std::count_if(marked.begin(), marked.end(), [&](const auto& set) {
        return testing::isomorphic(set, wanted);
      });
      ASSERT_EQ(count_at(census, vertex, i), expected) << where << " vertex " << vertex;
      counted += count_at(census, vertex, i);
    }
    ASSERT_EQ(counted, marked.size()) << where << " vertex " << vertex;
  }
}

TEST(OrbitCensus, IsTheDefinition) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    for (int k = 1; k <= 5; ++k)
      expect_definition(testing::random_small_graph(seed, 9), k,
                        "seed " + std::to_string(seed) + " k " + std::to_string(k));
  }
}

TEST(OrbitCensus, KnowsKindsOfEdges) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (int k = 2; k <= 4; ++k)
      expect_definition(testing::random_related_graph(seed, 8), k,
                        "related seed " + std::to_string(seed) + " k " + std::to_string(k));
  }
}

// Every occurrence of a pattern puts each of its vertices into an orbit, so that the column of an
// orbit adds up to the frequency times its vertices.
TEST(OrbitCensus, ColumnsAddUpToTheCensus) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 40);
    const OrbitCensus orbits = take_orbit_census(graph, {3, 5});
    const enumerate::Classification census = enumerate::take_census(graph, {3, 5});
    std::vector<Count> sums(orbits.orbits.size());
    for (std::size_t i = 0; i < orbits.columns.size(); ++i)
      sums[orbits.columns[i]] += orbits.counts[i];
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const Orbit& orbit = orbits.orbits[i];
      const auto size = static_cast<std::size_t>(orbit.pattern.size());
      const auto found = census.sizes[size].find(orbit.pattern);
      ASSERT_NE(found, census.sizes[size].end()) << "seed " << seed;
      ASSERT_EQ(sums[i], found->second * static_cast<Count>(__builtin_popcount(orbit.vertices)));
    }
  }
}

TEST(OrbitCensus, OrbitsArePartsOfPatterns) {
  const OrbitCensus census = take_orbit_census(testing::random_small_graph(1, 10), {2, 3, 4});
  std::map<std::vector<std::uint32_t>, std::uint32_t> covered;
  for (std::size_t i = 0; i < census.orbits.size(); ++i) {
    const Orbit& orbit = census.orbits[i];
    if (i > 0) {
      EXPECT_LE(census.orbits[i - 1].pattern.size(), orbit.pattern.size());
    }
    std::vector<std::uint32_t> key;
    for (int v = 0; v < orbit.pattern.size(); ++v) {
      key.push_back(orbit.pattern.label(v));
      key.push_back(orbit.pattern.adjacency(v));
    }
    EXPECT_EQ(covered[key] & orbit.vertices, 0u);
    covered[key] |= orbit.vertices;
  }
  for (const auto& [key, vertices] : covered)
    EXPECT_EQ(vertices, (1u << key.size() / 2) - 1);
}

TEST(OrbitCensus, EndsWithItsDeadline) {
  EXPECT_FALSE(take_orbit_census(testing::random_small_graph(1, 10), {3}, Deadline(0.0)).complete);
}

}  // namespace
}  // namespace rlminer::count
