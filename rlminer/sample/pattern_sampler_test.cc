#include "rlminer/sample/pattern_sampler.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/enumerate/census.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/sample/estimate.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_graphs.h"

namespace rlminer::sample {
namespace {

using testing::data_folder;
using testing::graph_with_hubs;

// By definition: every choice of k - 1 edges that connects everything.
double spanning_trees_by_trial(const Pattern& pattern) {
  std::vector<std::pair<int, int>> edges;
  for (int a = 0; a < pattern.size(); ++a) {
    for (int b = a + 1; b < pattern.size(); ++b) {
      if (pattern.has_edge(a, b)) edges.emplace_back(a, b);
    }
  }
  double trees = 0;
  for (std::uint32_t chosen = 0; chosen < std::uint32_t{1} << edges.size(); ++chosen) {
    if (std::popcount(chosen) != pattern.size() - 1) continue;
    std::uint32_t reached = 1;
    for (int round = 0; round < pattern.size(); ++round) {
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if ((chosen >> e & 1u) == 0) continue;
        const std::uint32_t ends = 1u << edges[e].first | 1u << edges[e].second;
        if ((reached & ends) != 0) reached |= ends;
      }
    }
    trees += std::popcount(reached) == pattern.size() ? 1 : 0;
  }
  return trees;
}

TEST(SpanningTreeCount, AgreesWithTrial) {
  for (std::uint64_t seed = 0; seed < 10 * testing::kSmallGraphKinds; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 6);
    for (const auto& found : testing::classes_of_size(graph, 1 + static_cast<int>(seed % 5))) {
      const Pattern pattern = pattern::induce(graph, found.representative);
      if (pattern.num_edges() > 12) continue;
      EXPECT_NEAR(count_spanning_trees(pattern), spanning_trees_by_trial(pattern), 1e-9) << seed;
    }
  }
}

TEST(ColourTables, TotalsCountColourfulSpanningTrees) {
  for (std::uint64_t seed = 0; seed < 20 * testing::kSmallGraphKinds; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 9);
    const int k = 1 + static_cast<int>(seed / testing::kSmallGraphKinds % 6);
    Rng rng(seed);
    const std::vector<std::uint8_t> colours = BlockColouring(graph, k).draw(rng);
    double expected = 0.0;
    std::set<std::vector<Vertex>> colourful;
    for (std::uint32_t bits = 0; bits < 1u << graph.num_vertices(); ++bits) {
      if (std::popcount(bits) != k) continue;
      std::vector<Vertex> set;
      std::set<std::uint8_t> seen;
      for (Vertex v = 0; v < graph.num_vertices(); ++v) {
        if ((bits >> v & 1u) == 0) continue;
        set.push_back(v);
        seen.insert(colours[v]);
      }
      if (seen.size() != set.size() || !testing::is_connected(testing::induced(graph, set)))
        continue;
      expected += count_spanning_trees(pattern::induce(graph, set));
      colourful.insert(set);
    }
    ColourTables tables(graph, k);
    ASSERT_TRUE(tables.build(colours, 1, Deadline()));
    ASSERT_NEAR(tables.total(), expected, 1e-4 * expected) << seed;
    for (int draw = 0; draw < 20 && expected > 0; ++draw) {
      std::vector<Vertex> set;
      tables.draw(rng, set);
      std::sort(set.begin(), set.end());
      ASSERT_TRUE(colourful.contains(set)) << seed;
    }
  }
}

TEST(BlockColouring, ColourfulProbabilityIsThatOfTheDraws) {
  const Graph graph = graph_with_hubs(1, 13, 1, 2);
  const BlockColouring colouring(graph, 4);
  const std::vector<std::vector<Vertex>> sets{{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 3, 9, 12}};
  std::vector<int> colourful(sets.size(), 0);
  Rng rng(5);
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const auto colours = colouring.draw(rng);
    for (std::size_t s = 0; s < sets.size(); ++s) {
      std::set<std::uint8_t> seen;
      for (const Vertex v : sets[s])
        seen.insert(colours[v]);
      colourful[s] += seen.size() == 4 ? 1 : 0;
    }
  }
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const double p = colouring.colourful_probability(sets[s]);
    EXPECT_NEAR(colourful[s] / double{kDraws}, p, 5 * std::sqrt(p / kDraws)) << s;
  }
}

// In how many of 100 runs the interval of each of the most frequent patterns holds the truth; last
// the number of sets.
std::vector<int> covered(const Graph& graph, const std::vector<std::pair<Pattern, double>>& truth,
                         double sets, int rounds, std::uint64_t draws) {
  std::vector<int> result(truth.size() + 1, 0);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Rng rng(mix64(seed + 77));
    PatternSampler sampler(graph, truth[0].first.size(), 1);
    for (int round = 0; round < rounds; ++round)
      EXPECT_TRUE(sampler.add_round(draws, rng, Deadline()).complete);
    std::map<Pattern, Estimate> estimates;
    for (const SampledPattern& sampled : sampler.top(100000))
      estimates[sampled.pattern] = sampled.estimate;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const auto found = estimates.find(truth[i].first);
      const Estimate estimate = found == estimates.end() ? sampler.unseen() : found->second;
      result[i] += estimate.low <= truth[i].second && truth[i].second <= estimate.high ? 1 : 0;
    }
    const Estimate all = sampler.sets();
    result.back() += all.low <= sets && sets <= all.high ? 1 : 0;
  }
  return result;
}

TEST(PatternSampler, IntervalsCoverOnGraphsWithHubs) {
  int patterns = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Graph graph = graph_with_hubs(seed, 40, seed % 3, 1 + seed % 3);
    const int k = 4 + static_cast<int>(seed % 3);
    const auto census = enumerate::take_census(graph, {k});
    const auto truth = testing::most_frequent(census.sizes[static_cast<std::size_t>(k)], 6);
    const auto sets = static_cast<double>(census.sets[static_cast<std::size_t>(k)]);
    const auto hits = covered(graph, truth, sets, 12, 400);
    for (std::size_t i = 0; i < hits.size(); ++i) {
      EXPECT_GE(hits[i], 93) << "seed " << seed << ", k " << k << ", pattern " << i;
      ++patterns;
    }
  }
  EXPECT_GE(patterns, 40);
}

TEST(PatternSampler, IntervalsCoverOnCiteseer) {
  REQUIRE_DATA();
  const Graph graph = io::read_collection(data_folder() / "single" / "citeseer.lg").graphs.at(0);
  const auto census = enumerate::take_census(graph, {5});
  const auto truth = testing::most_frequent(census.sizes[5], 20);
  const auto hits = covered(graph, truth, static_cast<double>(census.sets[5]), 10, 2000);
  for (std::size_t i = 0; i < hits.size(); ++i)
    EXPECT_GE(hits[i], 93) << "pattern " << i;
}

TEST(PatternSampler, SameSeedSameEstimatesOnAnyNumberOfThreads) {
  const Graph graph = graph_with_hubs(2, 60, 2, 3);
  std::vector<SampledPattern> first;
  for (const int threads : {1, 3}) {
    Rng rng(9);
    PatternSampler sampler(graph, 6, threads);
    for (int round = 0; round < 3; ++round)
      sampler.add_round(500, rng, Deadline());
    const auto top = sampler.top(50);
    if (first.empty()) first = top;
    ASSERT_EQ(top.size(), first.size());
    for (std::size_t i = 0; i < top.size(); ++i) {
      EXPECT_TRUE(top[i].pattern == first[i].pattern);
      EXPECT_EQ(top[i].estimate.value, first[i].estimate.value);
      EXPECT_EQ(top[i].estimate.high, first[i].estimate.high);
      EXPECT_TRUE(pattern::induce(graph, top[i].occurrence) == top[i].pattern);
    }
  }
}

TEST(PatternSampler, NothingToDraw) {
  const Graph graph = testing::random_small_graph(12);  // edgeless
  Rng rng(1);
  PatternSampler sampler(graph, 3, 1);
  EXPECT_TRUE(sampler.add_round(100, rng, Deadline()).complete);
  EXPECT_TRUE(sampler.top(5).empty());
  EXPECT_EQ(sampler.sets().value, 0.0);
  EXPECT_FALSE(sampler.add_round(100, rng, Deadline(0.0)).complete);
}

}  // namespace
}  // namespace rlminer::sample
