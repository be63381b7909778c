#include "rlminer/policy/remembering_policy.h"

#include <deque>

#include <gtest/gtest.h>

#include "rlminer/base/rng.h"
#include "rlminer/policy/decode.h"
#include "rlminer/testing/fake_clock.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::policy {
namespace {

// Says something else about every set, size and graph; counts the states it is asked about.
class CountingPolicy final : public Policy {
 public:
  void score(std::span<const env::Observation> observations,
             std::vector<std::vector<float>>& scores) override {
    states += observations.size();
    scores.resize(observations.size());
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const env::Observation& state = observations[i];
      std::uint64_t stream =
          state.target->graph().num_edges() * 7919 + static_cast<std::uint64_t>(state.size);
      for (const Vertex v : state.chosen)
        stream += mix64(v + 1);
      Rng rng(mix64(stream));
      scores[i].clear();
      for (std::size_t a = 0; a < state.actions.size(); ++a)
        scores[i].push_back(static_cast<float>(rng.uniform()));
    }
  }
  bool score_until(const Deadline& deadline, std::span<const env::Observation> observations,
                   std::vector<std::vector<float>>& scores) override {
    if (deadline.expired()) return false;
    score(observations, scores);
    return true;
  }
  std::size_t states_at_once() const override { return 77; }
  bool tells_edges_apart() const override { return true; }
  std::size_t states = 0;
};

class Remembering : public ::testing::Test {
 protected:
  Remembering() {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      targets_.emplace_back(testing::random_small_graph(seed, 10));
      for (const int size : {2, 5})
        tasks_.push_back({&targets_.back(), size});
    }
  }
  std::vector<Decoded> decoded(Policy& policy, std::size_t samples) {
    return decode(policy, tasks_, {.options = {.method = Decode::Sample, .samples = samples}});
  }
  std::deque<env::Target> targets_;
  std::vector<env::Task> tasks_;
};

TEST_F(Remembering, SaysTheSameAndAsksNobodyTwice) {
  CountingPolicy policy;
  RememberingPolicy remembering(policy);
  for (const std::size_t samples : {1, 8, 32, 32}) {
    CountingPolicy fresh;
    const auto expected = decoded(fresh, samples);
    const std::size_t before = policy.states;
    const auto actual = decoded(remembering, samples);
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i) {
      EXPECT_EQ(actual[i].sets, expected[i].sets);
      EXPECT_EQ(actual[i].rollouts, expected[i].rollouts);
    }
    if (before == 0) {
      EXPECT_EQ(policy.states, fresh.states);
    } else {
      EXPECT_LT(policy.states - before, fresh.states);
    }
  }
  const std::size_t before = policy.states;
  decoded(remembering, 32);
  EXPECT_EQ(policy.states, before);
}

TEST_F(Remembering, OrderOfChoiceDoesNotMatterButTheSizeDoes) {
  CountingPolicy policy;
  RememberingPolicy remembering(policy);
  const Vertex one_way[] = {0, 1}, other_way[] = {1, 0}, actions[] = {2, 3};
  std::vector<std::vector<float>> first, second, third;
  const auto ask = [&](const Vertex(&chosen)[2], int size, std::vector<std::vector<float>>& said) {
    const env::Observation state{&targets_[0], chosen, actions, size};
    remembering.score({&state, 1}, said);
  };
  ask(one_way, 4, first);
  ask(other_way, 4, second);
  EXPECT_EQ(first, second);
  EXPECT_EQ(policy.states, 1u);
  ask(one_way, 5, third);
  EXPECT_NE(first, third);
  EXPECT_EQ(policy.states, 2u);
}

TEST_F(Remembering, IsThePolicyOtherwise) {
  CountingPolicy policy;
  RememberingPolicy remembering(policy);
  EXPECT_EQ(remembering.states_at_once(), 77u);
  EXPECT_TRUE(remembering.tells_edges_apart());
  EXPECT_EQ(remembering.encode(targets_[0].graph(), {}).tokens,
            policy.encode(targets_[0].graph()).tokens);
  const testing::FakeClock clock(1.0);
  const env::State state(targets_[0], 1);
  const env::Observation start = env::observe(state);
  std::vector<std::vector<float>> scores;
  EXPECT_FALSE(remembering.score_until(Deadline(0.5, nullptr, clock), {&start, 1}, scores));
  EXPECT_TRUE(remembering.score_until({}, {&start, 1}, scores));
  // What is known needs no time.
  EXPECT_TRUE(remembering.score_until(Deadline(0.5, nullptr, clock), {&start, 1}, scores));
}

}  // namespace
}  // namespace rlminer::policy
