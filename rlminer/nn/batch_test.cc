// Packing of states, and that it never shows in what the networks say.
#include "rlminer/nn/batch.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/base/error.h"
#include "rlminer/env/encoding.h"
#include "rlminer/env/foresight.h"
#include "rlminer/graph/builder.h"
#include "rlminer/nn/device.h"
#include "rlminer/testing/network_samples.h"

namespace rlminer::nn {
namespace {

using testing::batch_of;
using testing::first_places;
using testing::Fresh;
using testing::largest_difference;
using testing::largest_graph;
using testing::packed;
using testing::SampleStates;
using testing::shake;
using testing::Variant;

const model::NetworkConfig kConfig = testing::variants().front().config;

std::string error_of(std::span<const env::Observation> states, const model::NetworkConfig& config,
                     const BatchShape& shape) {
  PackedStates to = PackedStates::make(shape, torch::kCPU);
  try {
    pack(states, config, to);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

void expect_equal(const PackedStates& a, const PackedStates& b) {
  for (std::size_t i = 0; i < a.tensors().size(); ++i)
    EXPECT_TRUE(torch::equal(a.tensors()[i], b.tensors()[i])) << "array " << i;
}

template <typename T>
T at(const torch::Tensor& array, std::int64_t place) {
  return array.data_ptr<T>()[place];
}

// The place of each vertex of a state: those of its row that carry its slot, in order.
std::vector<std::int64_t> places_of(const PackedStates& states, std::int64_t state) {
  const std::int64_t row = at<std::int64_t>(states.state_place, state) / states.shape.slots;
  const std::int64_t slot = at<std::int64_t>(states.state_place, state) % states.shape.slots;
  std::vector<std::int64_t> places;
  for (std::int64_t i = row * states.shape.width; i < (row + 1) * states.shape.width; ++i) {
    if (at<std::uint8_t>(states.slot, i) == slot) places.push_back(i);
  }
  return places;
}

// Reads one packed state back and compares it with the original.
void expect_packed(const PackedStates& states, std::int64_t index, const env::Observation& state) {
  const Graph& graph = state.target->graph();
  const std::vector<std::int64_t> places = places_of(states, index);
  ASSERT_EQ(places.size(), graph.num_vertices());
  std::map<std::int64_t, Vertex> vertex_at;
  for (Vertex v = 0; v < places.size(); ++v)
    vertex_at[places[v]] = v;
  const auto remaining =
      static_cast<std::int32_t>(state.size) - static_cast<std::int32_t>(state.chosen.size());
  for (Vertex v = 0; v < places.size(); ++v) {
    const bool chosen = std::count(state.chosen.begin(), state.chosen.end(), v) > 0;
    EXPECT_EQ(at<std::int32_t>(states.tokens, places[v]),
              static_cast<std::int32_t>(state.target->tokens()[v]));
    EXPECT_EQ(at<std::uint8_t>(states.chosen, places[v]), chosen ? 1 : 0);
    EXPECT_EQ(at<std::int32_t>(states.task, places[v]),
              remaining * (kConfig.max_size + 1) + state.size);
    const std::int64_t row = places[v] / states.shape.width;
    for (std::int64_t column = 0; column < states.shape.width; ++column) {
      const auto other = vertex_at.find(row * states.shape.width + column);
      const bool joined = other != vertex_at.end() && graph.has_edge(v, other->second);
      EXPECT_EQ(at<std::uint8_t>(states.adjacency, places[v] * states.shape.width + column),
                joined ? 1 : 0);
    }
  }
  for (std::int64_t a = 0; a < states.shape.actions; ++a) {
    const bool valid = a < static_cast<std::int64_t>(state.actions.size());
    const std::int64_t place = index * states.shape.actions + a;
    ASSERT_EQ(at<std::uint8_t>(states.action_valid, place), valid ? 1 : 0);
    if (!valid) continue;
    EXPECT_EQ(vertex_at.at(at<std::int64_t>(states.action_place, place)),
              state.actions[static_cast<std::size_t>(a)]);
  }
  EXPECT_EQ(at<float>(states.weight, index), 1.0F);
}

TEST(Pack, WritesEveryStateWhereItSays) {
  const SampleStates states({.states = 20}, 1);
  for (const std::int64_t width : {largest_graph(states.observations()), std::int64_t{33}}) {
    BatchShape shape = shape_for(states.observations(), width);
    shape.states += 3;
    shape.actions += 2;
    const PackedStates all = packed(states.observations(), kConfig, shape);
    for (std::size_t i = 0; i < states.size(); ++i)
      expect_packed(all, static_cast<std::int64_t>(i), states[i]);
    for (std::int64_t i = shape.states - 3; i < shape.states; ++i) {
      EXPECT_EQ(at<float>(all.weight, i), 0.0F);
      EXPECT_EQ(all.action_valid[i].sum().item<std::int64_t>(), 1);
    }
    std::int64_t vertices = 0;
    for (const env::Observation& state : states.observations())
      vertices += static_cast<std::int64_t>(state.target->graph().num_vertices());
    EXPECT_EQ(all.slot.ne(PackedStates::kNoSlot).sum().item<std::int64_t>(), vertices);
  }
}

TEST(Pack, TheShapeForStatesTakesThemAll) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    const std::size_t largest = 2 + rng.below(20);
    const SampleStates states({.states = 1 + rng.below(60), .smallest = 1, .largest = largest},
                              seed);
    const std::int64_t width =
        largest_graph(states.observations()) + static_cast<std::int64_t>(rng.below(40));
    const BatchShape shape = shape_for(states.observations(), width);
    PackedStates to = PackedStates::make(shape, torch::kCPU);
    EXPECT_EQ(pack(states.observations(), kConfig, to), states.size()) << "seed " << seed;
    EXPECT_EQ(shape.states, static_cast<std::int64_t>(states.size()));
    EXPECT_LE(shape.rows, shape.states);
    // No row of that shape is empty.
    EXPECT_TRUE(to.slot.ne(PackedStates::kNoSlot).any(-1).all().item<bool>()) << "seed " << seed;
  }
}

TEST(Pack, ThreadsMakeNoDifference) {
  const SampleStates states({.states = 300}, 3);
  const BatchShape shape = shape_for(states.observations(), 64);
  PackedStates alone = PackedStates::make(shape, torch::kCPU);
  PackedStates shared = PackedStates::make(shape, torch::kCPU);
  ASSERT_EQ(pack(states.observations(), kConfig, alone), states.size());
  ASSERT_EQ(pack(states.observations(), kConfig, shared, {.threads = 4}), states.size());
  expect_equal(alone, shared);
  PackedStates next_alone = alone.on_same_graphs();
  PackedStates next_shared = shared.on_same_graphs();
  pack_next(states.observations(), kConfig, alone, next_alone);
  pack_next(states.observations(), kConfig, shared, next_shared, 4);
  expect_equal(next_alone, next_shared);
}

TEST(Pack, TheShapeForNoStatesIsAnEmptyOne) {
  const BatchShape shape = shape_for({}, 16);
  EXPECT_EQ(shape.rows, 0);
  EXPECT_EQ(shape.states, 0);
  PackedStates to = PackedStates::make(shape, torch::kCPU);
  EXPECT_EQ(pack({}, kConfig, to), 0U);
}

TEST(Pack, TakesAsManyAsFitAndTheRestLater) {
  const SampleStates states({.states = 30}, 2);
  for (const BatchShape& shape :
       {BatchShape{.rows = 2, .width = 20, .slots = 3, .states = 30, .actions = 9},
        BatchShape{.rows = 9, .width = 64, .slots = 8, .states = 7, .actions = 9},
        BatchShape{.rows = 4, .width = 64, .slots = 1, .states = 30, .actions = 9}}) {
    PackedStates to = PackedStates::make(shape, torch::kCPU);
    std::size_t rounds = 0;
    std::span<const env::Observation> left = states.observations();
    for (; !left.empty(); ++rounds) {
      const std::size_t taken = pack(left, kConfig, to);
      ASSERT_GT(taken, 0U);
      for (std::size_t i = 0; i < taken; ++i)
        expect_packed(to, static_cast<std::int64_t>(i), left[i]);
      left = left.subspan(taken);
    }
    EXPECT_GT(rounds, 3U);
  }
}

TEST(Pack, AStateWithoutATargetLeavesItsPlaceEmpty) {
  const SampleStates states({.states = 5}, 7);
  std::vector<env::Observation> with_holes(states.observations().begin(),
                                           states.observations().end());
  with_holes.insert(with_holes.begin() + 2, env::Observation());
  with_holes.emplace_back();
  const BatchShape shape = shape_for(with_holes, 24);
  EXPECT_EQ(shape.states, 7);
  const PackedStates all = packed(with_holes, kConfig, shape);
  for (std::size_t i = 0; i < with_holes.size(); ++i) {
    const auto index = static_cast<std::int64_t>(i);
    if (with_holes[i].target != nullptr) {
      expect_packed(all, index, with_holes[i]);
      continue;
    }
    EXPECT_EQ(at<float>(all.weight, index), 0.0F);
    EXPECT_EQ(all.action_valid[index].sum().item<std::int64_t>(), 1);
  }
}

TEST(Pack, LeavesNothingOfWhatWasThereBefore) {
  const SampleStates many({.states = 20}, 3);
  const SampleStates few({.states = 4}, 4);
  BatchShape shape = shape_for(many.observations(), 24);
  shape.actions = 9;
  PackedStates used = packed(many.observations(), kConfig, shape);
  ASSERT_EQ(pack(few.observations(), kConfig, used), few.size());
  expect_equal(used, packed(few.observations(), kConfig, shape));
}

TEST(Pack, CopiesAreEqual) {
  const SampleStates states({}, 5);
  const BatchShape shape = shape_for(states.observations(), 24);
  const PackedStates original = packed(states.observations(), kConfig, shape);
  PackedStates copy = PackedStates::make(shape, torch::kCPU);
  copy_all(original.tensors(), copy.tensors());
  expect_equal(copy, original);
}

TEST(Pack, RefusesWhatCanNeverFit) {
  const SampleStates states({.states = 3, .smallest = 8, .largest = 8}, 6);
  const BatchShape good{.rows = 3, .width = 8, .slots = 1, .states = 3, .actions = 8};
  EXPECT_EQ(error_of(states.observations(), kConfig, good), "no error");
  BatchShape narrow = good;
  narrow.width = 7;
  EXPECT_EQ(error_of(states.observations(), kConfig, narrow),
            "a graph of 8 vertices does not fit a batch of width 7");
  EXPECT_THROW(shape_for(states.observations(), 7), Error);

  std::vector<env::Observation> full(1, states[0]);
  full[0].actions = states[0].target->starts(1);
  BatchShape few_actions = good;
  few_actions.actions = 7;
  EXPECT_EQ(error_of(full, kConfig, few_actions),
            "a state with 8 actions does not fit a batch with places for 7");

  const env::Target strange(states[0].target->graph(), {{0, 1, 2, 3, 0, 1, 2, 0}, {}});
  std::vector<env::Observation> unknown(1, states[0]);
  unknown[0].target = &strange;
  EXPECT_EQ(error_of(unknown, kConfig, good),
            "the model knows 3 labels; there is no label 3 among them");
  BatchShape many_slots = good;
  many_slots.slots = 255;
  EXPECT_THROW(PackedStates::make(many_slots, torch::kCPU), Error);
}

class Packing : public ::testing::TestWithParam<Variant> {
 protected:
  const model::NetworkConfig config_ = GetParam().config;
};

INSTANTIATE_TEST_SUITE_P(Networks, Packing, ::testing::ValuesIn(testing::variants()),
                         [](const auto& instance) { return instance.param.name; });

// What both networks say about the states of a batch, for the valid actions of each.
struct Said {
  std::vector<std::vector<double>> logits, q, reward;
};

Said ask(const Actor& actor, const Critic& critic, const Batch& batch,
         std::span<const env::Observation> states, const torch::Tensor& taken) {
  torch::Tensor padded = torch::zeros({batch.shape.states}, torch::kLong);
  padded.narrow(0, 0, taken.size(0)).copy_(taken);
  const torch::Tensor logits = actor.logits(batch);
  const CriticOutput output = critic(batch, padded);
  Said said;
  for (std::size_t i = 0; i < states.size(); ++i) {
    said.logits.push_back(first_places(logits, i, states[i].actions.size()));
    said.q.push_back(first_places(output.q, i, states[i].actions.size()));
    said.reward.emplace_back();
    if (!output.reward.defined()) continue;
    said.reward.back().push_back(output.reward[static_cast<std::int64_t>(i)].item<double>());
  }
  return said;
}

void expect_same(const Said& a, const Said& b, double tolerance) {
  ASSERT_EQ(a.logits.size(), b.logits.size());
  for (std::size_t i = 0; i < a.logits.size(); ++i) {
    EXPECT_LT(largest_difference(a.logits[i], b.logits[i]), tolerance) << "state " << i;
    EXPECT_LT(largest_difference(a.q[i], b.q[i]), tolerance) << "state " << i;
    EXPECT_LT(largest_difference(a.reward[i], b.reward[i]), tolerance) << "state " << i;
  }
}

TEST_P(Packing, NeverChangesAResult) {
  constexpr double kFloatTolerance = 2e-5;
  const SampleStates states({.states = 12}, 21);
  const Fresh<Actor> actor(config_, 21, torch::kFloat);
  const Fresh<Critic> critic(config_, 22, torch::kFloat);
  shake(actor.weights, 21);
  shake(critic.weights, 22);
  Said alone;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto one = states.observations().subspan(i, 1);
    const torch::Tensor taken = states.taken().narrow(0, static_cast<std::int64_t>(i), 1);
    const Said said =
        ask(actor.network, critic.network, batch_of(one, config_, torch::kFloat), one, taken);
    alone.logits.push_back(said.logits[0]);
    alone.q.push_back(said.q[0]);
    alone.reward.push_back(said.reward[0]);
  }
  for (const std::int64_t width : {9, 16, 31, 64, 200}) {
    for (const std::int64_t spare : {0, 5}) {
      BatchShape shape = shape_for(states.observations(), width, config_);
      shape.rows += spare;
      shape.slots += spare;
      shape.states += spare;
      shape.actions += spare;
      const PackedStates all = packed(states.observations(), config_, shape);
      const PackedStates used = all.without_empty_rows();
      EXPECT_EQ(used.shape.rows, shape.rows - spare);
      for (const PackedStates& some : {all, used}) {
        const Batch batch = Batch::from(some, config_, torch::kFloat);
        SCOPED_TRACE("width " + std::to_string(width) + ", spare " + std::to_string(spare) +
                     ", rows " + std::to_string(some.shape.rows));
        expect_same(
            ask(actor.network, critic.network, batch, states.observations(), states.taken()), alone,
            kFloatTolerance);
      }
    }
  }
}

TEST_P(Packing, SizesOfLayersAreThoseOfRealVertices) {
  const SampleStates states({.states = 5}, 23);
  const Fresh<Actor> actor(config_, 23, torch::kDouble);
  const Gnn& gnn = actor.network.gnn();
  const Batch narrow = batch_of(states.observations(), config_, torch::kDouble);
  const Batch wide = batch_of(states.observations(), config_, torch::kDouble, 100);
  ASSERT_EQ(gnn.layer_rms(narrow).size(), static_cast<std::size_t>(config_.layers) + 1);
  EXPECT_LT(largest_difference(gnn.layer_rms(narrow), gnn.layer_rms(wide)), 1e-9);
}

// The same state on a graph whose vertices are numbered in another way.
class Renumbered {
 public:
  Renumbered(const env::Observation& state, Rng& rng) {
    const Graph& graph = state.target->graph();
    std::vector<Vertex> new_of(graph.num_vertices());
    std::iota(new_of.begin(), new_of.end(), 0U);
    rng.shuffle(std::span<Vertex>(new_of));
    graph::GraphBuilder builder;
    for (std::size_t v = 0; v < new_of.size(); ++v)
      builder.add_vertex(std::to_string(v));
    tokens_.resize(new_of.size());
    for (Vertex v = 0; v < new_of.size(); ++v) {
      tokens_[new_of[v]] = state.target->tokens()[v];
      for (const Vertex u : graph.neighbors(v)) {
        if (u > v) continue;
        builder.add_edge(new_of[u], new_of[v],
                         graph.relation_dictionary().kind(graph.relation(u, v)));
      }
    }
    Graph renumbered = builder.build(nullptr, graph::relations_of(graph));
    const auto ranks = state.target->edge_ranks();
    env::Encoding encoding{tokens_, env::vertex_features(renumbered), {ranks.begin(), ranks.end()}};
    encoding.foresight =
        std::make_shared<env::Foresight>(renumbered, state.target->foresight()->largest());
    target_.emplace(std::move(renumbered), std::move(encoding));
    for (const Vertex v : state.chosen)
      chosen_.push_back(new_of[v]);
    for (const Vertex v : state.actions)
      actions_.push_back(new_of[v]);
    observation_ = {&*target_, chosen_, actions_, state.size};
  }
  Renumbered(const Renumbered&) = delete;
  Renumbered& operator=(const Renumbered&) = delete;

  const env::Observation& observation() const { return observation_; }

 private:
  std::optional<env::Target> target_;
  std::vector<Label> tokens_;
  std::vector<Vertex> chosen_;
  std::vector<Vertex> actions_;
  env::Observation observation_;
};

TEST_P(Packing, RenumberingTheVerticesOnlyRenumbersTheScores) {
  const SampleStates states({.states = 10}, 24);
  const Fresh<Actor> actor(config_, 24, torch::kDouble);
  const Fresh<Critic> critic(config_, 25, torch::kDouble);
  shake(actor.weights, 24);
  shake(critic.weights, 25);
  Rng rng(26);
  std::deque<Renumbered> renumbered;
  std::vector<env::Observation> others;
  for (const env::Observation& state : states.observations())
    others.push_back(renumbered.emplace_back(state, rng).observation());
  const Batch batch = batch_of(states.observations(), config_, torch::kDouble);
  const Batch other = batch_of(others, config_, torch::kDouble, 40);
  expect_same(ask(actor.network, critic.network, other, others, states.taken()),
              ask(actor.network, critic.network, batch, states.observations(), states.taken()),
              3e-6);
}

// The last steps of a pattern that is too large are like those of the largest known one.
TEST(Batch, LargerSizesThanKnown) {
  const SampleStates states({.states = 1, .smallest = 8, .largest = 8}, 1);
  std::vector<env::Observation> large(1, states[0]);
  const auto task = [&](int size, std::size_t chosen, std::optional<int> largest_known) {
    large[0].size = size;
    const std::vector<Vertex> first{0, 1, 2, 3, 4, 5, 6};
    large[0].chosen = std::span(first).first(chosen);
    PackedStates packed = PackedStates::make(shape_for(large, 8), torch::kCPU);
    pack(large, kConfig, packed, {.largest_known = largest_known});
    const std::int32_t number = at<std::int32_t>(packed.task, places_of(packed, 0).front());
    return std::pair(number / (kConfig.max_size + 1), number % (kConfig.max_size + 1));
  };
  ASSERT_EQ(kConfig.max_size, 5);
  EXPECT_EQ(task(5, 2, {}), std::pair(3, 5));
  EXPECT_EQ(task(8, 2, {}), std::pair(5, 5));
  EXPECT_EQ(task(8, 3, {}), std::pair(5, 5));
  EXPECT_EQ(task(8, 4, {}), std::pair(4, 5));
  EXPECT_EQ(task(8, 7, {}), std::pair(1, 5));
  EXPECT_EQ(task(5, 1, 4), std::pair(4, 4));
  EXPECT_EQ(task(5, 2, 4), std::pair(3, 4));
  EXPECT_EQ(task(3, 2, 4), std::pair(1, 3));
  EXPECT_EQ(task(8, 2, 9), std::pair(5, 5));
}

}  // namespace
}  // namespace rlminer::nn
