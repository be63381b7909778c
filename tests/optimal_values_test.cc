#include "rlminer/enumerate/optimal_values.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/base/rng.h"
#include "rlminer/env/reward.h"
#include "rlminer/env/state.h"
#include "rlminer/graph/collection.h"
#include "rlminer/testing/graph_files.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::tests {
namespace {

using testing::Set;

// V* by its definition: try every continuation.
class BruteForce {
 public:
  explicit BruteForce(const Graph& graph) : graph_(graph) {}

  std::uint64_t value(const Set& set, int size) {
    const auto [place, is_new] = values_.try_emplace({set, size}, 0);
    if (!is_new) return place->second;
    std::uint64_t best = 0;
    if (set.size() == static_cast<std::size_t>(size)) {
      best = testing::frequency(graph_, testing::induced(graph_, set));
    } else {
      for (Vertex v = 0; v < graph_.num_vertices(); ++v) {
        if (testing::contains(set, v)) continue;
        const Set grown = testing::with(set, v);
        if (testing::is_connected(graph_, grown)) best = std::max(best, value(grown, size));
      }
    }
    return values_[{set, size}] = best;
  }

 private:
  const Graph& graph_;
  std::map<std::pair<Set, int>, std::uint64_t> values_;
};

enumerate::OptimalValues solve(const Graph& graph, const std::vector<int>& sizes) {
  auto values = enumerate::OptimalValues::solve(graph, sizes, {});
  EXPECT_TRUE(values.has_value());
  return *std::move(values);
}

// The ratios of the state's actions, against the values of the sets they lead to.
void expect_ratios(const enumerate::OptimalValues& values, BruteForce& oracle,
                   const env::State& state) {
  std::vector<float> ratios(state.actions().size());
  values.action_ratios(state.chosen(), state.actions(), state.size(), ratios);
  const auto best = static_cast<double>(oracle.value({}, state.size()));
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    Set next(state.chosen().begin(), state.chosen().end());
    next.push_back(state.actions()[i]);
    std::sort(next.begin(), next.end());
    EXPECT_FLOAT_EQ(ratios[i], static_cast<float>(
                                   static_cast<double>(oracle.value(next, state.size())) / best));
  }
}

std::vector<int> some_sizes(Rng& rng) {
  std::vector<int> sizes;
  while (sizes.empty()) {
    for (int size = 1; size <= 6; ++size) {
      if (rng.chance(0.5)) sizes.push_back(size);
    }
  }
  return sizes;
}

TEST(OptimalValues, AreThoseOfBruteForce) {
  for (std::uint64_t seed = 0; seed < 780 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Rng rng(seed);
    const env::Target target(testing::random_small_graph(seed, 8));
    const Graph& graph = target.graph();
    const std::vector<int> sizes = some_sizes(rng);
    const enumerate::OptimalValues values = solve(graph, sizes);
    BruteForce oracle(graph);
    std::size_t sets = 0;
    for (const Set& set : testing::all_subsets(graph)) {
      const bool connected = set.empty() || testing::is_connected(graph, set);
      if (!set.empty() && set.size() <= static_cast<std::size_t>(sizes.back())) sets += connected;
      for (const int size : sizes) {
        const bool possible = connected && set.size() <= static_cast<std::size_t>(size);
        EXPECT_EQ(values.value(set, size), possible ? oracle.value(set, size) : 0);
      }
    }
    EXPECT_EQ(values.num_sets(), sets);
    for (const int size : sizes) {
      EXPECT_EQ(values.best(size), oracle.value({}, size));
      for (int episode = 0; episode < 3; ++episode) {
        env::State state(target, size);
        while (!state.actions().empty()) {
          expect_ratios(values, oracle, state);
          state.extend(state.actions()[rng.below(state.actions().size())]);
        }
      }
    }
  }
}

TEST(OptimalValues, SizesNotAskedForAreUnknown) {
  const env::Target target(testing::path(6));
  const enumerate::OptimalValues values = solve(target.graph(), {3, 5});
  EXPECT_EQ(values.best(3), 4u);
  EXPECT_EQ(values.best(4), 0u);
  EXPECT_EQ(values.value(Set{1, 2}, 4), 0u);
  env::State state(target, 4);
  std::vector<float> ratios(6, 1.0f);
  values.action_ratios(state.chosen(), state.actions(), state.size(), ratios);
  EXPECT_EQ(ratios, std::vector<float>(6, 0.0f));
}

TEST(OptimalValues, LongPaths) {
  const Graph graph = testing::path(40);
  std::vector<int> sizes;
  for (int size = 1; size <= pattern::kMaxPatternSize; ++size)
    sizes.push_back(size);
  const enumerate::OptimalValues values = solve(graph, sizes);
  for (const int size : sizes) {
    EXPECT_EQ(values.best(size), 41u - static_cast<unsigned>(size));
    EXPECT_EQ(values.value(Set{17}, size), values.best(size));
  }
  EXPECT_EQ(values.num_sets(), 40u * 32 - 31 * 32 / 2);
}

TEST(OptimalValues, EmptyGraph) {
  const enumerate::OptimalValues values = solve(Graph(), {1, 3});
  EXPECT_EQ(values.best(3), 0u);
  EXPECT_EQ(values.value({}, 3), 0u);
  EXPECT_EQ(values.num_sets(), 0u);
}

TEST(OptimalValues, GivesUpAtTheLimits) {
  const Graph graph = testing::random_small_graph(5, 12);  // a clique
  const std::vector<int> sizes{2, 4};
  const std::size_t sets = solve(graph, sizes).num_sets();
  EXPECT_TRUE(enumerate::OptimalValues::solve(graph, sizes, {.sets = sets}).has_value());
  EXPECT_FALSE(enumerate::OptimalValues::solve(graph, sizes, {.sets = sets - 1}).has_value());
  const std::atomic<bool> cancelled{true};
  EXPECT_FALSE(enumerate::OptimalValues::solve(
                   graph, sizes, {.deadline = Deadline(Deadline::kForever, &cancelled)})
                   .has_value());
}

TEST(OptimalValues, BadSizesAreRefused) {
  const Graph graph = testing::path(3);
  for (const std::vector<int>& sizes :
       std::vector<std::vector<int>>{{}, {0, 1}, {3, 2}, {2, 2}, {pattern::kMaxPatternSize + 1}}) {
    EXPECT_THROW(enumerate::OptimalValues::solve(graph, sizes, {}), Error);
  }
}

// On real graphs, against the census: the best of each size, and the last step of episodes.
TEST(OptimalValues, AgreeWithTheCensusOfEnzymes) {
  REQUIRE_DATA();
  const auto collection =
      graph::paper_filter(io::read_collection(testing::data_folder() / "ENZYMES"));
  const std::vector<int> sizes{3, 4, 5, 6, 7};
  Rng rng(1);
  for (std::size_t g = 0; g < collection.graphs.size(); g += 40) {
    const env::Target target(collection.graphs[g]);
    const enumerate::OptimalValues values = solve(target.graph(), sizes);
    const env::Frequencies frequencies(target.graph(), sizes);
    for (const int size : sizes) {
      EXPECT_EQ(values.best(size), frequencies.best(size));
      env::State state(target, size);
      while (state.remaining() > 1)
        state.extend(state.actions()[rng.below(state.actions().size())]);
      std::vector<float> ratios(state.actions().size());
      values.action_ratios(state.chosen(), state.actions(), state.size(), ratios);
      for (std::size_t i = 0; i < ratios.size(); ++i) {
        auto next = state;
        next.extend(state.actions()[i]);
        EXPECT_FLOAT_EQ(ratios[i], static_cast<float>(
                                       static_cast<double>(frequencies.frequency(next.chosen())) /
                                       values.best(size)));
      }
    }
  }
}

}  // namespace
}  // namespace rlminer::tests
