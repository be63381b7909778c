#include "rlminer/count/measurement.h"

#include <atomic>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/enumerate/census.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_graphs.h"

namespace rlminer::count {
namespace {

using testing::graph_with_hubs;

Measurement measure(const Graph& graph, const Pattern& pattern, const MeasureLimits& limits,
                    int threads = 1) {
  Counter counter(graph, threads);
  return measure(counter, pattern, limits);
}

MeasureLimits always(std::uint64_t draws, std::uint64_t seed = 0) {
  MeasureLimits limits;
  limits.estimating = Estimating::Always;
  limits.draws = draws;
  limits.seed = seed;
  return limits;
}

Pattern pattern_of(int vertices, const std::vector<std::pair<int, int>>& edges) {
  Pattern pattern;
  for (int v = 0; v < vertices; ++v)
    pattern.add_vertex(0);
  for (const auto& [a, b] : edges)
    pattern.add_edge(a, b);
  return pattern::canonicalize(pattern).pattern;
}

Pattern path(int vertices) {
  std::vector<std::pair<int, int>> edges;
  for (int v = 0; v + 1 < vertices; ++v)
    edges.emplace_back(v, v + 1);
  return pattern_of(vertices, edges);
}

Pattern star(int leaves) {
  std::vector<std::pair<int, int>> edges;
  for (int v = 1; v <= leaves; ++v)
    edges.emplace_back(0, v);
  return pattern_of(leaves + 1, edges);
}

// A hub with leaves (the others see nobody else), or everybody adjacent to everybody.
Graph star_or_clique(Vertex vertices, bool clique) {
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < vertices; ++v)
    builder.add_vertex(std::to_string(v), "A");
  for (Vertex v = 1; v < vertices; ++v) {
    for (Vertex u = 0; u < (clique ? v : 1); ++u)
      builder.add_edge(u, v);
  }
  return builder.build();
}

// Random edges among vertices of one label, so many that no computer counts the paths of 12.
const Graph& hopeless() {
  static const Graph graph = [] {
    constexpr Vertex kVertices = 300;
    Rng rng(1);
    graph::GraphBuilder builder;
    for (Vertex v = 0; v < kVertices; ++v)
      builder.add_vertex(std::to_string(v), "A");
    for (Vertex v = 0; v < kVertices; ++v) {
      for (Vertex u = 0; u < v; ++u) {
        if (rng.chance(0.1)) builder.add_edge(u, v);
      }
    }
    return builder.build();
  }();
  return graph;
}

void expect_sound(const Measurement& measured, const std::string& where) {
  const Frequency& found = measured.frequency;
  ASSERT_TRUE(found.interval().has_value()) << where;
  EXPECT_FALSE(found.exact()) << where;
  EXPECT_LE(0.0, found.low()) << where;
  EXPECT_LE(found.low(), found.to_double()) << where;
  EXPECT_LE(found.to_double(), found.high()) << where;
  EXPECT_NE(measured.note.find("estimated from "), std::string::npos) << where;
}

// A graph of every kind, every second one with edges that are distinguished.
Graph any_graph(std::uint64_t seed) {
  return seed % 2 == 0 ? testing::random_small_graph(seed / 2, 9)
                       : testing::random_related_graph(seed / 2, 9);
}

TEST(Measurement, CountsWhateverIsQuick) {
  for (std::uint64_t seed = 0; seed < 40 * testing::kSmallGraphKinds; ++seed) {
    const Graph graph = any_graph(seed);
    const int k = 1 + static_cast<int>(seed / (2 * testing::kSmallGraphKinds) % 5);
    for (const auto& found : testing::classes_of_size(graph, k)) {
      const Pattern pattern = pattern::induce(graph, found.representative);
      for (const Estimating way : {Estimating::Auto, Estimating::Never}) {
        MeasureLimits limits;
        limits.estimating = way;
        const Measurement counted = measure(graph, pattern, limits);
        EXPECT_TRUE(counted.frequency.exact());
        EXPECT_TRUE(counted.frequency.value() == BigCount(found.count)) << seed;
        EXPECT_FALSE(counted.frequency.interval() || counted.left_uncounted);
        EXPECT_EQ(counted.note, "");
      }
    }
  }
}

TEST(Measurement, EstimatesOfSmallGraphsHoldTheTruth) {
  int patterns = 0;
  int held = 0;
  for (std::uint64_t seed = 0; seed < 60 * testing::kSmallGraphKinds; ++seed) {
    const Graph graph = any_graph(seed);
    const int k = 1 + static_cast<int>(seed / (2 * testing::kSmallGraphKinds) % 6);
    for (const auto& found : testing::classes_of_size(graph, k)) {
      const Pattern pattern = pattern::induce(graph, found.representative);
      const Measurement estimate = measure(graph, pattern, always(300, seed));
      expect_sound(estimate, "seed " + std::to_string(seed));
      const auto truth = static_cast<double>(found.count);
      held += estimate.frequency.low() <= truth && truth <= estimate.frequency.high() ? 1 : 0;
      ++patterns;
      if (estimate.occurrence.empty()) continue;
      EXPECT_TRUE(pattern::induce(graph, estimate.occurrence) == pattern);
    }
  }
  EXPECT_GT(patterns, 1400);
  EXPECT_GE(held, 0.95 * patterns);
}

// In how many of 100 runs the interval holds the truth.
int covered(const Graph& graph, const Pattern& pattern, double truth, std::uint64_t draws) {
  int covered = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Measurement estimate = measure(graph, pattern, always(draws, seed));
    covered += estimate.frequency.low() <= truth && truth <= estimate.frequency.high() ? 1 : 0;
  }
  return covered;
}

TEST(Measurement, IntervalsCoverInHundredSeeds) {
  constexpr int kMustCover = 93;
  int trees = 0, cyclic = 0;
  for (std::uint64_t number = 0; number < 6; ++number) {
    const Graph graph = graph_with_hubs(number, 30, 1 + number % 3, 1 + number % 2);
    const auto census = enumerate::take_census(graph, {5});
    const auto all = testing::most_frequent(census.sizes[5], census.sizes[5].size());
    for (std::size_t i = 0; i < 8; ++i) {
      const auto& [pattern, truth] = all[i * all.size() / 8];
      const std::uint64_t draws = i % 4 == 0 ? 4000 : 200;  // narrow intervals and wide ones
      EXPECT_GE(covered(graph, pattern, truth, draws), kMustCover)
          << "graph " << number << ", true frequency " << truth;
      (pattern.num_edges() < pattern.size() ? trees : cyclic) += 1;
    }
  }
  EXPECT_GT(trees, 5);
  EXPECT_GT(cyclic, 5);
}

TEST(Measurement, ManyDrawsComeClose) {
  const Graph graph = graph_with_hubs(3, 40, 2, 2);
  const auto census = enumerate::take_census(graph, {5});
  for (const auto& [pattern, truth] : testing::most_frequent(census.sizes[5], 5)) {
    const Measurement estimate = measure(graph, pattern, always(50'000));
    EXPECT_NEAR(estimate.frequency.value().to_double(), truth, 0.05 * truth);
    EXPECT_LT(estimate.frequency.high() - estimate.frequency.low(), 0.1 * truth);
  }
}

TEST(Measurement, DrawsDependOnTheSeedAlone) {
  const Graph graph = graph_with_hubs(5, 60, 3, 1);
  const Pattern pattern = pattern_of(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}});
  const auto drawn = [&](std::uint64_t seed, int threads) {
    const Measurement estimate = measure(graph, pattern, always(20'000, seed), threads);
    EXPECT_EQ(estimate.note, "estimated from 20,000 random draws");
    EXPECT_TRUE(pattern::canonicalize(pattern::induce(graph, estimate.occurrence)).pattern ==
                pattern);
    return std::tuple(to_string(estimate.frequency.value()), estimate.frequency.high(),
                      estimate.occurrence);
  };
  EXPECT_EQ(drawn(1, 1), drawn(1, 1));
  for (int repeat = 0; repeat < 20; ++repeat)
    EXPECT_EQ(drawn(1, 1), drawn(1, 3));
  EXPECT_NE(drawn(1, 1), drawn(2, 1));
}

TEST(Measurement, NumbersBeyond128Bits) {
  constexpr Vertex kLeaves = 2000;
  const Graph graph = star_or_clique(kLeaves + 1, false);
  const BigCount truth = big_binomial(kLeaves, 20);
  ASSERT_FALSE(truth.fits());
  const Measurement counted = measure(graph, star(20), {});
  EXPECT_TRUE(counted.frequency.exact() && counted.frequency.value() == truth);
  const Measurement estimate = measure(graph, star(20), always(1000));
  expect_sound(estimate, "star");
  EXPECT_FALSE(estimate.frequency.value().fits());
  EXPECT_NEAR(estimate.frequency.value().to_double() / truth.to_double(), 1.0, 1e-6);
  EXPECT_LE(estimate.frequency.low(), truth.to_double());
  EXPECT_GE(estimate.frequency.high(), truth.to_double() * (1 - 1e-12));
}

TEST(Measurement, PatternsThatDoNotOccur) {
  // There are paths of three vertices in a clique, but they are not induced.
  const Graph clique = star_or_clique(12, true);
  const Measurement counted = measure(clique, path(3), {});
  EXPECT_TRUE(counted.frequency.exact() && counted.frequency.value() == BigCount());
  const Measurement estimate = measure(clique, path(3), always(1000));
  expect_sound(estimate, "clique");
  EXPECT_TRUE(estimate.frequency.value() == BigCount());
  EXPECT_EQ(estimate.frequency.low(), 0.0);
  EXPECT_GE(estimate.frequency.high(), 1.0);
  EXPECT_LT(estimate.frequency.high(), 12.0 * 11 * 10);
  EXPECT_TRUE(estimate.occurrence.empty());
  // A star has no room for a path of four vertices, nor a small graph for a large star: even the
  // bound is 0, which is certain.
  for (const Measurement& nowhere : {measure(star_or_clique(9, false), path(4), always(1000)),
                                     measure(star_or_clique(9, false), star(20), always(1000))}) {
    EXPECT_TRUE(nowhere.frequency.exact() && nowhere.frequency.value() == BigCount());
    EXPECT_FALSE(nowhere.frequency.interval());
  }
}

TEST(Measurement, WithoutALimitWhatIsHopelessIsEstimated) {
  MeasureLimits limits;
  limits.draws = 20'000;
  const Measurement estimate = measure(hopeless(), path(12), limits);
  expect_sound(estimate, "hopeless");
  EXPECT_TRUE(estimate.left_uncounted);
  EXPECT_NE(estimate.note.find(": counting would take "), std::string::npos) << estimate.note;
  EXPECT_GT(estimate.frequency.value().to_double(), 1e12);
  EXPECT_TRUE(pattern::induce(hopeless(), estimate.occurrence) == path(12));
}

TEST(Measurement, ATimeLimitLeavesAnEstimate) {
  for (const double seconds : {0.0, 0.01, 0.5}) {
    const testing::FakeClock clock(0.002);
    MeasureLimits limits;
    limits.deadline = Deadline(seconds, nullptr, clock);
    const Measurement estimate = measure(hopeless(), path(12), limits, 2);
    expect_sound(estimate, std::to_string(seconds));
    EXPECT_FALSE(estimate.left_uncounted);
    EXPECT_GT(estimate.frequency.low(), 1.0);
    EXPECT_LT(estimate.frequency.high(), 1e30);
  }
}

TEST(Measurement, AnInterruptLeavesAnEstimate) {
  for (const int look : {1, 10, 100}) {
    std::atomic<bool> cancel{false};
    testing::FakeClock clock(0.002);
    clock.at_look(look, [&] { cancel = true; });
    MeasureLimits limits;
    limits.deadline = Deadline(1000, &cancel, clock);
    const Measurement estimate = measure(hopeless(), path(12), limits);
    expect_sound(estimate, std::to_string(look));
    EXPECT_FALSE(estimate.left_uncounted);
    EXPECT_GT(estimate.frequency.low(), 1.0);
  }
}

TEST(Measurement, NoGraceNoEstimate) {
  MeasureLimits limits;
  limits.deadline = Deadline(0.0);
  limits.grace = 0.0;
  const Measurement bound = measure(hopeless(), path(12), limits);
  EXPECT_FALSE(bound.frequency.exact() || bound.frequency.interval());
  EXPECT_EQ(bound.note, "stopped before all occurrences were counted");
  const testing::FakeClock clock(0.005);
  limits.deadline = Deadline(0.05, nullptr, clock);
  limits.estimating = Estimating::Never;
  const Measurement counted = measure(hopeless(), path(12), limits);
  EXPECT_FALSE(counted.frequency.exact() || counted.frequency.interval());
  EXPECT_EQ(counted.note, "stopped before all occurrences were counted");
}

TEST(Combined, CountedIsTheLeastAndTheBoundTheMost) {
  const auto of = [](double value, double low, double high, double bound, Count counted) {
    const sample::Estimate drawn{.value = value, .low = low, .high = high};
    const Frequency result = combined(drawn, bound, counted);
    EXPECT_FALSE(result.exact());
    return std::vector<double>{result.to_double(), result.low(), result.high()};
  };
  EXPECT_EQ(of(10.4, 8.2, 12.1, 100, 0), (std::vector<double>{10, 8, 13}));
  EXPECT_EQ(of(10.4, 8.2, 12.1, 12.5, 0), (std::vector<double>{10, 8, 12}));
  EXPECT_EQ(of(10.4, 8.2, 12.1, 100, 9), (std::vector<double>{10, 9, 13}));
  EXPECT_EQ(of(10.4, 8.2, 12.1, 100, 12), (std::vector<double>{12, 12, 13}));
  // Counted more than the interval has room for: only the bound is left.
  EXPECT_EQ(of(10.4, 8.2, 12.1, 100, 50), (std::vector<double>{50, 50, 100}));
  // Met once, so it occurs, however small the estimate.
  EXPECT_EQ(of(0.2, 1.0, 3.0, 7, 0), (std::vector<double>{1, 1, 3}));
  EXPECT_EQ(of(0.0, 0.0, 3.0, 7, 0), (std::vector<double>{0, 0, 3}));
}

}  // namespace
}  // namespace rlminer::count
