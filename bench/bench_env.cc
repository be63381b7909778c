// The environment on one core: solving a graph for all its optimal values, asking for those of a
// state's actions, and stepping.
//
// The graph has 40 vertices of mean degree 4 and 3 labels, about as the proteins of ENZYMES.

#include <algorithm>
#include <vector>

#include <benchmark/benchmark.h>

#include "rlminer/base/rng.h"
#include "rlminer/enumerate/optimal_values.h"
#include "rlminer/env/state.h"
#include "rlminer/graph/builder.h"

namespace rlminer::bench {
namespace {

const std::vector<int> kSizes{3, 4, 5, 6, 7, 8, 9};

// A ring with chords between vertices that are near each other.
Graph protein_like(std::size_t vertices) {
  Rng rng(1);
  graph::GraphBuilder builder;
  for (std::size_t v = 0; v < vertices; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(3)));
  for (std::size_t v = 0; v < vertices; ++v) {
    builder.add_edge(static_cast<Vertex>(v), static_cast<Vertex>((v + 1) % vertices));
    builder.add_edge(static_cast<Vertex>(v),
                     static_cast<Vertex>((v + 2 + rng.below(5)) % vertices));
  }
  return builder.build();
}

enumerate::OptimalValues solve(const Graph& graph) {
  return *enumerate::OptimalValues::solve(graph, kSizes, {});
}

void solve_values(benchmark::State& state) {
  const Graph graph = protein_like(static_cast<std::size_t>(state.range(0)));
  double sets = 0, bytes = 0;
  for (auto _ : state) {
    const enumerate::OptimalValues values = solve(graph);
    sets = static_cast<double>(values.num_sets());
    bytes = static_cast<double>(values.memory());
  }
  state.counters["sets"] = sets;
  state.counters["bytes/set"] = bytes / sets;
  state.counters["sets/s"] = benchmark::Counter(sets * static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate);
}

// States of random episodes, all sizes.
std::vector<env::State> random_states(const env::Target& target) {
  Rng rng(2);
  std::vector<env::State> states;
  for (int episode = 0; episode < 500; ++episode) {
    env::State state(target, kSizes[rng.below(kSizes.size())]);
    for (; !state.done(); state.extend(state.actions()[rng.below(state.actions().size())]))
      states.push_back(state);
  }
  return states;
}

void ask_action_ratios(benchmark::State& state) {
  const env::Target target(protein_like(static_cast<std::size_t>(state.range(0))));
  const enumerate::OptimalValues values = solve(target.graph());
  const std::vector<env::State> states = random_states(target);
  std::vector<float> ratios(target.graph().num_vertices());
  for (auto _ : state) {
    for (const env::State& each : states) {
      values.action_ratios(each.chosen(), each.actions(), each.size(),
                           std::span(ratios).first(each.actions().size()));
      benchmark::DoNotOptimize(ratios.data());
    }
  }
  state.counters["states/s"] = benchmark::Counter(
      static_cast<double>(states.size()) * static_cast<double>(state.iterations()),
      benchmark::Counter::kIsRate);
}

// Whole random episodes.
void step(benchmark::State& state) {
  const env::Target target(protein_like(static_cast<std::size_t>(state.range(0))));
  Rng rng(3);
  double steps = 0;
  for (auto _ : state) {
    env::State episode(target, 9);
    for (; !episode.done(); ++steps)
      episode.extend(episode.actions()[rng.below(episode.actions().size())]);
    benchmark::DoNotOptimize(episode.chosen().data());
  }
  state.counters["steps/s"] = benchmark::Counter(steps, benchmark::Counter::kIsRate);
}

BENCHMARK(solve_values)->Arg(20)->Arg(40)->Arg(120)->Unit(benchmark::kMillisecond);
BENCHMARK(ask_action_ratios)->Arg(40)->Arg(120)->Unit(benchmark::kMicrosecond);
BENCHMARK(step)->Arg(40)->Arg(120);

}  // namespace
}  // namespace rlminer::bench
