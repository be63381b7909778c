// Estimates of patterns that know the kinds of their edges.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/sample/pattern_estimator.h"
#include "rlminer/sample/pattern_sampler.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_graphs.h"

namespace rlminer::sample {
namespace {

constexpr int kMustCover = 93;  // of 100

// A graph with hubs whose edges have labels, directions or both.
Graph related_hubs(std::uint64_t seed, std::size_t vertices) {
  Rng rng(seed);
  const testing::EdgeKinds kinds{.edge_labels = 1 + (seed + 1) % 3, .directed = seed % 3 != 1};
  return testing::with_edge_kinds(testing::graph_with_hubs(seed, vertices, 2, 1 + seed % 3), kinds,
                                  rng);
}

Pattern class_pattern(const Graph& graph, const testing::PatternClass& one) {
  return pattern::canonicalize(pattern::induce(graph, one.representative)).pattern;
}

TEST(RelatedEstimator, BoundsAndMeansAgreeWithTheOracle) {
  double errors = 0.0, variance = 0.0;
  int patterns = 0;
  for (std::uint64_t seed = 0; seed < 100 * testing::kSmallGraphKinds; ++seed) {
    const Graph graph = testing::random_related_graph(seed, 9);
    const SampleGraph sample_graph(graph);
    PatternEstimator estimator(sample_graph);
    const int k = 1 + static_cast<int>(seed / testing::kSmallGraphKinds % 6);
    for (const auto& found : testing::classes_of_size(graph, k)) {
      const auto truth = static_cast<double>(found.count);
      Rng rng(seed);
      const Pattern pattern = class_pattern(graph, found);
      const Estimate estimate = estimator.estimate(pattern, {.samples = 200}, rng);
      ASSERT_GE(estimator.bound(), truth * (1 - 1e-12)) << seed;
      if (!estimator.occurrence().empty()) {
        ASSERT_TRUE(pattern::induce(graph, estimator.occurrence()) == pattern) << seed;
      }
      errors += estimate.value / truth - 1;
      variance += std::pow(estimate.standard_error / truth, 2);
      ++patterns;
    }
  }
  EXPECT_GT(patterns, 2000);
  // Unbiased: the errors average out.
  EXPECT_GT(variance, 1.0);
  EXPECT_LT(std::abs(errors), 4 * std::sqrt(variance));
}

TEST(RelatedEstimator, IntervalsCoverOnGraphsWithHubs) {
  int patterns = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Graph graph = related_hubs(seed, 15);
    const SampleGraph sample_graph(graph);
    PatternEstimator estimator(sample_graph);
    const auto classes = testing::classes_of_size(graph, 4);
    for (std::size_t i = 0; i < classes.size(); i += 1 + classes.size() / 8) {
      const auto truth = static_cast<double>(classes[i].count);
      int covered = 0;
      for (std::uint64_t run = 0; run < 100; ++run) {
        Rng rng(mix64(run + 1));
        const Estimate estimate =
            estimator.estimate(class_pattern(graph, classes[i]), {.samples = 200}, rng);
        covered += estimate.low <= truth && truth <= estimate.high ? 1 : 0;
      }
      EXPECT_GE(covered, kMustCover) << "seed " << seed << ", true frequency " << truth;
      ++patterns;
    }
  }
  EXPECT_GE(patterns, 60);
}

TEST(RelatedSampler, IntervalsCoverOnGraphsWithHubs) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Graph graph = related_hubs(seed, 15);
    const auto classes = testing::classes_of_size(graph, 4);
    std::vector<int> covered(std::min<std::size_t>(6, classes.size()), 0);
    for (std::uint64_t run = 0; run < 100; ++run) {
      Rng rng(mix64(run + 77));
      PatternSampler sampler(graph, 4, 1);
      for (int round = 0; round < 12; ++round)
        EXPECT_TRUE(sampler.add_round(300, rng, Deadline()).complete);
      std::map<Pattern, Estimate> estimates;
      for (const SampledPattern& sampled : sampler.top(100000)) {
        EXPECT_TRUE(pattern::induce(graph, sampled.occurrence) == sampled.pattern);
        estimates[sampled.pattern] = sampled.estimate;
      }
      for (std::size_t i = 0; i < covered.size(); ++i) {
        const auto met = estimates.find(class_pattern(graph, classes[i]));
        const Estimate estimate = met == estimates.end() ? sampler.unseen() : met->second;
        const auto truth = static_cast<double>(classes[i].count);
        covered[i] += estimate.low <= truth && truth <= estimate.high ? 1 : 0;
      }
    }
    for (std::size_t i = 0; i < covered.size(); ++i)
      EXPECT_GE(covered[i], kMustCover) << "seed " << seed << ", pattern " << i;
  }
}

// The extensions met around a pattern are those that the graph has, with the kinds of their edges.
TEST(RelatedTally, HoldsEveryExtensionByKind) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Graph graph = testing::random_related_graph(seed, 7);
    const SampleGraph sample_graph(graph);
    PatternEstimator estimator(sample_graph);
    std::map<Pattern, bool> larger;
    for (const auto& one : testing::classes_of_size(graph, 4))
      larger[class_pattern(graph, one)] = false;
    for (const auto& one : testing::classes_of_size(graph, 3)) {
      const Pattern pattern = class_pattern(graph, one);
      ExtensionTally tally;
      Draws draws;
      Rng rng(seed);
      estimator.set_pattern(pattern);
      estimator.draw({.samples = 500, .tally = &tally}, rng, draws);
      tally.for_each([&](const Extension& extension, double) {
        const auto met = larger.find(pattern::canonicalize(extended(pattern, extension)).pattern);
        ASSERT_TRUE(met != larger.end()) << seed;
        met->second = true;
      });
    }
    for (const auto& [pattern, met] : larger)
      EXPECT_TRUE(met) << seed;
  }
}

TEST(RelatedEstimator, PatternsOfTheOtherSortDoNotOccur) {
  Rng rng(1);
  const Graph plain = testing::random_small_graph(5, 6);  // a clique
  const Graph related = testing::with_edge_kinds(plain, {.edge_labels = 2, .directed = true}, rng);
  const std::vector<Vertex> set = {0, 1, 2};
  const SampleGraph sample_plain(plain), sample_related(related);
  EXPECT_EQ(PatternEstimator(sample_plain).set_pattern(pattern::induce(related, set)), 0.0);
  EXPECT_EQ(PatternEstimator(sample_related).set_pattern(pattern::induce(plain, set)), 0.0);
}

}  // namespace
}  // namespace rlminer::sample
