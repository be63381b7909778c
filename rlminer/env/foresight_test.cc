#include "rlminer/env/foresight.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/env/reward.h"
#include "rlminer/env/state.h"
#include "rlminer/testing/oracle.h"
#include "rlminer/testing/random_graphs.h"
#include "rlminer/testing/vertex_sets.h"

namespace rlminer::env {
namespace {

using testing::Set;

double to_base_16(double count) {
  return std::log(count) / std::log(16.0);
}

// What foresight says, by definition, from the frequency of every connected set.
class Definition {
 public:
  Definition(const Graph& graph, std::size_t largest) : largest_(largest) {
    for (const Set& set : testing::all_subsets(graph)) {
      if (!testing::is_connected(graph, set)) continue;
      const auto count =
          static_cast<double>(testing::frequency(graph, testing::induced(graph, set)));
      frequency_[set] = count;
      best_[set.size()] = std::max(best_[set.size()], count);
    }
  }

  std::vector<double> row(const Set& chosen, Vertex action) const {
    const Set all = testing::with(chosen, action);
    std::vector<double> row = {1.0};
    for (std::size_t size = 2; size <= largest_; ++size) {
      const double reachable = best_that_contains(all, size);
      row.push_back(reachable == 0.0 ? 0.0 : reachable / best_.at(size));
      row.push_back(reachable == 0.0 ? 0.0 : to_base_16(reachable));
    }
    add_parts(all, action, row);
    return row;
  }

 private:
  double best_that_contains(const Set& part, std::size_t size) const {
    double best = 0.0;
    for (const auto& [set, count] : frequency_) {
      if (set.size() == size && std::ranges::includes(set, part)) best = std::max(best, count);
    }
    return best;
  }

  void add_parts(const Set& all, Vertex action, std::vector<double>& row) const {
    std::vector<double> ratios, logarithms, changes;
    for (const auto& [set, count] : frequency_) {
      if (set.size() != std::min(all.size(), largest_) || !testing::contains(set, action) ||
          !std::ranges::includes(all, set))
        continue;
      ratios.push_back(count / best_.at(set.size()));
      logarithms.push_back(to_base_16(count));
      Set before = set;
      std::erase(before, action);
      if (frequency_.contains(before))
        changes.push_back(logarithms.back() - to_base_16(frequency_.at(before)));
    }
    row.push_back(mean(ratios));
    for (const auto& numbers : {logarithms, changes}) {
      row.push_back(mean(numbers));
      row.push_back(numbers.empty() ? 0.0 : std::ranges::max(numbers));
      row.push_back(numbers.empty() ? 0.0 : std::ranges::min(numbers));
    }
    row.push_back(to_base_16(static_cast<double>(ratios.size())));
  }

  static double mean(const std::vector<double>& numbers) {
    return numbers.empty() ? 0.0
                           : std::accumulate(numbers.begin(), numbers.end(), 0.0) /
                                 static_cast<double>(numbers.size());
  }

  std::size_t largest_;
  std::map<Set, double> frequency_;
  std::map<std::size_t, double> best_;
};

std::vector<float> rows_of(const Foresight& foresight, const State& state) {
  std::vector<float> rows(state.actions().size() * foresight.num_features(), -1.0F);
  foresight.describe(state.target().graph(), state.chosen(), state.actions(), rows);
  return rows;
}

// Calls check(state) for every state of an episode of random moves.
template <typename Check>
void play(const Graph& graph, int size, Rng& rng, Check&& check) {
  const Target target(graph);
  for (State state(target, size); !state.actions().empty();
       state.extend(state.actions()[rng.below(state.actions().size())]))
    check(state);
}

TEST(Foresight, AsDefined) {
  Rng rng(5);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const bool kinds = seed % 3 == 0;
    const Graph graph =
        kinds ? testing::random_related_graph(seed, 8) : testing::random_small_graph(seed, 8);
    const int largest = 1 + static_cast<int>(rng.below(Foresight::kLargestSet));
    const Foresight foresight(graph, largest, {}, Edges::ToldApart);
    const Definition definition(graph, static_cast<std::size_t>(largest));
    ASSERT_EQ(foresight.largest(), largest);
    play(graph, 1 + static_cast<int>(rng.below(8)), rng, [&](const State& state) {
      const std::vector<float> rows = rows_of(foresight, state);
      Set chosen(state.chosen().begin(), state.chosen().end());
      std::sort(chosen.begin(), chosen.end());
      for (std::size_t a = 0; a < state.actions().size(); ++a) {
        const std::vector<double> expected = definition.row(chosen, state.actions()[a]);
        ASSERT_EQ(expected.size(), foresight.num_features());
        for (std::size_t i = 0; i < expected.size(); ++i)
          ASSERT_NEAR(rows[a * expected.size() + i], expected[i], 1e-5) << seed << " feature " << i;
      }
    });
  }
}

TEST(Foresight, KindsOfEdgesCountOnlyWhereTheyAreToldApart) {
  Rng rng(6);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Graph plain = testing::random_small_graph(seed, 9);
    const Graph graph =
        testing::with_edge_kinds(plain, {.edge_labels = 2, .directed = seed % 2 == 0}, rng);
    const Foresight alike(graph, 4);
    const Foresight expected(plain, 4);
    play(graph, 6, rng, [&](const State& state) {
      EXPECT_EQ(rows_of(alike, state), rows_of(expected, state)) << seed;
    });
  }
}

TEST(Foresight, TooManySetsLeaveTheLargestOut) {
  // A star of 3000 leaves has 4.5 million sets of 3 vertices, but 3000 of 2.
  std::vector<std::pair<Vertex, Vertex>> edges;
  for (Vertex v = 1; v <= 3000; ++v)
    edges.emplace_back(0, v);
  const Foresight foresight(testing::unlabelled(3001, edges), 6);
  EXPECT_EQ(foresight.largest(), 2);
  EXPECT_EQ(Foresight(testing::path(5), 6, Deadline(0.0)).largest(), 0);
}

// As in a graph that has too many of the larger ones.
TEST(Foresight, WhatIsNotToBeKnownIsNotSaid) {
  Rng rng(7);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Graph graph = testing::random_small_graph(seed, 9);
    const int known = 1 + static_cast<int>(rng.below(3));
    const Foresight little(graph, known);
    const Foresight less(graph, 5, {}, Edges::Alike, known);
    ASSERT_EQ(less.largest(), known);
    ASSERT_EQ(less.num_features(), action_features(5));
    const std::size_t said = action_features(known);
    const std::size_t unsaid = less.num_features() - said;
    constexpr std::size_t kOfParts = 8;
    play(graph, 6, rng, [&](const State& state) {
      std::vector<float> expected;
      const std::vector<float> rows = rows_of(little, state);
      for (auto row = rows.begin(); row != rows.end(); row += static_cast<std::ptrdiff_t>(said)) {
        expected.insert(expected.end(), row, row + static_cast<std::ptrdiff_t>(said - kOfParts));
        expected.insert(expected.end(), unsaid, 0.0F);
        expected.insert(expected.end(), row + static_cast<std::ptrdiff_t>(said - kOfParts),
                        row + static_cast<std::ptrdiff_t>(said));
      }
      EXPECT_EQ(rows_of(less, state), expected) << seed;
    });
  }
}

TEST(Foresight, OfManyVerticesOnlySmallerPartsAreLookedAt) {
  const Graph path = testing::path(40);
  const Foresight foresight(path, 6);
  Set chosen(19);
  std::iota(chosen.begin(), chosen.end(), Vertex{0});
  const Vertex action = 19;
  std::vector<float> row(foresight.num_features());
  foresight.describe(path, chosen, {&action, 1}, row);
  // 19 vertices besides the action: C(19, 3) is below a thousand, C(19, 4) is not. One path of 4
  // vertices ends with the action; there are 37 such paths, and 38 of 3.
  EXPECT_NEAR(row[12], to_base_16(37), 1e-5);
  EXPECT_NEAR(row[15], to_base_16(37.0 / 38.0), 1e-5);
  EXPECT_EQ(row[18], 0.0F);
}

}  // namespace
}  // namespace rlminer::env
