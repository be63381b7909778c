#include "rlminer/train/replay.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"

namespace rlminer::train {
namespace {

Transition random_transition(int size, Rng& rng) {
  Transition transition;
  transition.target = static_cast<std::uint32_t>(rng.below(1000));
  transition.size = static_cast<std::uint8_t>(size);
  transition.chosen_count = static_cast<std::uint8_t>(rng.below(static_cast<std::uint64_t>(size)));
  for (std::size_t i = 0; i < transition.chosen_count; ++i)
    transition.chosen[i] = static_cast<Vertex>(rng.below(100000));
  transition.action = static_cast<Vertex>(rng.below(100000));
  transition.done = transition.chosen_count + 1 == size;
  transition.reward = transition.done ? static_cast<float>(rng.uniform()) : 0.0f;
  return transition;
}

// A replay of `count` items, item i with an error of `errors[i]`.
Replay replay_with(const std::vector<float>& errors, const ReplayOptions& options = {}) {
  Replay replay(5, options);
  Rng rng(99);
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < errors.size(); ++i) {
    replay.add(random_transition(5, rng));
    indices.push_back(i);
  }
  replay.update_priorities(indices, errors);
  return replay;
}

std::vector<double> direct_probabilities(const std::vector<float>& errors, double alpha) {
  std::vector<double> result;
  double sum = 0.0;
  for (const float error : errors) {
    result.push_back(std::pow(std::abs(static_cast<double>(error)) + 1e-6, alpha));
    sum += result.back();
  }
  for (double& probability : result)
    probability /= sum;
  return result;
}

// Pearson's statistic of the draws against the expected probabilities.
double chi_square(const std::vector<int>& seen, const std::vector<double>& probabilities,
                  int draws) {
  double sum = 0.0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const double expected = probabilities[i] * draws;
    sum += (seen[i] - expected) * (seen[i] - expected) / expected;
  }
  return sum;
}

TEST(Replay, GivesBackWhatWasAddedAndOverwritesTheOldest) {
  for (const int size : {1, 2, 9, 32}) {
    for (const std::size_t capacity : {1u, 7u, 3000u}) {
      Rng rng(static_cast<std::uint64_t>(size));
      Replay replay(size, {.capacity = capacity});
      std::vector<Transition> all;
      for (std::size_t added = 0; added < 2 * capacity + 3; ++added) {
        all.push_back(random_transition(size, rng));
        replay.add(all.back());
        ASSERT_EQ(replay.count(), std::min(all.size(), capacity));
      }
      for (std::size_t i = all.size() - capacity; i < all.size(); ++i) {
        ASSERT_EQ(replay.at(i % capacity), all[i]) << size << " " << capacity << " " << i;
      }
    }
  }
}

TEST(Replay, DrawsWithTheProbabilitiesOfTheFormula) {
  std::vector<float> errors;
  Rng make(5);
  for (int i = 0; i < 20; ++i)
    errors.push_back(static_cast<float>(std::pow(10.0, 4.0 * make.uniform() - 3.0)) *
                     (i % 2 == 0 ? 1.0f : -1.0f));
  constexpr int kDraws = 400000;
  for (const double alpha : {0.0, 0.2, 1.0}) {
    const Replay replay = replay_with(errors, {.alpha = alpha});
    const std::vector<double> expected = direct_probabilities(errors, alpha);
    Rng rng(17);
    std::vector<int> seen(errors.size(), 0);
    for (int batch = 0; batch < kDraws / 100; ++batch) {
      for (const std::uint32_t index : replay.sample(100, rng).indices)
        ++seen[index];
    }
    for (std::size_t i = 0; i < errors.size(); ++i) {
      ASSERT_NEAR(replay.probability(i), expected[i], 1e-6 * expected[i]);
    }
    // 19 degrees of freedom: 50 is exceeded once in about 7000 seeds.
    EXPECT_LT(chi_square(seen, expected, kDraws), 50.0) << alpha;
    // And the statistic would notice another exponent.
    EXPECT_GT(chi_square(seen, direct_probabilities(errors, alpha + 0.1), kDraws), 500.0) << alpha;
  }
}

// Draws of one batch are independent: one item can fill it, which strata would not allow.
TEST(Replay, DrawsAreIndependent) {
  const Replay replay = replay_with({1.0f, 1.0f});
  Rng rng(3);
  int both_first = 0;
  for (int batch = 0; batch < 8000; ++batch) {
    const ReplaySample sample = replay.sample(2, rng);
    both_first += sample.indices[0] == 0 && sample.indices[1] == 0 ? 1 : 0;
  }
  EXPECT_NEAR(both_first, 2000, 200);
}

TEST(Replay, WeightsByHand) {
  // With alpha 1 and errors 3 and 1 the probabilities are 3/4 and 1/4 (the 1e-6 is below the
  // tolerance), the weights before division (2 * 3/4)^-0.6 and (2 * 1/4)^-0.6.
  const Replay replay = replay_with({3.0f, -1.0f}, {.alpha = 1.0});
  Rng rng(8);
  bool seen_both = false;
  bool seen_one = false;
  for (int batch = 0; batch < 50; ++batch) {
    const ReplaySample sample = replay.sample(3, rng);
    ASSERT_EQ(sample.indices.size(), 3u);
    ASSERT_EQ(sample.weights.size(), 3u);
    const bool has_rare =
        std::find(sample.indices.begin(), sample.indices.end(), 1u) != sample.indices.end();
    seen_both = seen_both || has_rare;
    seen_one = seen_one || !has_rare;
    for (std::size_t i = 0; i < 3; ++i) {
      // 3^-0.6 = 0.517282 is the ratio of the two weights.
      const float expected = sample.indices[i] == 0 && has_rare ? 0.517282f : 1.0f;
      EXPECT_NEAR(sample.weights[i], expected, 1e-5);
    }
  }
  EXPECT_TRUE(seen_both && seen_one);
}

TEST(Replay, WeightsAgreeWithTheFormula) {
  const std::vector<float> errors = {0.5f, 0.0f, 2.0f, -0.1f, 0.01f, 7.0f};
  for (const double beta : {0.0, 0.6, 1.0}) {
    const Replay replay = replay_with(errors, {.alpha = 0.2, .beta = beta});
    const std::vector<double> probabilities = direct_probabilities(errors, 0.2);
    Rng rng(21);
    for (int batch = 0; batch < 100; ++batch) {
      const ReplaySample sample = replay.sample(4, rng);
      double largest = 0.0;
      for (const std::uint32_t index : sample.indices)
        largest = std::max(largest, std::pow(6.0 * probabilities[index], -beta));
      for (std::size_t i = 0; i < 4; ++i) {
        const double weight = std::pow(6.0 * probabilities[sample.indices[i]], -beta) / largest;
        ASSERT_NEAR(sample.weights[i], weight, 1e-5);
      }
    }
  }
}

TEST(Replay, WorksWithOneItem) {
  Replay replay(3);
  Rng rng(1);
  const Transition transition = random_transition(3, rng);
  replay.add(transition);
  const ReplaySample sample = replay.sample(5, rng);
  EXPECT_EQ(sample.indices, std::vector<std::uint32_t>(5, 0));
  EXPECT_EQ(sample.weights, std::vector<float>(5, 1.0f));
  EXPECT_EQ(replay.at(0), transition);
  EXPECT_TRUE(replay.sample(0, rng).indices.empty());
}

TEST(Replay, PrioritiesFollowTheErrors) {
  Replay replay = replay_with({0.5f, -2.0f, 0.0f});
  EXPECT_FLOAT_EQ(replay.priority(0), 0.5f + 1e-6f);
  EXPECT_FLOAT_EQ(replay.priority(1), 2.0f + 1e-6f);
  EXPECT_FLOAT_EQ(replay.priority(2), 1e-6f);
  EXPECT_GT(replay.probability(2), 0.0);
  const std::vector<std::uint32_t> twice = {1, 1};
  replay.update_priorities(twice, std::vector<float>{4.0f, 0.25f});
  EXPECT_FLOAT_EQ(replay.priority(1), 0.25f + 1e-6f);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
    EXPECT_THROW(replay.update_priorities(twice, std::vector<float>{9.0f, bad}), Error);
    EXPECT_FLOAT_EQ(replay.priority(1), 0.25f + 1e-6f);
  }
}

TEST(Replay, NewItemsHaveTheLargestPriorityHeld) {
  Replay replay(4, {.capacity = 50});
  Rng rng(6);
  std::vector<float> priorities;  // of the items held, by index
  for (std::size_t added = 0; added < 400; ++added) {
    const float expected =
        priorities.empty() ? 1.0f : *std::max_element(priorities.begin(), priorities.end());
    replay.add(random_transition(4, rng));
    const std::size_t index = added % 50;
    if (index == priorities.size()) priorities.push_back(0.0f);
    priorities[index] = expected;
    ASSERT_EQ(replay.priority(index), expected) << added;
    if (rng.chance(0.3)) replay.load(ReplayImage(replay.save()));
    // Mostly smaller errors, so that the largest is lost again and again; at times all at once.
    const std::uint64_t updates = rng.chance(0.1) ? 500 : rng.below(4);
    for (std::uint64_t i = 0; i < updates; ++i) {
      const auto item = static_cast<std::uint32_t>(rng.below(replay.count()));
      const auto error = static_cast<float>(rng.uniform() * (rng.chance(0.01) ? 5.0 : 0.5));
      replay.update_priorities(std::vector{item}, std::vector{error});
      priorities[item] = error + 1e-6f;
    }
  }
}

// Draws, adds and updates; what happens depends on the replay and the generator alone.
std::vector<double> run(Replay& replay, Rng& rng, int steps) {
  std::vector<double> trace;
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < 3; ++i)
      replay.add(random_transition(replay.size(), rng));
    const ReplaySample sample = replay.sample(8, rng);
    std::vector<float> errors;
    for (std::size_t i = 0; i < sample.indices.size(); ++i) {
      const Transition item = replay.at(sample.indices[i]);
      errors.push_back(item.reward - static_cast<float>(rng.uniform()));
      trace.insert(trace.end(), {static_cast<double>(sample.indices[i]), sample.weights[i],
                                 static_cast<double>(item.action), errors.back()});
    }
    replay.update_priorities(sample.indices, errors);
  }
  return trace;
}

TEST(Replay, ContinuesIdenticallyFromItsImage) {
  // Before the ring is full, across its first and later wrap-arounds, across growth of the tree.
  for (const std::size_t capacity : {64u, 5000u}) {
    for (const int steps_before : {0, 1, 21, 22, 400, 1500, 1800}) {
      const ReplayOptions options{.capacity = capacity};
      Rng rng(31);
      Replay replay(6, options);
      run(replay, rng, steps_before);
      Replay restored(6, options);
      restored.load(ReplayImage(replay.save()));
      Rng same = Rng::from_state(rng.state());
      ASSERT_EQ(run(restored, same, 300), run(replay, rng, 300)) << capacity << " " << steps_before;
      ASSERT_EQ(restored.save().priorities, replay.save().priorities);
      ASSERT_EQ(restored.save().next, replay.save().next);
    }
  }
}

TEST(Replay, RefusesABadImage) {
  Rng rng(2);
  Replay replay(4, {.capacity = 10});
  run(replay, rng, 2);
  const ReplayImage good = replay.save();
  const auto error = [&](auto change) -> std::string {
    ReplayImage image = good;
    change(image);
    try {
      replay.load(std::move(image));
    } catch (const Error& caught) {
      return caught.what();
    }
    return "";
  };
  EXPECT_EQ(error([](ReplayImage&) {}), "");
  const std::string start = "the stored replay cannot be used: ";
  EXPECT_EQ(error([](ReplayImage& i) { i.size = 5; }),
            start + "it is for subgraphs of 5 vertices, not 4");
  EXPECT_EQ(error([](ReplayImage& i) { i.rewards.pop_back(); }),
            start + "its arrays differ in length");
  EXPECT_EQ(error([](ReplayImage& i) { i.vertices.push_back(0); }),
            start + "its arrays differ in length");
  EXPECT_EQ(error([](ReplayImage& i) { i.next = 3; }), start + "it was made with another capacity");
  EXPECT_EQ(error([](ReplayImage& i) { i.targets.resize(11); }),
            start + "it has more items than there is room for");
  EXPECT_EQ(error([](ReplayImage& i) { i.targets[2] = -1; }),
            start + "a graph or a vertex is negative");
  EXPECT_EQ(error([](ReplayImage& i) { i.chosen_counts[2] = 4; }),
            start + "an item has too many vertices");
  EXPECT_EQ(error([](ReplayImage& i) { i.done[0] = 2; }),
            start + "an item is neither the end of an episode nor not");
  for (const float bad : {0.0f, -1.0f, std::nanf(""), std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(error([&](ReplayImage& i) { i.priorities[1] = bad; }),
              start + "a priority is not a positive number");
  }
  EXPECT_EQ(replay.save().priorities, good.priorities);
  EXPECT_EQ(error([](ReplayImage& i) {
              i = ReplayImage();
              i.size = 4;
            }),
            "");
  EXPECT_EQ(replay.count(), 0u);
}

TEST(Replay, TakesMemoryAsItGrows) {
  Rng rng(1);
  Replay replay(9);
  EXPECT_EQ(replay.options().capacity, 1000000u);
  for (int i = 0; i < 100; ++i)
    replay.add(random_transition(9, rng));
  EXPECT_LE(replay.save().vertices.capacity(), 2000u);
}

}  // namespace
}  // namespace rlminer::train
