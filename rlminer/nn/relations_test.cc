// What a network that tells edges apart sees of them, and what it does not.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/env/encoding.h"
#include "rlminer/graph/builder.h"
#include "rlminer/model/model_info.h"
#include "rlminer/nn/neural_policy.h"
#include "rlminer/testing/network_samples.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::nn {
namespace {

constexpr int kSize = 4;

std::unique_ptr<policy::Policy> policy_with(int relations, bool features = false) {
  model::ModelInfo info;
  info.network = {.labels = 4,
                  .max_size = kSize,
                  .hidden = 16,
                  .layers = 3,
                  .heads = 2,
                  .features = features,
                  .relations = relations};
  const testing::Fresh<Actor> actor(info.network, 3, torch::kFloat);
  testing::shake(actor.weights, 3);
  return make_policy(info, actor.weights, 1);
}

// The score of every vertex as the first one.
std::vector<float> scores_of(policy::Policy& policy, const Graph& graph) {
  const env::Target target(graph, policy.encode(graph));
  const env::State state(target, 1);
  const env::Observation observation = env::observe(state);
  std::vector<std::vector<float>> scores;
  policy.score({&observation, 1}, scores);
  return scores.at(0);
}

double difference(const std::vector<float>& a, const std::vector<float>& b) {
  double most = a.size() == b.size() ? 0.0 : 1e9;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    most = std::max(most, static_cast<double>(std::abs(a[i] - b[i])));
  return most;
}

// A hexagon of equal atoms; the kinds of its bonds in order, "" being none known of.
Graph ring(const std::vector<std::string>& bonds, bool arcs = false) {
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < bonds.size(); ++v)
    builder.add_vertex(std::to_string(v), "C");
  for (std::size_t v = 0; v < bonds.size(); ++v) {
    const auto u = static_cast<Vertex>(v);
    const auto next = static_cast<Vertex>((v + 1) % bonds.size());
    if (bonds[v].empty()) {
      builder.add_edge(u, next);
    } else {
      builder.add_edge(u, next, bonds[v], arcs);
    }
  }
  return builder.build();
}

TEST(Relations, AChangedBondChangesTheScores) {
  const Graph before = ring({"single", "single", "single", "single", "double", "double"});
  const Graph after = ring({"single", "single", "single", "double", "single", "double"});
  for (const bool features : {false, true}) {
    EXPECT_GT(difference(scores_of(*policy_with(2, features), before),
                         scores_of(*policy_with(2, features), after)),
              1e-3);
    // Who does not tell edges apart sees six equal vertices.
    EXPECT_EQ(difference(scores_of(*policy_with(0, features), before),
                         scores_of(*policy_with(0, features), after)),
              0.0);
  }
}

TEST(Relations, ATurnedArcChangesTheScores) {
  graph::GraphBuilder path, turned;
  for (graph::GraphBuilder* const builder : {&path, &turned}) {
    for (const char* const id : {"0", "1", "2", "3"})
      builder->add_vertex(id);
    builder->add_edge(0, 1, "", true);
    builder->add_edge(1, 2, "", true);
  }
  path.add_edge(2, 3, "", true);
  turned.add_edge(3, 2, "", true);
  const Graph a = path.build();
  const Graph b = turned.build();
  EXPECT_GT(difference(scores_of(*policy_with(2), a), scores_of(*policy_with(2), b)), 1e-3);
  EXPECT_EQ(difference(scores_of(*policy_with(0), a), scores_of(*policy_with(0), b)), 0.0);
}

// Up to rounding: sums over neighbours are taken in another order.
TEST(Relations, TheNumberingOfVerticesDoesNotMatter) {
  const auto policy = policy_with(3, true);
  Rng rng(8);
  for (std::uint64_t seed = 0; seed < 104; ++seed) {
    const Graph graph = testing::random_related_graph(seed, 12);
    if (graph.num_vertices() == 0) continue;
    const Graph other = testing::renumbered(graph, rng);
    const std::vector<float> expected = scores_of(*policy, graph);
    const std::vector<float> scores = scores_of(*policy, other);
    for (Vertex u = 0; u < graph.num_vertices(); ++u) {
      for (Vertex v = 0; v < other.num_vertices(); ++v) {
        if (graph.id(u) == other.id(v)) {
          EXPECT_NEAR(scores[v], expected[u], 1e-3 * (1.0 + std::abs(expected[u]))) << seed;
        }
      }
    }
  }
}

TEST(Relations, NamesOfEdgeLabelsDoNotMatter) {
  for (const bool arcs : {false, true}) {
    const auto named = [&](const char* a, const char* b) {
      return scores_of(*policy_with(4, true), ring({a, a, a, b, a, b}, arcs));
    };
    EXPECT_EQ(difference(named("x", "y"), named("y", "x")), 0.0);
    EXPECT_EQ(difference(named("x", "y"), named("1", "22")), 0.0);
    EXPECT_GT(difference(named("x", "y"), named("x", "x")), 1e-3);
  }
}

// Edges that nobody told apart are all of the most frequent kind.
TEST(Relations, PlainGraphsCanBeAskedAbout) {
  const auto policy = policy_with(3);
  EXPECT_TRUE(policy->tells_edges_apart());
  EXPECT_FALSE(policy_with(0)->tells_edges_apart());
  const std::vector<float> plain = scores_of(*policy, ring({"", "", "", "", "", ""}));
  EXPECT_EQ(plain, scores_of(*policy, ring({"x", "x", "x", "x", "x", "x"})));
  EXPECT_GT(difference(plain, scores_of(*policy, ring({"x", "x", "x", "x", "x", "y"}))), 1e-3);
}

}  // namespace
}  // namespace rlminer::nn
