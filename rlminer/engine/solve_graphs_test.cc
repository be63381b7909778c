#include "rlminer/engine/solve_graphs.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/fake_clock.h"

namespace rlminer::engine {
namespace {

Graph path(std::size_t vertices) {
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < vertices; ++v)
    builder.add_vertex(std::to_string(v), "x");
  for (Vertex v = 1; v < vertices; ++v)
    builder.add_edge(v - 1, v);
  return builder.build();
}

// Answers with the number of vertices; small graphs take longest, so that answers come out of
// order.
class SlowEngine : public Engine {
 public:
  std::string name() const override { return "slow"; }
  std::vector<Answer> solve(const Graph& graph, const Problem&,
                            const Budget& budget) const override {
    widest = std::max(widest.load(), budget.threads);
    for (std::size_t i = 0; i < 4000 / (graph.num_vertices() + 1); ++i)
      std::this_thread::yield();
    Answer answer;
    answer.size = static_cast<int>(graph.num_vertices());
    return {answer};
  }
  mutable std::atomic<int> widest{0};
};

struct Outcome {
  std::vector<std::size_t> order;
  std::vector<int> sizes;
  int widest = 0;
};

Outcome run(std::size_t graphs, int threads) {
  std::vector<Graph> inputs;
  for (std::size_t i = 0; i < graphs; ++i)
    inputs.push_back(path(1 + i * 7 % 31));
  const SlowEngine engine;
  GraphsJob job{engine, inputs, {}, {}};
  job.budget.threads = threads;
  Outcome outcome;
  solve_graphs(job, [&](std::size_t i, const std::vector<Answer>& answers) {
    outcome.order.push_back(i);
    outcome.sizes.push_back(answers.at(0).size);
  });
  outcome.widest = engine.widest;
  return outcome;
}

TEST(SolveGraphs, DeliversEveryGraphOnceInInputOrder) {
  for (const int threads : {1, 2, 3, 8}) {
    const Outcome outcome = run(61, threads);
    ASSERT_EQ(outcome.order.size(), 61u);
    for (std::size_t i = 0; i < 61; ++i) {
      EXPECT_EQ(outcome.order[i], i);
      EXPECT_EQ(outcome.sizes[i], static_cast<int>(1 + i * 7 % 31));
    }
  }
}

TEST(SolveGraphs, ManyGraphsRunSideBySideAndFewOneAfterAnother) {
  EXPECT_EQ(run(16, 4).widest, 1);
  EXPECT_EQ(run(15, 4).widest, 4);
  EXPECT_EQ(run(1, 4).widest, 4);
}

// Answers with the number of graphs it was asked about together.
class TogetherEngine : public SlowEngine {
 public:
  std::vector<std::vector<Answer>> solve_many(std::span<const Graph* const> graphs, const Problem&,
                                              const Budget&) const override {
    Answer answer;
    answer.size = static_cast<int>(graphs.size());
    return std::vector<std::vector<Answer>>(graphs.size(), {answer});
  }
};

TEST(SolveGraphs, GraphsMayBeSolvedTogether) {
  const std::vector<Graph> inputs(700, path(3));
  const TogetherEngine engine;
  GraphsJob job{engine, inputs, {}, {}};
  job.together = true;
  job.budget.threads = 2;
  std::vector<int> together;
  solve_graphs(job, [&](std::size_t i, const std::vector<Answer>& answers) {
    EXPECT_EQ(i, together.size());
    together.push_back(answers.at(0).size);
  });
  ASSERT_EQ(together.size(), 700u);
  EXPECT_EQ(together[0], 512);
  EXPECT_EQ(together[511], 512);
  EXPECT_EQ(together[699], 188);
}

// Says how much time it was given.
class PunctualEngine : public SlowEngine {
 public:
  std::vector<Answer> solve(const Graph&, const Problem&, const Budget& budget) const override {
    given = budget.deadline.remaining();
    return {Answer()};
  }
  mutable std::atomic<double> given{0.0};
};

// Reading may have taken all the time. Of many graphs, each with a moment would add up.
TEST(SolveGraphs, OneGraphAlwaysHasAMoment) {
  testing::FakeClock clock;
  const PunctualEngine engine;
  for (const std::size_t graphs : {1u, 2u}) {
    const std::vector<Graph> inputs(graphs, path(3));
    GraphsJob job{engine, inputs, {}, {}};
    job.share_time = true;
    job.budget.deadline = Deadline(0.0, nullptr, clock);
    solve_graphs(job, [](std::size_t, const std::vector<Answer>&) {});
    EXPECT_EQ(engine.given > 0.0, graphs == 1);
  }
}

TEST(SolveGraphs, FailureToDeliverEndsTheRun) {
  for (const int threads : {1, 4}) {
    const std::vector<Graph> inputs(40, path(3));
    const SlowEngine engine;
    GraphsJob job{engine, inputs, {}, {}};
    job.budget.threads = threads;
    std::atomic<int> calls{0};
    EXPECT_THROW(solve_graphs(job,
                              [&](std::size_t, const std::vector<Answer>&) {
                                ++calls;
                                throw Error("disk full");
                              }),
                 Error);
    EXPECT_LE(calls, threads);
  }
}

}  // namespace
}  // namespace rlminer::engine
