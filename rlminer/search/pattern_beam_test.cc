#include "rlminer/search/pattern_beam.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "rlminer/enumerate/census.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_graphs.h"

namespace rlminer::search {
namespace {

// What lies around the occurrences tells the frequencies of all larger patterns.
void expect_close_estimates(const Graph& graph) {
  const sample::SampleGraph prepared(graph);
  PatternBeam grown(prepared, {.width = 15});
  for (int size = 1; size <= 6; ++size) {
    const auto classes =
        enumerate::take_census(graph, {size}).sizes[static_cast<std::size_t>(size)];
    const auto& entries = grown.grow(Deadline());
    ASSERT_EQ(entries.size(), std::min<std::size_t>(15, classes.size()));
    for (const BeamEntry& entry : entries) {
      const auto truth = static_cast<double>(classes.at(entry.pattern));
      EXPECT_NEAR(entry.estimate.value, truth, 6 * entry.estimate.standard_error + 1e-9);
      EXPECT_TRUE(pattern::induce(graph, entry.occurrence) == entry.pattern);
    }
  }
}

TEST(PatternBeam, EstimatesComeCloseAtEverySize) {
  expect_close_estimates(testing::graph_with_hubs(8, 40, 2, 2));
}

TEST(PatternBeam, EstimatesComeCloseWhereEdgesAreDistinguished) {
  for (const testing::EdgeKinds kinds : {testing::EdgeKinds{.edge_labels = 2},
                                         {.edge_labels = 1, .directed = true},
                                         {.edge_labels = 2, .directed = true}}) {
    Rng rng(3);
    const Graph graph = testing::graph_with_hubs(8, 40, 2, 2);
    expect_close_estimates(testing::with_edge_kinds(graph, kinds, rng));
  }
}

TEST(PatternBeam, GrowsOnePatternAlone) {
  const Graph graph = testing::graph_with_hubs(8, 40, 2, 2);
  const sample::SampleGraph prepared(graph);
  PatternBeam grown(prepared, {.width = 3});
  for (int size = 1; size <= 5; ++size)
    grown.grow(Deadline());
  const auto census = enumerate::take_census(graph, {3, 4});
  for (const auto& [pattern, frequency] : census.sizes[3]) {
    grown.begin_with(pattern, 3);
    const auto& itself = grown.grow(Deadline());
    ASSERT_EQ(itself.size(), 1u);
    EXPECT_TRUE(itself[0].pattern == pattern);
    for (const BeamEntry& larger : grown.grow(Deadline())) {
      bool contains_it = false;
      for (int v = 0; v < 4; ++v) {
        const Pattern rest = larger.pattern.without(v);
        contains_it |= rest.connected() && pattern::canonicalize(rest).pattern == pattern;
      }
      EXPECT_TRUE(contains_it);
      EXPECT_TRUE(census.sizes[4].contains(larger.pattern));
    }
  }
}

}  // namespace
}  // namespace rlminer::search
