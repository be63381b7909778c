#include "rlminer/search/regrowth.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/sample/random_growth.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/sample_graphs.h"

namespace rlminer::search {
namespace {

// What a regrowth makes of one random set of each graph.
struct Regrown {
  Candidates candidates;
  LocalSearchOutcome outcome;
  Frequency before = {}, after = {};

  Regrown(const Graph& graph, std::span<const Vertex> set, int threads,
          const Deadline& deadline = {})
      : candidates(graph) {
    count::Counter counter(graph, threads);
    candidates.add(set);
    candidates.count(counter, {});
    before = candidates[0].frequency;
    const sample::SampleGraph prepared(graph);
    outcome = Regrowth(prepared, counter, 7, threads).run(candidates, deadline);
    after = candidates[candidates.best(1)[0]].frequency;
  }
};

TEST(Regrowth, NeverWorsensAndCountsRight) {
  std::size_t improved = 0;
  for (std::uint64_t seed = 0; seed < 60 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Graph graph = seed % 2 == 0 ? testing::random_small_graph(seed / 2, 10)
                                      : testing::random_related_graph(seed / 2, 10);
    for (const std::size_t size : {1, 2, 4, 6}) {
      const auto starts = sample::growth_starts(graph, size);
      if (starts.empty()) continue;
      sample::RandomGrowth growth(graph);
      Rng rng(seed);
      const Regrown regrown(graph, growth.draw(starts, size, rng), 1);
      EXPECT_GE(regrown.after, regrown.before);
      EXPECT_EQ(regrown.outcome.better, regrown.after > regrown.before);
      EXPECT_TRUE(regrown.outcome.complete);
      EXPECT_EQ(regrown.candidates.size(), regrown.outcome.patterns + 1);
      for (std::size_t i = 0; i < regrown.candidates.size(); ++i) {
        const Candidate& candidate = regrown.candidates[i];
        const auto pattern = testing::from_pattern(candidate.pattern);
        EXPECT_TRUE(
            testing::identical(testing::induced(graph, candidate.occurrences.at(0)), pattern));
        EXPECT_EQ(static_cast<std::uint64_t>(candidate.frequency.saturated()),
                  testing::frequency(graph, pattern));
      }
      improved += regrown.outcome.better ? 1 : 0;
    }
  }
  EXPECT_GT(improved, 20u);
}

// Chains c-c-c-c, with x-y-z at one end of five of them, u-v-w at the other end of nineteen others,
// and both on one. From the first kind swaps lead to the second only by way of what occurs once;
// they rather take the leaves of z.
class TwoKindsOfChains {
 public:
  TwoKindsOfChains() {
    for (int i = 0; i < 25; ++i) {
      const Vertex middle = add_chain("cccc");
      const bool is_rare = i < 5;
      if (is_rare || i == 5) {
        const Vertex x = add_chain("xyz");
        builder_.add_edge(middle, x);
        for (const char* const leaf : {"p", "q", "r"})
          builder_.add_edge(x + 2, add_chain(leaf));
      }
      if (!is_rare) builder_.add_edge(middle + 3, add_chain("uvw"));
    }
  }

  Graph build() { return builder_.build(); }
  static std::vector<Vertex> rare() { return {0, 1, 2, 3, 4, 5, 6}; }

 private:
  Vertex add_chain(const std::string& labels) {
    const auto first = static_cast<Vertex>(builder_.num_vertices());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto vertex = static_cast<Vertex>(builder_.num_vertices());
      builder_.add_vertex(std::to_string(vertex), labels.substr(i, 1));
      if (i > 0) builder_.add_edge(vertex - 1, vertex);
    }
    return first;
  }

  graph::GraphBuilder builder_;
};

TEST(Regrowth, LeavesALocalOptimum) {
  const Graph graph = TwoKindsOfChains().build();
  Candidates candidates(graph);
  count::Counter counter(graph, 1);
  candidates.add(TwoKindsOfChains::rare());
  candidates.count(counter, {});
  EXPECT_FALSE(local_search(candidates, counter, {}).better);
  EXPECT_EQ(candidates[0].frequency, Count{6});

  const Regrown regrown(graph, TwoKindsOfChains::rare(), 1);
  EXPECT_TRUE(regrown.outcome.better);
  EXPECT_EQ(regrown.after, Count{20});
}

TEST(Regrowth, IsTheSameOnAnyNumberOfThreads) {
  const Graph graph = testing::graph_with_hubs(8, 40, 2, 2);
  const std::vector<Vertex> set = [&] {
    sample::RandomGrowth growth(graph);
    Rng rng(1);
    return growth.draw(sample::growth_starts(graph, 6), 6, rng);
  }();
  const Regrown one(graph, set, 1);
  const Regrown three(graph, set, 3);
  ASSERT_EQ(one.candidates.size(), three.candidates.size());
  for (std::size_t i = 0; i < one.candidates.size(); ++i) {
    EXPECT_TRUE(one.candidates[i].pattern == three.candidates[i].pattern);
    EXPECT_EQ(one.candidates[i].frequency, three.candidates[i].frequency);
  }
}

TEST(Regrowth, DoesNothingWithoutTimeOrCandidates) {
  const Graph graph = TwoKindsOfChains().build();
  const Regrown late(graph, TwoKindsOfChains::rare(), 1, Deadline(0.0));
  EXPECT_EQ(late.outcome.patterns, 0u);
  EXPECT_FALSE(late.outcome.better || late.outcome.complete);

  Candidates none(graph);
  count::Counter counter(graph, 1);
  const sample::SampleGraph prepared(graph);
  const auto outcome = Regrowth(prepared, counter, 0, 1).run(none, {});
  EXPECT_EQ(outcome.patterns, 0u);
  EXPECT_FALSE(outcome.better);
}

}  // namespace
}  // namespace rlminer::search
