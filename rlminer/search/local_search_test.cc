#include "rlminer/search/local_search.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/sample/random_growth.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::search {
namespace {

// A graph of every kind, every second one with edges that are distinguished.
Graph any_graph(std::uint64_t seed, std::size_t max_vertices) {
  return seed % 2 == 0 ? testing::random_small_graph(seed / 2, max_vertices)
                       : testing::random_related_graph(seed / 2, max_vertices);
}

void expect_counted(const Graph& graph, const Candidates& candidates) {
  std::set<Pattern> distinct;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto pattern = testing::from_pattern(candidates[i].pattern);
    EXPECT_TRUE(
        testing::identical(testing::induced(graph, candidates[i].occurrences.at(0)), pattern));
    EXPECT_TRUE(candidates[i].frequency.exact());
    EXPECT_EQ(static_cast<std::uint64_t>(candidates[i].frequency.saturated()),
              testing::frequency(graph, pattern));
    EXPECT_TRUE(distinct.insert(candidates[i].pattern).second);
  }
}

TEST(Candidates, OneForEachIsomorphismClass) {
  for (std::uint64_t seed = 0; seed < 160 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = any_graph(seed, 10);
    for (const int size : {3, 5}) {
      Candidates candidates(graph);
      for (const auto& each : testing::classes_of_size(graph, size)) {
        EXPECT_TRUE(candidates.add(each.representative));
        auto again = each.representative;
        std::reverse(again.begin(), again.end());
        EXPECT_FALSE(candidates.add(again));
      }
      count::Counter counter(graph);
      candidates.count(counter, {});
      expect_counted(graph, candidates);
    }
  }
}

TEST(Candidates, OutOfTimeTheyOccurAtLeastOnce) {
  const Graph graph = testing::random_small_graph(1, 10);
  const std::atomic<bool> cancelled{true};
  Candidates candidates(graph);
  for (const auto& each : testing::classes_of_size(graph, 4))
    candidates.add(each.representative);
  count::Counter counter(graph);
  candidates.count(counter, Deadline(Deadline::kForever, &cancelled));
  for (std::size_t i = 0; i < candidates.size(); ++i)
    EXPECT_GE(candidates[i].frequency, Count{1});
}

TEST(Candidates, KeepTheBetterOfTwoFindings) {
  const Graph graph = testing::random_small_graph(7, 9);  // a path
  Candidates candidates(graph);
  const std::vector<Vertex> set{0, 1, 2};
  Finding finding;
  finding.pattern = pattern::canonicalize(pattern::induce(graph, set)).pattern;
  finding.occurrences = {set};
  finding.frequency = Frequency::at_least(Count{2});
  candidates.add(finding);
  EXPECT_TRUE(candidates.best(1).empty());  // a lower bound has to be counted
  finding.frequency = Frequency::exactly(Count{3});
  candidates.add(finding);
  finding.frequency = Frequency::at_least(Count{1});
  candidates.add(finding);
  ASSERT_EQ(candidates.size(), 1u);
  EXPECT_TRUE(candidates[0].counted && candidates[0].frequency.exact() &&
              candidates[0].frequency == 3);
}

TEST(Candidates, KeepTheMoreCertainOfTwoEstimates) {
  const Graph graph = testing::random_small_graph(7, 9);  // a path
  Candidates candidates(graph);
  Finding finding = found_at(graph, std::vector<Vertex>{0, 1, 2});
  for (const auto& [value, interval] : {std::pair{70e9, Interval{10e9, 900e9}},
                                        {93e9, Interval{87e9, 135e9}},
                                        {120e9, Interval{53e9, 4500e9}}}) {
    finding.frequency = Frequency::estimated(value, interval);
    candidates.add(finding);
  }
  EXPECT_EQ(candidates[0].frequency.to_double(), 93e9);
  finding.frequency = Frequency::at_least(BigCount(Count{100'000'000'000}));
  candidates.add(finding);  // which is certain
  EXPECT_EQ(candidates[0].frequency.to_double(), 100e9);
}

TEST(LocalSearch, NeverWorsensAndCountsRight) {
  std::size_t improved = 0;
  for (std::uint64_t seed = 0; seed < 600 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = any_graph(seed, 10);
    for (const int size : {1, 3, 5}) {
      const auto starts = sample::growth_starts(graph, static_cast<std::size_t>(size));
      if (starts.empty()) continue;
      sample::RandomGrowth growth(graph);
      Rng rng(seed);
      Candidates candidates(graph);
      candidates.add(growth.draw(starts, static_cast<std::size_t>(size), rng));
      count::Counter counter(graph, 1);
      candidates.count(counter, {});
      const Frequency before = candidates[candidates.best(1)[0]].frequency;
      const auto outcome = local_search(candidates, counter, {});
      const Frequency after = candidates[candidates.best(1)[0]].frequency;
      EXPECT_GE(after, before);
      EXPECT_EQ(outcome.better, after > before);
      EXPECT_TRUE(outcome.complete);
      EXPECT_EQ(candidates.size(), outcome.patterns + 1);
      EXPECT_EQ(counter.remembered(), candidates.size());
      expect_counted(graph, candidates);
      improved += outcome.better ? 1 : 0;
    }
  }
  EXPECT_GT(improved, 100u);
}

// Swaps lead from any connected set to any other of its component: who keeps every candidate as a
// leader meets every pattern.
TEST(LocalSearch, ReachesEveryPatternOfAConnectedGraph) {
  std::size_t graphs = 0;
  for (std::uint64_t seed = 0; seed < 600 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = any_graph(seed, 8);
    if (graph::connected_components(graph).sizes.size() != 1) continue;
    ++graphs;
    for (const int size : {2, 4}) {
      const auto classes = testing::classes_of_size(graph, size);
      if (classes.empty()) continue;
      Candidates candidates(graph);
      candidates.add(classes.back().representative);
      count::Counter counter(graph, 1);
      candidates.count(counter, {});
      local_search(candidates, counter, {.leaders = 1'000'000});
      EXPECT_EQ(candidates.size(), classes.size());
      EXPECT_EQ(static_cast<std::uint64_t>(candidates[candidates.best(1)[0]].frequency.saturated()),
                classes[0].count);
    }
  }
  EXPECT_GT(graphs, 100u);
}

// Twenty paths C-C-O hang on a ring of unique labels. One swap away from one of them is a set whose
// pattern occurs once.
TEST(LocalSearch, MendsANearMiss) {
  graph::GraphBuilder builder;
  const auto add = [&](const std::string& label) {
    const auto v = static_cast<Vertex>(builder.num_vertices());
    builder.add_vertex(std::to_string(v), label);
    return v;
  };
  std::vector<Vertex> ring;
  std::vector<Vertex> heads;
  for (int i = 0; i < 20; ++i)
    ring.push_back(add("ring" + std::to_string(i)));
  for (std::size_t i = 0; i < 20; ++i) {
    builder.add_edge(ring[i], ring[(i + 1) % 20]);
    const Vertex a = add("C"), b = add("C"), c = add("O");
    builder.add_edge(ring[i], a);
    builder.add_edge(a, b);
    builder.add_edge(b, c);
    heads.push_back(a);
  }
  const Graph graph = builder.build();
  Candidates candidates(graph);
  candidates.add(std::vector<Vertex>{ring[4], heads[4], heads[4] + 1});
  count::Counter counter(graph, 1);
  candidates.count(counter, {});
  EXPECT_EQ(candidates[0].frequency, Count{1});
  EXPECT_TRUE(local_search(candidates, counter, {}).better);
  EXPECT_EQ(candidates[candidates.best(1)[0]].frequency, Count{20});
}

TEST(LocalSearch, RespectsItsLimits) {
  const Graph graph = testing::random_small_graph(1, 10);
  const std::atomic<bool> cancelled{true};
  for (const bool stopped : {false, true}) {
    Candidates candidates(graph);
    count::Counter counter(graph, 1);
    LocalSearchLimits limits{.leaders = 1000, .patterns = 1};
    if (stopped) limits.deadline = Deadline(Deadline::kForever, &cancelled);
    EXPECT_FALSE(local_search(candidates, counter, limits).complete);  // nothing to begin with
    candidates.add(testing::classes_of_size(graph, 4).back().representative);
    candidates.count(counter, {});
    const auto outcome = local_search(candidates, counter, limits);
    EXPECT_FALSE(outcome.complete);
    EXPECT_LE(outcome.patterns, stopped ? 0u : 16u);  // it counts some together
  }
}

// One vertex for thousands of others, each of them a pattern to be put into canonical form: that is
// as much as may be done at a time.
TEST(LocalSearch, AsksTheTimeForEveryVertexThatIsSwapped) {
  const Graph graph = testing::random_small_graph(5, 10);  // a clique
  Candidates candidates(graph);
  count::Counter counter(graph, 1);
  candidates.add(testing::classes_of_size(graph, 4).back().representative);
  candidates.count(counter, {});
  const testing::FakeClock clock;
  const Deadline deadline(1e9, nullptr, clock);
  const std::uint64_t before = clock.looks();
  local_search(candidates, counter, {.patterns = 1, .deadline = deadline.at_most(1e7)});
  const auto occurrences =
      std::min<std::size_t>(32, counter.find(candidates[0].pattern, 32, Deadline()).size());
  EXPECT_GE(clock.looks() - before, 4 * (occurrences + 1));
}

}  // namespace
}  // namespace rlminer::search
