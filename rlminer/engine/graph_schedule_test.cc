#include <atomic>

#include <gtest/gtest.h>

#include "rlminer/engine/solve_graphs.h"
#include "rlminer/graph/builder.h"
#include "rlminer/testing/fake_clock.h"

namespace rlminer::engine {
namespace {

TEST(TimeShares, WithoutALimitNobodyIsLimited) {
  TimeShares shares(3, 1, Deadline());
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(shares.next().deadline.remaining(), Deadline::kForever);
}

TEST(TimeShares, WhatIsNotUsedIsLeftToTheOthers) {
  const testing::FakeClock clock;
  TimeShares shares(4, 1, Deadline(1000, nullptr, clock));
  for (const double expected : {250.0, 1000.0 / 3, 500.0, 1000.0}) {
    const TimeShare share = shares.next();
    EXPECT_DOUBLE_EQ(share.deadline.remaining(), expected);
    EXPECT_EQ(share.grace, TimeShares::kGraceSeconds);
  }
  TimeShares pairs(4, 2, Deadline(1000, nullptr, clock));
  for (const double expected : {500.0, 2000.0 / 3, 1000.0, 1000.0})
    EXPECT_DOUBLE_EQ(pairs.next().deadline.remaining(), expected);
}

TEST(TimeShares, LateGraphsHaveOneGracePeriodTogether) {
  std::atomic<bool> cancel{false};
  testing::FakeClock clock;
  TimeShares shares(3, 1, Deadline(Deadline::kForever, &cancel, clock));
  EXPECT_EQ(shares.next().deadline.remaining(), Deadline::kForever);
  cancel = true;
  EXPECT_EQ(shares.next().grace, TimeShares::kGraceSeconds);
  clock.advance(0.25);
  const TimeShare last = shares.next();
  EXPECT_DOUBLE_EQ(last.grace, TimeShares::kGraceSeconds - 0.25);
  EXPECT_TRUE(last.deadline.expired());
}

TEST(TimeShares, SmallestFirst) {
  std::vector<Graph> graphs;
  for (const Vertex edges : {3, 1, 2, 1}) {
    graph::GraphBuilder builder;
    builder.add_vertex("0", "A");
    for (Vertex v = 1; v <= edges; ++v) {
      builder.add_vertex(std::to_string(v), "A");
      builder.add_edge(0, v);
    }
    graphs.push_back(builder.build());
  }
  EXPECT_EQ(smallest_first(graphs), (std::vector<std::size_t>{1, 3, 2, 0}));
}

}  // namespace
}  // namespace rlminer::engine
