// Estimating: weights of a tree, random occurrences of one pattern, tables of colour coding and
// random sets, on a generated network with hubs.

#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "rlminer/generate/generate.h"
#include "rlminer/sample/colour_tables.h"
#include "rlminer/sample/pattern_estimator.h"

namespace {

using rlminer::Graph;
using rlminer::Pattern;

const Graph& network() {
  static const Graph graph = [] {
    rlminer::generate::GenerateParams params;
    params.topology = rlminer::generate::BarabasiAlbert{.vertices = 10'000, .attach = 2};
    params.labels = rlminer::generate::LabelDistribution::uniform(3);
    rlminer::Rng rng(1);
    return rlminer::generate::generate(params, rng);
  }();
  return graph;
}

// Two adjacent hubs with `leaves` leaves each.
Pattern double_star(int leaves) {
  Pattern pattern;
  pattern.add_vertex(0);
  pattern.add_vertex(1, 1);
  for (int i = 0; i < 2 * leaves; ++i)
    pattern.add_vertex(static_cast<rlminer::Label>(i % 3), i < leaves ? 1 : 2);
  return pattern;
}

void weights(benchmark::State& state) {
  const rlminer::sample::SampleGraph graph(network());
  rlminer::sample::PatternEstimator estimator(graph);
  const Pattern pattern = double_star(static_cast<int>(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(estimator.set_pattern(pattern));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(weights)->Arg(2)->Arg(5);

void draws(benchmark::State& state) {
  const rlminer::sample::SampleGraph graph(network());
  rlminer::sample::PatternEstimator estimator(graph);
  estimator.set_pattern(double_star(static_cast<int>(state.range(0))));
  rlminer::Rng rng(1);
  rlminer::sample::Draws all;
  constexpr std::uint64_t kDraws = 1000;
  for (auto _ : state)
    estimator.draw({.samples = kDraws}, rng, all);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kDraws));
}
BENCHMARK(draws)->Arg(2)->Arg(5);

void colour_tables(benchmark::State& state) {
  const int k = static_cast<int>(state.range(0));
  const rlminer::sample::BlockColouring colouring(network(), k);
  rlminer::sample::ColourTables tables(network(), k);
  rlminer::Rng rng(1);
  const auto colours = colouring.draw(rng);
  for (auto _ : state)
    tables.build(colours, 1, rlminer::Deadline());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(network().num_vertices()));
}
BENCHMARK(colour_tables)->Arg(6)->Arg(8)->Arg(10)->Unit(benchmark::kMillisecond);

void colourful_sets(benchmark::State& state) {
  const int k = static_cast<int>(state.range(0));
  const rlminer::sample::BlockColouring colouring(network(), k);
  rlminer::sample::ColourTables tables(network(), k);
  rlminer::Rng rng(1);
  tables.build(colouring.draw(rng), 1, rlminer::Deadline());
  std::vector<rlminer::Vertex> set;
  for (auto _ : state)
    tables.draw(rng, set);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(colourful_sets)->Arg(6)->Arg(8)->Arg(10);

}  // namespace
