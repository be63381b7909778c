#include "rlminer/train/playground.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/testing/training_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::train {
namespace {

using testing::molecules;
using testing::same_graph;

std::vector<SolvedGraphPtr> solved(const std::vector<Graph>& graphs,
                                   const std::vector<int>& sizes) {
  std::vector<SolvedGraphPtr> result;
  for (const Graph& graph : graphs) {
    result.push_back(std::make_shared<const SolvedGraph>(
        env::Target(graph), *enumerate::OptimalValues::solve(graph, sizes, {})));
  }
  return result;
}

std::unique_ptr<FreshPool> pool_of(const std::vector<Graph>& sources, std::uint64_t first = 0) {
  return std::make_unique<FreshPool>(
      sources, FreshPool::Options{.perturb = {.min_vertices = 6, .max_vertices = 12},
                                  .sizes = {3, 5},
                                  .sets = 100'000,
                                  .seed = 7,
                                  .first = first,
                                  .threads = 1,
                                  .ahead = 4});
}

// That `hits` of `draws` is what the probability lets expect.
void expect_share(double hits, int draws, double probability) {
  const double deviation = std::sqrt(draws * probability * (1.0 - probability));
  EXPECT_NEAR(hits, draws * probability, 5.0 * deviation);
}

TEST(Playground, StartsEpisodesAsOftenAsTheOptionsSay) {
  const std::vector<Graph> sources = molecules(4, 10, 1);
  const std::vector<int> sizes = {3, 4, 5, 6};
  model::ImitationOptions options;
  options.fresh_active = 6;
  const auto originals = solved(sources, sizes);
  const Playground playground(options, sizes, originals, pool_of(sources));
  Rng rng(1);
  constexpr int kDraws = 20'000;
  std::map<int, int> by_size;
  int original = 0;
  int greedy = 0;
  int noisy = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Episode episode = playground.start(rng);
    ASSERT_TRUE(episode.state.chosen().empty());
    ASSERT_GT(episode.graph->values.best(episode.state.size()), 0u);
    ASSERT_TRUE(episode.noise == 0.0 || episode.noise == options.noise);
    noisy += episode.noise > 0.0 ? 1 : 0;
    greedy += episode.greedy ? 1 : 0;
    const bool is_original = std::ranges::find(originals, episode.graph) != originals.end();
    original += is_original ? 1 : 0;
    ++by_size[episode.state.size()];
  }
  expect_share(noisy, kDraws, options.noisy_share);
  expect_share(greedy, kDraws, options.greedy_share);
  expect_share(original, kDraws, 1.0 - options.fresh_share);
  // The fresh graphs are solved for sizes 3 and 5 only, the originals for all.
  const double small = options.small_weight;
  const double both = options.fresh_share / (1.0 + small);
  const double all = (1.0 - options.fresh_share) / (2.0 + 2.0 * small);
  expect_share(by_size[3], kDraws, small * (both + all));
  expect_share(by_size[4], kDraws, small * all);
  expect_share(by_size[5], kDraws, both + all);
  expect_share(by_size[6], kDraws, all);
}

TEST(Playground, PicksOnlySizesThatTheGraphHas) {
  const std::vector<int> sizes = {3, 4, 6, 9};
  const Playground playground({}, sizes, solved({testing::path(7)}, sizes), nullptr);
  EXPECT_EQ(playground.fresh_taken(), 0u);
  Rng rng(2);
  std::set<int> picked;
  for (int i = 0; i < 300; ++i)
    picked.insert(playground.start(rng).state.size());
  EXPECT_EQ(picked, (std::set<int>{3, 4, 6}));
}

testing::Set ascending(std::span<const Vertex> vertices) {
  testing::Set set(vertices.begin(), vertices.end());
  std::sort(set.begin(), set.end());
  return set;
}

TEST(Playground, ScattersToEveryDepthBeforeTheEnd) {
  const std::vector<int> sizes = {5};
  const Playground playground({}, sizes, solved(molecules(3, 10, 3), sizes), nullptr);
  Rng rng(3);
  std::map<std::size_t, int> depths;
  constexpr int kDraws = 5'000;
  for (int i = 0; i < kDraws; ++i) {
    Episode episode = playground.start(rng);
    playground.scatter(episode, rng);
    const auto chosen = episode.state.chosen();
    ++depths[chosen.size()];
    ASSERT_FALSE(episode.state.done());
    ASSERT_FALSE(episode.state.actions().empty());
    if (chosen.empty()) continue;
    ASSERT_TRUE(testing::is_connected(episode.graph->target.graph(), ascending(chosen)));
  }
  ASSERT_EQ(depths.size(), 5u);
  for (const auto& [depth, count] : depths)
    expect_share(count, kDraws, 1.0 / 5.0);
}

TEST(Playground, GreedyEpisodesTakeTheHighestScore) {
  model::ImitationOptions options;
  options.greedy_share = 1.0;
  options.noisy_share = 0.0;
  const std::vector<int> sizes = {4};
  const Playground playground(options, sizes, solved(molecules(3, 10, 4), sizes), nullptr);
  Rng rng(4);
  for (int i = 0; i < 200; ++i) {
    Episode episode = playground.start(rng);
    for (int step = 1; step <= 4; ++step) {
      std::vector<float> scores;
      for (std::size_t j = 0; j < episode.state.actions().size(); ++j)
        scores.push_back(static_cast<float>(rng.uniform()));
      const auto best = std::ranges::max_element(scores) - scores.begin();
      const Vertex wanted = episode.state.actions()[static_cast<std::size_t>(best)];
      ASSERT_EQ(playground.move(episode, scores, rng), step == 4);
      ASSERT_EQ(episode.state.chosen().back(), wanted);
    }
    ASSERT_TRUE(
        testing::is_connected(episode.graph->target.graph(), ascending(episode.state.chosen())));
  }
}

// The first moves of episodes on a path of three vertices, each scored the logarithm of its number.
std::map<Vertex, int> first_moves(const model::ImitationOptions& options, int draws) {
  const std::vector<int> sizes = {3};
  const Playground playground(options, sizes, solved({testing::path(3)}, sizes), nullptr);
  const std::vector<float> scores = {std::log(1.0f), std::log(2.0f), std::log(3.0f)};
  Rng rng(5);
  std::map<Vertex, int> taken;
  for (int i = 0; i < draws; ++i) {
    Episode episode = playground.start(rng);
    playground.move(episode, scores, rng);
    ++taken[episode.state.chosen().front()];
  }
  return taken;
}

TEST(Playground, OtherEpisodesDrawByTheScores) {
  model::ImitationOptions options;
  options.greedy_share = 0.0;
  options.noisy_share = 0.0;
  const auto drawn = first_moves(options, 20'000);
  for (Vertex v = 0; v < 3; ++v)
    expect_share(drawn.at(v), 20'000, (v + 1) / 6.0);

  options.noisy_share = 1.0;
  options.noise = 0.5;
  const auto noisy = first_moves(options, 20'000);
  for (Vertex v = 0; v < 3; ++v)
    expect_share(noisy.at(v), 20'000, 0.5 * (v + 1) / 6.0 + 0.5 / 3.0);
}

std::vector<SolvedGraphPtr> graphs_played_on(const Playground& playground, int draws) {
  Rng rng(6);
  std::vector<SolvedGraphPtr> graphs;
  for (int i = 0; i < draws; ++i)
    graphs.push_back(playground.start(rng).graph);
  return graphs;
}

bool same_graphs(const std::vector<SolvedGraphPtr>& a, const std::vector<SolvedGraphPtr>& b) {
  return std::ranges::equal(a, b, [](const SolvedGraphPtr& x, const SolvedGraphPtr& y) {
    return same_graph(x->target.graph(), y->target.graph());
  });
}

// What a resumed run does: it asks for the graphs that were in play, and must find each in its
// place.
TEST(Playground, FreshGraphsLieWhereTheyLayBefore) {
  const std::vector<Graph> sources = molecules(4, 10, 7);
  model::ImitationOptions options;
  options.fresh_active = 6;
  const std::vector<int> sizes = {3, 5};
  const auto originals = solved(sources, sizes);
  Playground playground(options, sizes, originals, pool_of(sources));
  const auto at_first = graphs_played_on(playground, 100);
  for (const std::size_t count : {1u, 2u, 4u, 9u}) {
    playground.refresh(count, true);
    const std::uint64_t first = playground.fresh_taken() - options.fresh_active;
    const Playground again(options, sizes, originals, pool_of(sources, first));
    EXPECT_EQ(again.fresh_taken(), playground.fresh_taken());
    const auto played = graphs_played_on(playground, 100);
    EXPECT_TRUE(same_graphs(played, graphs_played_on(again, 100)));
    EXPECT_FALSE(same_graphs(played, at_first));
  }
}

TEST(Playground, RefreshWithoutWaitingTakesWhatIsReady) {
  const std::vector<Graph> sources = molecules(4, 10, 8);
  model::ImitationOptions options;
  options.fresh_active = 6;
  Playground playground(options, {3, 5}, {}, pool_of(sources));
  while (playground.fresh_taken() < 20)
    playground.refresh(1, false);
  const Playground again(options, {3, 5}, {}, pool_of(sources, 20 - options.fresh_active));
  EXPECT_TRUE(same_graphs(graphs_played_on(playground, 100), graphs_played_on(again, 100)));
}

TEST(Playground, EpisodesGoOnOnGraphsThatWereReplaced) {
  const std::vector<Graph> sources = molecules(4, 10, 9);
  model::ImitationOptions options;
  options.fresh_active = 2;
  Playground playground(options, {3, 5}, {}, pool_of(sources));
  Rng rng(9);
  std::vector<Episode> episodes;
  for (int i = 0; i < 10; ++i)
    episodes.push_back(playground.start(rng));
  playground.refresh(4, true);
  for (Episode& episode : episodes) {
    for (bool done = false; !done;) {
      const std::vector<float> scores(episode.state.actions().size(), 0.0f);
      done = playground.move(episode, scores, rng);
    }
    EXPECT_GT(episode.graph->values.value(ascending(episode.state.chosen()), episode.state.size()),
              0u);
  }
}

}  // namespace
}  // namespace rlminer::train
