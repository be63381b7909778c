#include "rlminer/count/independent_sets.h"

#include <map>
#include <string>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"

namespace rlminer::count {
namespace {

TEST(Binomial, PascalsRule) {
  for (std::uint64_t n = 1; n <= 120; ++n) {
    EXPECT_TRUE(binomial(n, 0) == 1);
    for (int r = 1; r <= 31; ++r)
      EXPECT_TRUE(binomial(n, r) == binomial(n - 1, r - 1) + binomial(n - 1, r)) << n << " " << r;
  }
  EXPECT_TRUE(binomial(3, 4) == 0);
  EXPECT_TRUE(binomial(3, -1) == 0);
  EXPECT_EQ(to_string(binomial(60, 30)), "118264581564861424");
  EXPECT_TRUE(binomial(std::uint64_t{1} << 40, 31) == kMaxCount);
}

TEST(ExponentLayout, KeepsExponentsApart) {
  const std::vector<int> limits = {1, 7, 3, 20};
  const ExponentLayout layout(limits);
  std::uint64_t monomial = 0;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    EXPECT_EQ(layout.exponent(layout.limits(), i), limits[i]);
    const auto limit = static_cast<std::uint64_t>(limits[i]);
    EXPECT_TRUE(layout.within(limit * layout.variable(i), layout.limits()));
    EXPECT_FALSE(layout.within((limit + 1) * layout.variable(i), layout.limits()));
    EXPECT_FALSE(layout.within(2 * limit * layout.variable(i), layout.limits()));
    monomial += limit * layout.variable(i);
  }
  EXPECT_TRUE(layout.within(monomial, layout.limits()));
  const std::vector<int> ones(31, 1);
  const ExponentLayout widest(ones);
  EXPECT_TRUE(widest.within(widest.limits(), widest.limits()));
  EXPECT_FALSE(widest.within(widest.limits() + widest.variable(30), widest.limits()));
}

struct Sample {
  ConflictGraph graph;
  std::vector<std::vector<bool>> adjacent;
  std::vector<std::size_t> variable;
};

Sample random_sample(std::size_t n, std::size_t variables, double density,
                     const ExponentLayout& layout, Rng& rng) {
  Sample sample;
  sample.graph.reset(n);
  sample.adjacent.assign(n, std::vector<bool>(n, false));
  for (std::size_t v = 0; v < n; ++v) {
    sample.variable.push_back(rng.below(variables));
    sample.graph.set_variable(v, layout.variable(sample.variable.back()));
    for (std::size_t u = 0; u < v; ++u) {
      if (!rng.chance(density)) continue;
      sample.graph.add_edge(u, v);
      sample.adjacent[u][v] = sample.adjacent[v][u] = true;
    }
  }
  return sample;
}

// All subsets in turn: how many independent ones there are with these numbers of each variable.
std::map<std::vector<int>, std::uint64_t> by_trial(const Sample& sample, std::size_t variables) {
  std::map<std::vector<int>, std::uint64_t> counts;
  const std::size_t n = sample.variable.size();
  for (std::uint32_t subset = 0; subset < (1u << n); ++subset) {
    std::vector<int> exponents(variables, 0);
    bool independent = true;
    for (std::size_t v = 0; v < n; ++v) {
      if ((subset >> v & 1u) == 0) continue;
      ++exponents[sample.variable[v]];
      for (std::size_t u = 0; u < v; ++u)
        independent = independent && ((subset >> u & 1u) == 0 || !sample.adjacent[u][v]);
    }
    if (independent) ++counts[exponents];
  }
  return counts;
}

// The polynomial in one kind of numbers, by elimination or (without a grid) by branching.
template <typename Number>
std::map<std::vector<int>, Count> polynomial(const ConflictGraph& graph,
                                             const std::vector<int>& limits, bool eliminate) {
  const ExponentLayout layout(limits);
  const ExponentGrid grid = eliminate ? ExponentGrid(layout, limits) : ExponentGrid();
  SearchBudget budget;
  budget.begin(Deadline(), ~std::uint64_t{0});
  std::map<std::vector<int>, Count> result;
  const auto found = IndependentSets<Number>(layout, grid, budget).polynomial(graph);
  for (const auto& term : found.terms()) {
    std::vector<int> exponents;
    for (std::size_t i = 0; i < limits.size(); ++i)
      exponents.push_back(layout.exponent(term.monomial, i));
    result[exponents] = BigCount(term.coefficient).saturated();
  }
  return result;
}

TEST(IndependentSets, AgreeWithTrialOfAllSubsets) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Rng rng(seed);
    const std::size_t variables = 1 + rng.below(4);
    std::vector<int> limits;
    for (std::size_t i = 0; i < variables; ++i)
      limits.push_back(1 + static_cast<int>(rng.below(4)));
    const ExponentLayout layout(limits);
    const Sample sample =
        random_sample(1 + rng.below(13), variables, rng.uniform() * 0.7, layout, rng);
    std::map<std::vector<int>, Count> expected;
    for (const auto& [exponents, count] : by_trial(sample, variables)) {
      bool wanted = true;
      for (std::size_t i = 0; i < variables; ++i)
        wanted = wanted && exponents[i] <= limits[i];
      if (wanted) expected[exponents] = count;
    }
    EXPECT_TRUE(polynomial<std::uint64_t>(sample.graph, limits, true) == expected) << seed;
    EXPECT_TRUE(polynomial<Count>(sample.graph, limits, false) == expected) << seed;
    EXPECT_TRUE(polynomial<BigCount>(sample.graph, limits, true) == expected) << seed;
  }
}

// Too large for a trial: the two methods against each other, on sparse graphs with hubs.
TEST(IndependentSets, EliminationAgreesWithBranching) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Rng rng(seed);
    const std::vector<int> limits = {1 + static_cast<int>(rng.below(3)),
                                     1 + static_cast<int>(rng.below(3)), 2};
    const std::size_t n = 20 + rng.below(120);
    const ExponentLayout layout(limits);
    Sample sample = random_sample(n, 3, 3.0 * rng.uniform() / static_cast<double>(n), layout, rng);
    for (std::size_t hub = 0; hub < 3; ++hub) {
      for (std::size_t v = 3; v < n; ++v) {
        if (rng.chance(0.1)) sample.graph.add_edge(hub, v);
      }
    }
    EXPECT_TRUE(polynomial<std::uint64_t>(sample.graph, limits, true) ==
                polynomial<Count>(sample.graph, limits, false))
        << seed;
  }
}

// Dense ones are branched on until what is left can be eliminated.
TEST(IndependentSets, EliminationOfPartsAgreesWithBranching) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Rng rng(seed);
    const std::vector<int> limits = {1, 2, 1};
    const ExponentLayout layout(limits);
    const Sample sample = random_sample(110, 3, 0.1 + 0.2 * rng.uniform(), layout, rng);
    EXPECT_TRUE(polynomial<std::uint64_t>(sample.graph, limits, true) ==
                polynomial<Count>(sample.graph, limits, false))
        << seed;
  }
}

// Results that fit are right although numbers wrap around on the way there.
TEST(IndependentSets, WordsMayWrapAround) {
  const std::vector<int> limits = {31};
  ConflictGraph path;
  path.reset(90);
  for (std::size_t v = 0; v < 90; ++v) {
    path.set_variable(v, 1);
    if (v > 0) path.add_edge(v - 1, v);
  }
  const auto narrow = polynomial<std::uint64_t>(path, limits, true);
  for (const auto& [exponents, count] : polynomial<BigCount>(path, limits, true)) {
    const Count low = count & ~std::uint64_t{0};
    EXPECT_TRUE((narrow.contains(exponents) ? narrow.at(exponents) : 0) == low);
  }
}

Polynomial<Count> with_one_variable(const ConflictGraph& graph, const ExponentLayout& layout,
                                    int limit) {
  SearchBudget budget;
  budget.begin(Deadline(), ~std::uint64_t{0});
  const ExponentGrid grid(layout, std::vector<int>{limit});
  return IndependentSets<Count>(layout, grid, budget).polynomial(graph);
}

TEST(IndependentSets, OfALongPath) {
  const ExponentLayout layout(std::vector<int>{12});
  ConflictGraph path;
  path.reset(150);
  for (std::size_t v = 0; v < 150; ++v) {
    path.set_variable(v, layout.variable(0));
    if (v > 0) path.add_edge(v - 1, v);
  }
  const auto result = with_one_variable(path, layout, 12);
  ASSERT_EQ(result.terms().size(), 13u);
  for (int r = 0; r <= 12; ++r) {  // r vertices of a path, no two in a row
    EXPECT_TRUE(result.terms()[static_cast<std::size_t>(r)].coefficient ==
                binomial(150 - static_cast<std::uint64_t>(r) + 1, r));
  }
}

TEST(IndependentSets, OfAGraphTooLargeToSplit) {
  const ExponentLayout layout(std::vector<int>{4});
  ConflictGraph star;
  star.reset(5001);
  for (std::size_t v = 0; v < 5001; ++v) {
    star.set_variable(v, layout.variable(0));
    if (v > 0) star.add_edge(0, v);
  }
  const auto result = with_one_variable(star, layout, 4);
  ASSERT_EQ(result.terms().size(), 5u);
  for (int r = 0; r <= 4; ++r) {
    EXPECT_TRUE(result.terms()[static_cast<std::size_t>(r)].coefficient ==
                binomial(5000, r) + (r == 1 ? 1 : 0));
  }
}

}  // namespace
}  // namespace rlminer::count
