#include "rlminer/sample/pattern_estimator.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/enumerate/census.h"
#include "rlminer/graph/builder.h"
#include "rlminer/sample/estimate.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_graphs.h"

namespace rlminer::sample {
namespace {

using testing::data_folder;
using testing::graph_with_hubs;

constexpr int kSeeds = 100;
constexpr int kMustCover = 93;

// In how many of 100 runs the interval holds the truth.
int covered(PatternEstimator& estimator, const Pattern& pattern, double truth,
            std::uint64_t samples) {
  int covered = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    Rng rng(mix64(seed + 1));
    const Estimate estimate = estimator.estimate(pattern, {.samples = samples}, rng);
    EXPECT_EQ(estimate.samples, samples);
    EXPECT_LE(estimate.low, std::max(1.0, estimate.value));
    EXPECT_LE(estimate.value, estimate.high);
    covered += estimate.low <= truth && truth <= estimate.high ? 1 : 0;
  }
  return covered;
}

// So many patterns of the census, from the most frequent to the rarest at even steps.
testing::Frequencies spread(const enumerate::PatternCounts& counts, std::size_t wanted) {
  const auto all = testing::most_frequent(counts, counts.size());
  testing::Frequencies chosen;
  for (std::size_t i = 0; i < wanted && i < all.size(); ++i)
    chosen.push_back(all[i * all.size() / std::min(wanted, all.size())]);
  return chosen;
}

TEST(PatternEstimator, BoundsAndMeansAgreeWithTheOracle) {
  double errors = 0.0, variance = 0.0;
  int patterns = 0;
  for (std::uint64_t seed = 0; seed < 100 * testing::kSmallGraphKinds; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 9);
    const SampleGraph sample_graph(graph);
    PatternEstimator estimator(sample_graph);
    const int k = 1 + static_cast<int>(seed / testing::kSmallGraphKinds % 6);
    for (const auto& found : testing::classes_of_size(graph, k)) {
      const Pattern pattern = pattern::induce(graph, found.representative);
      const auto truth = static_cast<double>(found.count);
      Rng rng(seed);
      const Estimate estimate = estimator.estimate(pattern, {.samples = 300}, rng);
      ASSERT_GE(estimator.bound(), truth * (1 - 1e-12)) << seed;
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

TEST(PatternEstimator, ManyDrawsComeClose) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Graph graph = graph_with_hubs(seed, 25, 2, 2);
    const SampleGraph sample_graph(graph);
    PatternEstimator estimator(sample_graph);
    const auto census = enumerate::take_census(graph, {5});
    for (const auto& [pattern, truth] : spread(census.sizes[5], 10)) {
      Rng rng(seed);
      const Estimate estimate = estimator.estimate(pattern, {.samples = 40000}, rng);
      EXPECT_NEAR(estimate.value, truth, 5 * estimate.standard_error + 1e-9);
      EXPECT_LT(estimate.standard_error, 0.2 * truth + 0.5);
    }
  }
}

TEST(PatternEstimator, IntervalsCoverOnGraphsWithHubs) {
  int patterns = 0;
  for (std::uint64_t seed = 0; seed < 21; ++seed) {
    const Graph graph = graph_with_hubs(seed, 30, 1 + seed % 3, 1 + seed % 4);
    const SampleGraph sample_graph(graph);
    PatternEstimator estimator(sample_graph);
    const int k = 4 + static_cast<int>(seed % 2);
    for (const auto& [pattern, truth] :
         spread(enumerate::take_census(graph, {k}).sizes[static_cast<std::size_t>(k)], 10)) {
      EXPECT_GE(covered(estimator, pattern, truth, 200), kMustCover)
          << "seed " << seed << ", true frequency " << truth;
      ++patterns;
    }
  }
  EXPECT_GE(patterns, 150);
}

TEST(PatternEstimator, IntervalsCoverOnCiteseer) {
  REQUIRE_DATA();
  const Graph graph = io::read_collection(data_folder() / "single" / "citeseer.lg").graphs.at(0);
  const SampleGraph sample_graph(graph);
  PatternEstimator estimator(sample_graph);
  for (const auto& [pattern, truth] : spread(enumerate::take_census(graph, {5}).sizes[5], 60)) {
    EXPECT_GE(covered(estimator, pattern, truth, 300), kMustCover) << "true frequency " << truth;
  }
}

TEST(PatternEstimator, PatternsThatDoNotOccur) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 4; ++v)
    builder.add_vertex(std::to_string(v), v < 3 ? "A" : "B");
  builder.add_edge(0, 1);
  builder.add_edge(1, 2);
  builder.add_edge(0, 2);
  const Graph graph = builder.build();
  const SampleGraph sample_graph(graph);
  PatternEstimator estimator(sample_graph);
  Rng rng(0);
  Pattern path;  // the tree is there, but never induced
  path.add_vertex(0);
  path.add_vertex(0, 1);
  path.add_vertex(0, 2);
  const Estimate never = estimator.estimate(path, {.samples = 500}, rng);
  EXPECT_EQ(never.value, 0.0);
  EXPECT_EQ(never.low, 0.0);
  EXPECT_GT(never.high, 0.0);
  EXPECT_TRUE(estimator.occurrence().empty());
  Pattern absent;
  absent.add_vertex(0);
  absent.add_vertex(1, 1);
  EXPECT_EQ(estimator.set_pattern(absent), 0.0);
  Draws draws;
  estimator.draw({}, rng, draws);
  EXPECT_EQ(estimator.result(draws).high, 0.0);
}

TEST(PatternEstimator, OccurrencesInduceThePattern) {
  const Graph graph = graph_with_hubs(3, 30, 2, 3);
  const SampleGraph sample_graph(graph);
  PatternEstimator estimator(sample_graph);
  for (const auto& [pattern, truth] : spread(enumerate::take_census(graph, {5}).sizes[5], 20)) {
    Rng rng(1);
    const Estimate estimate = estimator.estimate(pattern, {.samples = 500}, rng);
    ASSERT_EQ(estimate.value > 0, !estimator.occurrence().empty());
    if (estimate.value <= 0) continue;
    EXPECT_TRUE(pattern::induce(graph, estimator.occurrence()) == pattern);
  }
}

TEST(PatternEstimator, StopsWhenPreciseOrOutOfTime) {
  const Graph graph = graph_with_hubs(3, 30, 2, 1);
  const SampleGraph sample_graph(graph);
  PatternEstimator estimator(sample_graph);
  const auto best = spread(enumerate::take_census(graph, {5}).sizes[5], 1).at(0);
  Rng rng(1);
  const Estimate precise =
      estimator.estimate(best.first, {.samples = 10'000'000, .relative_error = 0.02}, rng);
  EXPECT_LT(precise.samples, 1'000'000u);
  EXPECT_LE(precise.standard_error, 0.02 * precise.value);
  const Estimate none = estimator.estimate(best.first, {.deadline = Deadline(0.0)}, rng);
  EXPECT_EQ(none.samples, 0u);
  EXPECT_GE(none.high, best.second);
}

TEST(Estimate, AsAFrequency) {
  const auto frequency = [](double value) { return Estimate{.value = value}.frequency(); };
  EXPECT_EQ(frequency(0.2), Count{1});
  EXPECT_EQ(frequency(12345.6), Count{12346});
  EXPECT_EQ(frequency(0x1p200).to_double(), 0x1p200);
}

TEST(Estimate, FewHitsLeaveAWideInterval) {
  Draws draws;
  for (int i = 0; i < 1000; ++i)
    draws.add(0.0);
  EXPECT_NEAR(estimate_from(draws, 1e6).high, 3688.9, 0.1);
  draws.add(1.0);
  const Estimate one = estimate_from(draws, 1e6);
  EXPECT_EQ(one.low, 1.0);
  EXPECT_GT(one.high, 5600);  // the exact binomial interval ends at 5.57 hits
}

}  // namespace
}  // namespace rlminer::sample
