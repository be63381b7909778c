// Connected sets per second on one core, labelled, against the rate of bare enumeration in the same
// run.
//
// The graph is Erdos-Renyi with 1000 vertices, 3000 edges and 3 labels drawn uniformly. Rates count
// the sets of exactly k vertices, so the programs of other people, which count one size at a time,
// compare directly.

#include <benchmark/benchmark.h>

#include "rlminer/base/rng.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/enumerate/set_walk.h"
#include "rlminer/enumerate/sketch.h"
#include "rlminer/graph/builder.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::bench {
namespace {

Graph erdos_renyi() {
  Rng rng(1);
  graph::GraphBuilder builder;
  for (int v = 0; v < 1000; ++v)
    builder.add_vertex(std::to_string(v), std::to_string(rng.below(3)));
  for (int edges = 0; edges < 3000; ++edges) {
    const auto u = static_cast<Vertex>(rng.below(1000));
    builder.add_edge(u, static_cast<Vertex>((u + 1 + rng.below(999)) % 1000));
  }
  return builder.build();
}

void report_rate(benchmark::State& state, double sets) {
  state.counters["sets"] = sets;
  state.counters["sets/s"] = benchmark::Counter(sets * static_cast<double>(state.iterations()),
                                                benchmark::Counter::kIsRate);
}

// ESU, one set at a time, doing nothing with it.
void bare_enumeration(benchmark::State& state) {
  const Graph graph = erdos_renyi();
  double sets = 0;
  for (auto _ : state) {
    sets = 0;
    const auto words = enumerate::draw_vertex_words(graph.num_vertices());
    enumerate::SetWalk walk(graph, words);
    walk.for_each_set(static_cast<int>(state.range(0)), [&](std::size_t n) {
      benchmark::DoNotOptimize(walk.key(n));
      sets += n == static_cast<std::size_t>(state.range(0)) ? 1 : 0;
      return true;
    });
  }
  report_rate(state, sets);
}

// The baseline: ESU, and the canonical form of every set looked up in a map.
void set_by_set(benchmark::State& state) {
  const Graph graph = erdos_renyi();
  double sets = 0;
  for (auto _ : state) {
    sets = 0;
    enumerate::PatternCounts counts;
    const auto words = enumerate::draw_vertex_words(graph.num_vertices());
    enumerate::SetWalk walk(graph, words);
    std::vector<Vertex> set;
    walk.for_each_set(static_cast<int>(state.range(0)), [&](std::size_t n) {
      if (n != static_cast<std::size_t>(state.range(0))) return true;
      set.clear();
      walk.for_each_vertex(n, [&](Vertex v) { set.push_back(v); });
      ++counts[pattern::canonicalize(pattern::induce(graph, set)).pattern];
      ++sets;
      return true;
    });
  }
  report_rate(state, sets);
}

// The first pass of the exact engine: all sets counted by hash.
void sketch(benchmark::State& state) {
  const Graph graph = erdos_renyi();
  const auto k = static_cast<std::size_t>(state.range(0));
  std::vector<bool> wanted(k + 1, false);
  wanted[k] = true;
  enumerate::WalkBudget budget;
  budget.threads = static_cast<int>(state.range(1));
  double sets = 0;
  for (auto _ : state) {
    sets = static_cast<double>(
        enumerate::sketch_sets(enumerate::RankedGraph(graph), wanted, budget).sets[k]);
  }
  report_rate(state, sets);
}

// Every pattern of every set, told apart exactly.
void census(benchmark::State& state) {
  const Graph graph = erdos_renyi();
  const int k = static_cast<int>(state.range(0));
  double sets = 0;
  for (auto _ : state) {
    sets =
        static_cast<double>(enumerate::take_census(graph, {k}).sets[static_cast<std::size_t>(k)]);
  }
  report_rate(state, sets);
}

BENCHMARK(bare_enumeration)->Arg(5)->Arg(6)->Arg(7)->Unit(benchmark::kMillisecond);
BENCHMARK(set_by_set)->Arg(5)->Arg(6)->Unit(benchmark::kMillisecond);
BENCHMARK(census)->Arg(5)->Arg(6)->Unit(benchmark::kMillisecond);
BENCHMARK(sketch)
    ->Args({5, 1})
    ->Args({6, 1})
    ->Args({7, 1})
    ->Args({7, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace rlminer::bench
