#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/train/replay.h"

namespace rlminer::train {
namespace {

// The definition: the first index at which the running sum exceeds the prefix.
std::size_t find_directly(const std::vector<double>& weights, double prefix) {
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    sum += weights[i];
    if (sum > prefix) return i;
  }
  return weights.size();
}

double sum_of(const std::vector<double>& weights) {
  double sum = 0.0;
  for (const double weight : weights)
    sum += weight;
  return sum;
}

// Whole numbers are added without rounding in any order, so the two must agree exactly.
TEST(SumTree, AgreesWithPrefixSumsOfWholeNumbers) {
  for (const std::size_t capacity : {1u, 2u, 3u, 7u, 8u, 9u, 100u}) {
    Rng rng(capacity);
    SumTree tree(capacity);
    std::vector<double> weights(capacity, 0.0);
    EXPECT_EQ(tree.total(), 0.0);
    EXPECT_EQ(tree.capacity(), capacity);
    for (int step = 0; step < 3000; ++step) {
      const std::size_t index = rng.below(capacity);
      weights[index] = rng.chance(0.4) ? 0.0 : static_cast<double>(1 + rng.below(20));
      tree.set(index, weights[index]);
      ASSERT_EQ(tree.get(index), weights[index]);
      const double total = sum_of(weights);
      ASSERT_EQ(tree.total(), total);
      if (total == 0.0) continue;
      const double inside = rng.uniform() * total;
      ASSERT_EQ(tree.find(inside), find_directly(weights, inside));
      // Whole prefixes are where one share ends and the next begins.
      const auto edge = static_cast<double>(rng.below(static_cast<std::uint64_t>(total)));
      ASSERT_EQ(tree.find(edge), find_directly(weights, edge));
    }
    EXPECT_EQ(std::vector<double>(tree.values().begin(), tree.values().end()), weights);
  }
}

TEST(SumTree, AgreesWithPrefixSumsOfFractionsUpToRounding) {
  Rng rng(3);
  constexpr std::size_t kCapacity = 300;
  SumTree tree(kCapacity);
  std::vector<double> weights(kCapacity, 0.0);
  for (int step = 0; step < 5000; ++step) {
    const std::size_t index = rng.below(kCapacity);
    // Twelve orders of magnitude.
    weights[index] = rng.chance(0.2) ? 0.0 : std::pow(10.0, 12.0 * rng.uniform() - 6.0);
    tree.set(index, weights[index]);
    const double total = sum_of(weights);
    ASSERT_NEAR(tree.total(), total, 1e-9 * total);
    if (total == 0.0) continue;
    const double prefix = rng.uniform() * tree.total();
    const std::size_t found = tree.find(prefix);
    ASSERT_GT(weights[found], 0.0);
    double before = 0.0;
    for (std::size_t i = 0; i < found; ++i)
      before += weights[i];
    ASSERT_LE(before, prefix + 1e-9 * total);
    ASSERT_GT(before + weights[found], prefix - 1e-9 * total);
  }
}

TEST(SumTree, NeverFindsAZero) {
  Rng rng(4);
  for (int round = 0; round < 500; ++round) {
    const std::size_t capacity = 1 + rng.below(40);
    SumTree tree(capacity);
    for (std::size_t i = 0; i < capacity; ++i)
      tree.set(i, rng.chance(0.7) ? 0.0 : rng.uniform());
    const std::size_t some = rng.below(capacity);
    if (tree.total() == 0.0) tree.set(some, 0.1);
    const double total = tree.total();
    std::size_t last = capacity - 1;
    while (tree.get(last) == 0.0)
      --last;
    // Rounding may carry the product of the total and a number below 1 up to the total.
    for (const double prefix : {0.0, std::nextafter(total, 0.0), total, total * (1.0 + 1e-12)}) {
      ASSERT_GT(tree.get(tree.find(prefix)), 0.0);
    }
    ASSERT_EQ(tree.find(total), last);
    for (int draw = 0; draw < 20; ++draw) {
      ASSERT_GT(tree.get(tree.find(rng.uniform() * total)), 0.0);
    }
  }
}

TEST(SumTree, HandlesTheSmallestWeights) {
  SumTree tree(5);
  tree.set(3, std::numeric_limits<double>::denorm_min());
  EXPECT_GT(tree.total(), 0.0);
  EXPECT_EQ(tree.find(0.0), 3u);
  tree.set(3, 0.0);
  EXPECT_EQ(tree.total(), 0.0);
}

TEST(SumTree, DependsOnTheWeightsAlone) {
  Rng rng(5);
  SumTree changed(100);
  for (int step = 0; step < 2000; ++step)
    changed.set(rng.below(100), rng.uniform() * 1e6);
  const SumTree built(100, changed.values());
  const SumTree larger(1000, changed.values());
  EXPECT_EQ(built.total(), changed.total());
  EXPECT_EQ(larger.total(), changed.total());
  for (int draw = 0; draw < 2000; ++draw) {
    const double prefix = rng.uniform() * changed.total();
    ASSERT_EQ(built.find(prefix), changed.find(prefix));
    ASSERT_EQ(larger.find(prefix), changed.find(prefix));
  }
}

}  // namespace
}  // namespace rlminer::train
