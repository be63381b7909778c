#include "rlminer/train/fresh_pool.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/env/foresight.h"
#include "rlminer/env/state.h"
#include "rlminer/testing/training_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::train {
namespace {

using testing::molecules;
using testing::same_graph;

FreshPool::Options some_options(int threads, std::uint64_t first = 0) {
  return {.perturb = {.min_vertices = 6, .max_vertices = 16},
          .sizes = {3, 5},
          .sets = 100'000,
          .seed = 11,
          .first = first,
          .threads = threads,
          .ahead = 8};
}

std::vector<SolvedGraphPtr> taken_from(FreshPool& pool, std::size_t count) {
  std::vector<SolvedGraphPtr> graphs;
  while (graphs.size() < count)
    graphs.push_back(pool.next());
  return graphs;
}

// That element i of `some` is element i + offset of `all`.
void expect_part(const std::vector<SolvedGraphPtr>& all, const std::vector<SolvedGraphPtr>& some,
                 std::size_t offset) {
  ASSERT_LE(some.size() + offset, all.size());
  for (std::size_t i = 0; i < some.size(); ++i) {
    const SolvedGraph& wanted = *all[i + offset];
    ASSERT_TRUE(same_graph(some[i]->target.graph(), wanted.target.graph())) << i;
    EXPECT_EQ(some[i]->values.num_sets(), wanted.values.num_sets());
  }
}

TEST(FreshPool, GraphsDependOnTheirNumbersAlone) {
  const std::vector<Graph> sources = molecules(5, 14, 1);
  FreshPool reference(sources, some_options(1));
  const auto all = taken_from(reference, 60);
  EXPECT_EQ(reference.taken(), 60u);
  for (const int threads : {1, 2, 5}) {
    for (const std::uint64_t first : {0u, 1u, 23u}) {
      SCOPED_TRACE(std::to_string(threads) + " threads, from number " + std::to_string(first));
      FreshPool pool(sources, some_options(threads, first));
      EXPECT_EQ(pool.taken(), first);
      expect_part(all, taken_from(pool, 60 - first), first);
      EXPECT_EQ(pool.taken(), 60u);
    }
  }
}

TEST(FreshPool, NumbersAndSeedsGiveDifferentGraphs) {
  const std::vector<Graph> sources = molecules(5, 14, 1);
  FreshPool pool(sources, some_options(1));
  auto other_seed = some_options(1);
  other_seed.seed = 12;
  FreshPool other(sources, other_seed);
  const auto graphs = taken_from(pool, 20);
  const auto others = taken_from(other, 20);
  int repeated = 0;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    const auto is_same = [&](const SolvedGraphPtr& graph) {
      return same_graph(graph->target.graph(), graphs[i]->target.graph());
    };
    repeated += static_cast<int>(std::ranges::count_if(graphs, is_same)) - 1;
    repeated += static_cast<int>(std::ranges::count_if(others, is_same));
  }
  EXPECT_LE(repeated, 2);
}

TEST(FreshPool, GraphsAreSolvedAndWithinTheLimits) {
  const std::vector<Graph> sources = molecules(5, 14, 2);
  FreshPool unlimited(sources, some_options(1));
  auto options = some_options(1);
  std::size_t most = 0;
  std::size_t sum = 0;
  for (const SolvedGraphPtr& graph : taken_from(unlimited, 40)) {
    most = std::max(most, graph->values.num_sets());
    sum += graph->values.num_sets();
  }
  options.sets = sum / 40;
  ASSERT_LT(options.sets, most);  // so that the limit means something
  FreshPool pool(sources, options);
  for (const SolvedGraphPtr& graph : taken_from(pool, 40)) {
    const Graph& drawn = graph->target.graph();
    EXPECT_GE(drawn.num_vertices(), 6u);
    EXPECT_LE(drawn.num_vertices(), 16u);
    EXPECT_LE(graph->values.num_sets(), options.sets);
    const auto solved = enumerate::OptimalValues::solve(drawn, options.sizes, {});
    for (const int size : options.sizes) {
      EXPECT_GT(graph->values.best(size), 0u);
      EXPECT_EQ(graph->values.best(size), solved->best(size));
    }
  }
}

TEST(FreshPool, TryNextGivesTheSameGraphsOrNone) {
  const std::vector<Graph> sources = molecules(5, 14, 3);
  FreshPool waiting(sources, some_options(2));
  FreshPool trying(sources, some_options(2));
  std::vector<SolvedGraphPtr> tried;
  while (tried.size() < 30) {
    const std::uint64_t before = trying.taken();
    SolvedGraphPtr graph = trying.try_next();
    EXPECT_EQ(trying.taken(), graph ? before + 1 : before);
    if (graph) {
      tried.push_back(std::move(graph));
    } else {
      std::this_thread::yield();
    }
  }
  expect_part(taken_from(waiting, 30), tried, 0);
}

TEST(FreshPool, SomeGraphsAreShortSighted) {
  constexpr int kForeseen = 4;
  const std::vector<Graph> sources = molecules(5, 14, 6);
  FreshPool plain(sources, some_options(1));
  const auto expected = taken_from(plain, 60);
  const auto sights = [&](double share) {
    FreshPool::Options options = some_options(2);
    options.encoder = env::Encoder::by_rank(4, true);
    options.encoder.foresee(kForeseen);
    options.short_sighted_share = share;
    FreshPool pool(sources, options);
    const auto graphs = taken_from(pool, expected.size());
    expect_part(expected, graphs, 0);
    std::map<int, int> counts;
    for (const SolvedGraphPtr& graph : graphs) {
      const env::Foresight& foresight = *graph->target.foresight();
      EXPECT_EQ(foresight.num_features(), env::action_features(kForeseen));
      ++counts[foresight.largest()];
    }
    return counts;
  };
  const auto all = static_cast<int>(expected.size());
  EXPECT_EQ(sights(0.0), (std::map<int, int>{{kForeseen, all}}));
  const auto short_sighted = sights(1.0);
  EXPECT_EQ(short_sighted.size(), static_cast<std::size_t>(kForeseen));  // 0 .. 3
  EXPECT_FALSE(short_sighted.contains(kForeseen));
  const auto some = sights(0.5);
  EXPECT_GT(some.at(kForeseen), all / 4);
  EXPECT_LT(some.at(kForeseen), all * 3 / 4);
}

TEST(FreshPool, ThreadsInTheBackgroundMakeTheSameGraphs) {
  const std::vector<Graph> sources = molecules(5, 14, 7);
  FreshPool reference(sources, some_options(1));
  FreshPool::Options options = some_options(3);
  options.urgent = 5;
  FreshPool pool(sources, options);
  expect_part(taken_from(reference, 40), taken_from(pool, 40), 0);
}

TEST(FreshPool, WhatCannotBeMadeIsAnErrorNotAWait) {
  const std::vector<Graph> sources = molecules(3, 12, 4);
  auto too_few_sets = some_options(2);
  too_few_sets.sets = 1;
  auto too_small = some_options(1);
  too_small.perturb = {.min_vertices = 3, .max_vertices = 4};
  too_small.sizes = {5};
  auto absurd = some_options(3);
  absurd.perturb.min_vertices = 0;
  for (const auto& options : {too_few_sets, too_small, absurd}) {
    FreshPool pool(sources, options);
    EXPECT_THROW(pool.next(), Error);
    EXPECT_THROW(pool.next(), Error);
    EXPECT_THROW(pool.try_next(), Error);
  }
  FreshPool no_sources({}, some_options(1));
  EXPECT_THROW(no_sources.next(), Error);
}

TEST(FreshPool, EndsWhileItsThreadsWork) {
  const std::vector<Graph> sources = molecules(5, 40, 5);
  auto options = some_options(3);
  options.perturb = {.min_vertices = 30, .max_vertices = 40};
  options.sizes = {3, 9};
  options.sets = 10'000'000;
  options.ahead = 1000;
  for (int i = 0; i < 5; ++i) {
    FreshPool pool(sources, options);
    if (i % 2 == 1) {
      EXPECT_NE(pool.next(), nullptr);
    }
  }
  // Also when all they do is in vain.
  options.sets = 50'000;
  options.sizes = {9, 12};
  const FreshPool pool(sources, options);
}

TEST(FreshPool, GraphsOutliveIt) {
  const std::vector<Graph> sources = molecules(5, 14, 6);
  auto pool = std::make_unique<FreshPool>(sources, some_options(1));
  const SolvedGraphPtr graph = pool->next();
  pool.reset();
  env::State state(graph->target, 3);
  EXPECT_FALSE(state.actions().empty());
  EXPECT_GT(graph->values.best(3), 0u);
}

TEST(SolveWhatFits, LargeSizesOnlyWhereWantedAndWithinTheLimit) {
  // A path of 20 vertices has 21 - k connected sets of k vertices: 144 up to size 9, 189 up to 12.
  const Graph graph = testing::path(20);
  const std::vector<int> sizes{3, 9, 12};
  const auto best_of_12 = [&](bool large, std::size_t sets) {
    const auto values = solve_what_fits(graph, sizes, large, {.sets = sets});
    return values ? static_cast<int>(values->best(12)) : -1;
  };
  EXPECT_EQ(best_of_12(true, 100'000), 9);
  EXPECT_EQ(best_of_12(false, 100'000), 0);  // unknown
  EXPECT_EQ(best_of_12(true, 150), 0);
  EXPECT_EQ(best_of_12(true, 100), -1);  // not even the small ones
  EXPECT_EQ(solve_what_fits(graph, sizes, true, {.sets = 150})->best(9), 12u);
}

}  // namespace
}  // namespace rlminer::train
