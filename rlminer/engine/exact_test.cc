#include "rlminer/engine/exact.h"

#include <atomic>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/count/matcher.h"
#include "rlminer/engine/registry.h"
#include "rlminer/generate/generate.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::engine {
namespace {

Graph dense_graph(std::size_t n, std::size_t edges, std::size_t labels) {
  Rng rng(5);
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(labels)));
  for (std::size_t e = 0; e < edges; ++e) {
    builder.add_edge(static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n)));
  }
  return builder.build();
}

TEST(Exact, ThePapersExample) {
  graph::GraphBuilder builder;
  for (int v = 1; v <= 8; ++v)
    builder.add_vertex(std::to_string(v), v == 5 || v == 7 ? "B" : "A");
  for (const auto& [u, v] :
       {std::pair{1, 2}, {1, 3}, {2, 3}, {3, 5}, {4, 5}, {5, 6}, {6, 7}, {7, 8}}) {
    builder.add_edge(static_cast<Vertex>(u - 1), static_cast<Vertex>(v - 1));
  }
  const Graph graph = builder.build();
  Problem problem;
  problem.sizes = {3};
  problem.top = 100;
  const Answer answer = ExactEngine().solve(graph, problem, Budget()).at(0);
  ASSERT_TRUE(answer.proven);
  const Finding& winner = answer.findings.at(0);
  EXPECT_TRUE(winner.frequency == 4);
  EXPECT_EQ(winner.pattern.num_edges(), 2);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(graph.label_dictionary().name(winner.pattern.label(i)),
              winner.pattern.degree(i) == 2 ? "B" : "A");
  }
  int triangles = 0;
  for (const Finding& finding : answer.findings) {
    if (finding.pattern.num_edges() != 3) continue;
    ++triangles;
    EXPECT_TRUE(finding.frequency == 1);
  }
  EXPECT_EQ(triangles, 1);
}

TEST(Exact, OutOfTimeIsNotProvenButAnswered) {
  const Graph graph = dense_graph(400, 4000, 6);
  Problem problem;
  problem.sizes = {4, 8};
  const testing::FakeClock clock(0.005);
  Budget budget;
  budget.deadline = Deadline(0.05, nullptr, clock);
  const auto answers = ExactEngine().solve(graph, problem, budget);
  ASSERT_EQ(answers.size(), 2u);
  for (const Answer& answer : answers) {
    EXPECT_FALSE(answer.proven);
    EXPECT_FALSE(answer.sets_exact);
    EXPECT_FALSE(answer.note.empty());
    ASSERT_EQ(answer.findings.size(), 1u);
    EXPECT_GT(answer.findings[0].frequency.to_double(), 0.0);
    const Frequency all = count::Matcher(graph).count(answer.findings[0].pattern);
    if (answer.findings[0].frequency.exact()) {
      EXPECT_TRUE(answer.findings[0].frequency == all);
    } else {
      EXPECT_TRUE(answer.findings[0].frequency <= all);
    }
  }
}

TEST(Exact, CancelledBeforeTheStartStillAnswers) {
  const std::atomic<bool> cancelled{true};
  Problem problem;
  problem.sizes = {3};
  Budget budget;
  budget.deadline = Deadline(Deadline::kForever, &cancelled);
  const Answer answer = ExactEngine().solve(dense_graph(50, 100, 2), problem, budget).at(0);
  EXPECT_FALSE(answer.proven);
  EXPECT_EQ(answer.findings.size(), 1u);
}

TEST(Exact, MemoryLimitIsNotProvenButAnswered) {
  Problem problem;
  problem.sizes = {7};
  Budget budget;
  const MemoryLimit one_byte(1);
  budget.deadline = Deadline().within(one_byte);
  const Answer answer = ExactEngine().solve(dense_graph(80, 400, 3), problem, budget).at(0);
  EXPECT_FALSE(answer.proven);
  EXPECT_EQ(answer.note, "memory limit reached");
}

// By whichever road the proof came, and whatever examples that road has met.
TEST(Exact, WithoutTheClockTheRoadLeavesNoTraces) {
  const Graph graph = dense_graph(60, 260, 3);
  const Problem problem{.sizes = {6}, .top = 3, .occurrences = 2};
  Answer walked = ExactEngine().solve(graph, problem, {}).at(0);
  ASSERT_TRUE(walked.proven);
  ASSERT_GT(walked.sets, Count{1'000'000});
  Answer proven = walked;
  proven.sets = 0;
  proven.sets_exact = false;
  proven.note = "proven without enumeration";
  proven.upper_bound = walked.findings[0].frequency.saturated();
  for (Finding& finding : proven.findings)
    std::swap(finding.occurrences[0], finding.occurrences[1]);
  count::Counter counter(graph);
  walked = without_clock(std::move(walked), problem, counter);
  proven = without_clock(std::move(proven), problem, counter);
  EXPECT_EQ(walked.sets, proven.sets);
  EXPECT_EQ(walked.note, proven.note);
  EXPECT_EQ(walked.upper_bound, proven.upper_bound);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(walked.findings[i].occurrences, proven.findings[i].occurrences);
    EXPECT_EQ(walked.findings[i].occurrences.size(), 2u);
  }
}

// Examples too: a graph that comes alone, at the end of a stream, has all threads.
TEST(Exact, TheNumberOfThreadsLeavesNoTraces) {
  const ExactEngine engine;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Rng rng(seed);
    const Graph graph = generate::generate({generate::Molecule{25}, {}, {}}, rng);
    Problem problem;
    problem.sizes = {3, 4, 5, 6, 7, 8};
    problem.top = 2;
    problem.occurrences = 1;
    const auto answers = [&](int threads) {
      Budget budget;
      budget.threads = threads;
      return engine.solve(graph, problem, budget);
    };
    const std::vector<Answer> expected = answers(1);
    for (const int threads : {2, 3, 8}) {
      const std::vector<Answer> actual = answers(threads);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(actual[i].findings.size(), expected[i].findings.size());
        for (std::size_t j = 0; j < expected[i].findings.size(); ++j) {
          EXPECT_EQ(actual[i].findings[j].pattern, expected[i].findings[j].pattern);
          EXPECT_EQ(actual[i].findings[j].frequency, expected[i].findings[j].frequency);
          EXPECT_EQ(actual[i].findings[j].occurrences, expected[i].findings[j].occurrences)
              << "seed " << seed << ", threads " << threads << ", k " << expected[i].size;
        }
      }
    }
  }
}

TEST(Exact, ReportsProgress) {
  std::atomic<int> calls{0};
  Problem problem;
  problem.sizes = {7};
  Budget budget;
  budget.on_progress = [&](const Progress& progress) {
    EXPECT_GE(progress.fraction, 0.0);
    EXPECT_LE(progress.fraction, 1.0);
    ++calls;
  };
  ExactEngine().solve(dense_graph(80, 400, 3), problem, budget);
  EXPECT_GT(calls.load(), 0);
}

// With a sketch of a few keys nearly everything collides, and every way of resolving a key is
// taken.
TEST(Exact, ATinySketchGivesTheSameAnswer) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 12);
    Problem problem;
    problem.sizes = {3, 4, 5, 6};
    for (const std::size_t top : {1, 4, 1000}) {
      problem.top = top;
      const auto expected = ExactEngine().solve(graph, problem, Budget());
      for (const int bits : {2, 4}) {
        const auto actual = ExactEngine({.max_sketch_bits = bits}).solve(graph, problem, Budget());
        for (std::size_t i = 0; i < expected.size(); ++i) {
          ASSERT_TRUE(actual[i].proven);
          ASSERT_EQ(actual[i].findings.size(), expected[i].findings.size()) << "seed " << seed;
          for (std::size_t r = 0; r < expected[i].findings.size(); ++r) {
            EXPECT_TRUE(actual[i].findings[r].pattern == expected[i].findings[r].pattern) << seed;
            EXPECT_TRUE(actual[i].findings[r].frequency == expected[i].findings[r].frequency)
                << seed;
          }
        }
      }
    }
  }
}

// Where nearly every set has a pattern of its own, hardly any end of walks would tell all colliding
// keys apart: whoever has better things to do is asked.
TEST(Exact, WalkingAgainAndAgainCanBeStopped) {
  const Graph graph = dense_graph(1000, 2000, 300);
  Problem problem;
  problem.sizes = {5};
  const testing::FakeClock clock(0.1);
  Budget budget;
  budget.deadline = Deadline(1e9, nullptr, clock);
  bool counted = false;
  const auto sketch = [&](const auto& ranked, const auto& wanted, const auto& walk, int bits) {
    auto result = enumerate::sketch_sets(ranked, wanted, walk, bits);
    counted = true;
    return result;
  };
  for (const WalkDecision then : {WalkDecision::Continue, WalkDecision::Stop}) {
    counted = false;
    std::size_t asked = 0;
    const auto decide = [&](const WalkForecast& forecast) {
      if (!counted) return WalkDecision::Continue;
      ++asked;
      EXPECT_GE(forecast.total_seconds, forecast.seconds);
      return then;
    };
    const auto answers = take_watched_census(graph, problem, budget, 13, decide, sketch);
    const bool stopped = then == WalkDecision::Stop;
    EXPECT_EQ(answers[0].proven, !stopped);
    EXPECT_EQ(answers[0].note, stopped ? "would take too long" : "");
    EXPECT_TRUE(answers[0].sets_exact);
    EXPECT_FALSE(answers[0].findings.empty());
    if (stopped) {
      EXPECT_EQ(asked, 1u);
    } else {
      EXPECT_GT(asked, 1u);
    }
  }
}

void expect_same(const Answer& actual, const Answer& expected, const std::string& where) {
  ASSERT_TRUE(actual.proven && expected.proven) << where;
  ASSERT_EQ(actual.findings.size(), expected.findings.size()) << where;
  for (std::size_t r = 0; r < expected.findings.size(); ++r) {
    const Finding &a = actual.findings[r], &b = expected.findings[r];
    EXPECT_TRUE(a.pattern == b.pattern) << where;
    EXPECT_TRUE(a.frequency == b.frequency && a.frequency.exact() && b.frequency.exact()) << where;
    EXPECT_EQ(a.occurrences.size(), b.occurrences.size()) << where;
  }
}

// Bounds alone, or with a census for the sizes they did not settle, are as good as the census.
TEST(Exact, BoundsGiveTheSameAnswer) {
  int without_census = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 11);
    Problem problem;
    problem.sizes = {3, 4, 5, 12};
    problem.top = 1 + seed % 3;
    problem.occurrences = seed % 4;
    Budget budget;
    budget.threads = 1 + static_cast<int>(seed % 2);
    const auto expected =
        ExactEngine({.walk = {.bounds_after = Deadline::kForever}}).solve(graph, problem, budget);
    const auto actual = ExactEngine({.walk = {.bounds_after = 0.0}}).solve(graph, problem, budget);
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expect_same(actual[i], expected[i], "seed " + std::to_string(seed));
      without_census += !actual[i].note.empty();
    }
  }
  EXPECT_GT(without_census, 400);
}

// Two hubs with hundreds of neighbours: far too many sets to walk, and nothing to them with bounds.
TEST(Exact, HubsAreProvenWithoutAWalk) {
  graph::GraphBuilder builder;
  for (int v = 0; v < 802; ++v)
    builder.add_vertex(std::to_string(v), v < 2 ? "hub" : v % 3 == 0 ? "a" : "b");
  builder.add_edge(0, 1);
  for (Vertex v = 2; v < 802; ++v)
    builder.add_edge(v % 2, v);
  const Graph graph = builder.build();
  Problem problem;
  problem.sizes = {4, 7};
  const auto answers = ExactEngine().solve(graph, problem, Budget());
  for (const Answer& answer : answers) {
    EXPECT_TRUE(answer.proven);
    ASSERT_EQ(answer.findings.size(), 1u);
    EXPECT_TRUE(answer.findings[0].frequency ==
                count::Matcher(graph).count(answer.findings[0].pattern));
  }
  EXPECT_EQ(answers[1].note, "proven without enumeration");
  EXPECT_FALSE(answers[1].sets_exact);
}

TEST(Engines, UnknownNamesAreRefused) {
  EXPECT_THROW(make_engine("nonsense"), Error);
  for (const EngineInfo& engine : engines()) {
    if (engine.model == UsesModel::Always) continue;
    EXPECT_EQ(make_engine(engine.name)->name(), engine.name);
  }
}

}  // namespace
}  // namespace rlminer::engine
