// Many proof tasks on generated graphs against a census that tries every vertex set. A small number
// of them runs by default; docs/proof.md says how to run tens of thousands.

#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rlminer/graph/builder.h"
#include "rlminer/proof/proof.h"
#include "rlminer/testing/plain_proof.h"
#include "rlminer/testing/random_graphs.h"

namespace rlminer::proof {
namespace {

using testing::all_patterns;
using testing::expect_leaders;
using testing::expect_sound;
using testing::graph_with_hubs;

constexpr std::uint64_t kTasksPerGraph = 5;

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// The graph twice, side by side, so that every frequency is even and ties abound.
Graph doubled(const Graph& graph) {
  graph::GraphBuilder builder;
  const auto n = static_cast<Vertex>(graph.num_vertices());
  for (Vertex v = 0; v < 2 * n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(graph.label(v % n)));
  for (Vertex v = 0; v < n; ++v) {
    for (const Vertex u : graph.neighbors(v)) {
      if (u > v) continue;
      builder.add_edge(u, v);
      builder.add_edge(u + n, v + n);
    }
  }
  return builder.build();
}

// Every vertex adjacent to every other with the probability given, one or two labels.
Graph dense(std::uint64_t seed) {
  Rng rng(seed * 104729 + 7);
  const std::size_t n = 5 + rng.below(5);
  const std::size_t labels = 1 + rng.below(2);
  const double share = 0.4 + 0.5 * rng.uniform();
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(labels)));
  for (Vertex v = 0; v < n; ++v) {
    for (Vertex u = 0; u < v; ++u) {
      if (rng.chance(share)) builder.add_edge(u, v);
    }
  }
  return builder.build();
}

// Hubs with leaves of their own, some of them joined; a few common neighbours and stray edges.
Graph planted_hubs(std::uint64_t seed) {
  Rng rng(seed * 15485863 + 3);
  const std::size_t hubs = 1 + rng.below(3);
  const std::size_t n = hubs + 8 + rng.below(9);
  const std::size_t labels = 1 + rng.below(3);
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < n; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(labels)));
  for (Vertex v = static_cast<Vertex>(hubs); v < n; ++v) {
    builder.add_edge(static_cast<Vertex>(rng.below(hubs)), v);
    if (rng.chance(0.15)) builder.add_edge(static_cast<Vertex>(rng.below(hubs)), v);
  }
  for (Vertex h = 1; h < hubs; ++h) {
    if (rng.chance(0.7)) builder.add_edge(h - 1, h);
  }
  for (std::size_t i = rng.below(n / 2); i > 0; --i) {
    const auto u = static_cast<Vertex>(rng.below(n));
    const auto v = static_cast<Vertex>(rng.below(n));
    if (u != v) builder.add_edge(u, v);
  }
  return builder.build();
}

Graph plain_graph_for(std::uint64_t seed) {
  switch (seed % 6) {
    case 0:
      return graph_with_hubs(seed, 12 + seed % 9);
    case 1:
      return planted_hubs(seed);
    case 2:
      return dense(seed);
    case 3:
      return doubled(graph_with_hubs(seed, 9));
    case 4:
      return graph_with_hubs(seed, 16, 6);
    default:
      return testing::random_small_graph(seed / 6, 10);
  }
}

// Every second round of graphs with edges that are distinguished: by label, direction, or both.
Graph graph_for(std::uint64_t seed) {
  Graph graph = plain_graph_for(seed);
  if (seed / 6 % 2 == 0) return graph;
  Rng rng(seed);
  return testing::with_edge_kinds(
      graph, {.edge_labels = 1 + seed / 12 % 3, .directed = seed / 12 % 3 != 1}, rng);
}

// One of the ways to ask: to the end or broken off, one pattern or several, with or without
// patterns to begin with, one thread or more.
ProofTask task_for(std::uint64_t seed, std::uint64_t number, int size,
                   const std::vector<KnownPattern>& all) {
  Rng rng(seed * kTasksPerGraph + number);
  ProofTask task;
  task.size = size;
  task.top = 1 + rng.below(3);
  task.threads = rng.chance(0.15) ? 3 : 1;
  // Where hundreds of patterns occur once or twice each, there is nothing to prune.
  task.most_steps = number < 2 ? 3000 : 1 + rng.below(number == 2 ? 20 : 400);
  if (number == 4 && !all.empty()) task.known = {all[rng.below(all.size())]};
  return task;
}

void check(const ProofResult& result, const ProofTask& task, const std::vector<KnownPattern>& all,
           const std::string& where) {
  expect_sound(result, all, where);
  if (!result.proven) {
    EXPECT_FALSE(result.why_not.empty()) << where;
    return;
  }
  EXPECT_EQ(result.upper_bound, all.empty() ? 0 : all[0].frequency.saturated()) << where;
  expect_leaders(result, all, task.top, where);
}

TEST(ProveStress, NeverContradictsAPlainCensus) {
  const std::uint64_t tasks = number_from_environment("RLMINER_PROOF_TASKS", 600);
  const std::uint64_t first = number_from_environment("RLMINER_PROOF_FIRST_SEED", 0);
  std::uint64_t done = 0;
  std::uint64_t proven = 0;
  std::uint64_t graphs = 0;
  for (std::uint64_t seed = first; done < tasks && !HasFailure(); ++seed, ++graphs) {
    const Graph graph = graph_for(seed);
    const int size = 3 + static_cast<int>(seed / 12 % 5);
    const auto all = all_patterns(graph, size);
    for (std::uint64_t number = 0; number < kTasksPerGraph; ++number, ++done) {
      const ProofTask task = task_for(seed, number, size, all);
      const ProofResult result = prove(graph, task);
      proven += result.proven ? 1 : 0;
      check(result, task, all, "seed " + std::to_string(seed) + " task " + std::to_string(number));
    }
  }
  RecordProperty("graphs", std::to_string(graphs));
  RecordProperty("proven", std::to_string(proven));
  EXPECT_GT(proven, done / 3);
  EXPECT_LT(proven, done);
}

}  // namespace
}  // namespace rlminer::proof
