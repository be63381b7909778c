// Counting single patterns: every pattern of size 5 of a random graph in turn, and patterns with
// many leaves around the hubs of real networks (where the data sets are present).

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "rlminer/count/matcher.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/generate/generate.h"
#include "rlminer/io/io.h"

namespace {

using rlminer::Graph;
using rlminer::Label;
using rlminer::Pattern;
using rlminer::count::Matcher;

// Erdos-Renyi with 3 labels.
Graph random_graph(std::size_t vertices, std::size_t edges) {
  rlminer::generate::GenerateParams params;
  params.topology =
      rlminer::generate::ErdosRenyi{.vertices = vertices, .edges = edges, .probability = {}};
  params.labels = rlminer::generate::LabelDistribution::uniform(3);
  rlminer::Rng rng(1);
  return rlminer::generate::generate(params, rng);
}

std::vector<Pattern> all_patterns(const Graph& graph, int size) {
  std::vector<Pattern> patterns;
  const auto census = rlminer::enumerate::take_census(graph, {size});
  for (const auto& [pattern, count] : census.sizes[static_cast<std::size_t>(size)])
    patterns.push_back(pattern);
  return patterns;
}

// One iteration counts every pattern of the census.
void count_every_pattern(benchmark::State& state) {
  const Graph graph = random_graph(1000, 3000);
  const std::vector<Pattern> patterns = all_patterns(graph, static_cast<int>(state.range(0)));
  rlminer::count::Matcher matcher(graph);
  rlminer::Count occurrences = 0;
  for (auto _ : state) {
    occurrences = 0;
    for (const Pattern& pattern : patterns)
      occurrences += matcher.count(pattern).saturated();
    benchmark::DoNotOptimize(occurrences);
  }
  const auto counted =
      static_cast<double>(state.iterations()) * static_cast<double>(patterns.size());
  state.counters["patterns"] = static_cast<double>(patterns.size());
  state.counters["occurrences"] = static_cast<double>(occurrences);
  state.counters["patterns/s"] = benchmark::Counter(counted, benchmark::Counter::kIsRate);
}

// The cost of a call as such: small patterns in a small graph.
void count_in_a_small_graph(benchmark::State& state) {
  const Graph graph = random_graph(30, 60);
  const std::vector<Pattern> patterns = all_patterns(graph, static_cast<int>(state.range(0)));
  rlminer::count::Matcher matcher(graph);
  std::size_t next = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(matcher.count(patterns[next++ % patterns.size()]));
}

void make_matcher(benchmark::State& state) {
  const Graph graph = random_graph(30, 60);
  for (auto _ : state) {
    rlminer::count::Matcher matcher(graph);
    benchmark::DoNotOptimize(matcher);
  }
}

// A path of core vertices with the given numbers of leaves, all with one label.
Pattern caterpillar(Label label, const std::vector<int>& leaves) {
  Pattern pattern;
  int before = -1;
  for (const int count : leaves) {
    const int core = pattern.add_vertex(label, before < 0 ? 0 : std::uint32_t{1} << before);
    for (int i = 0; i < count; ++i)
      pattern.add_vertex(label, std::uint32_t{1} << core);
    before = core;
  }
  return pattern;
}

std::filesystem::path data_folder() {
  if (const char* folder = std::getenv("RLMINER_DATA")) return folder;
  return std::filesystem::path(__FILE__).parent_path() / "../../shared/data";
}

// The most frequent of the caterpillars over the labels: one iteration counts it for every label.
void count_caterpillar(benchmark::State& state, const char* name, const std::vector<int>& leaves) {
  const auto file = data_folder() / "single" / (std::string(name) + ".lg");
  if (!std::filesystem::exists(file)) {
    state.SkipWithError("the data sets (RLMINER_DATA or ../shared/data) are absent");
    return;
  }
  const Graph graph = rlminer::io::read_collection(file).graphs.at(0);
  rlminer::count::Matcher matcher(graph);
  double most = 0;
  for (auto _ : state) {
    for (Label label = 0; label < graph.num_labels(); ++label) {
      const auto result = matcher.count(caterpillar(label, leaves));
      most = std::max(most, result.to_double());
    }
  }
  state.counters["most"] = most;
}

BENCHMARK(make_matcher);
BENCHMARK(count_in_a_small_graph)->ArgName("k")->DenseRange(5, 9, 2);
BENCHMARK(count_every_pattern)->ArgName("k")->DenseRange(4, 6)->Unit(benchmark::kMillisecond);

const std::vector<int> kStar = {7};
const std::vector<int> kDoubleStar = {4, 3};
const std::vector<int> kHubWithLeg = {6, 1};
const std::vector<int> kCaterpillar = {2, 2, 2};
#define RLMINER_NETWORK(name)                                                                     \
  BENCHMARK_CAPTURE(count_caterpillar, star_##name, #name, kStar)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(count_caterpillar, double_star_##name, #name, kDoubleStar)                    \
      ->Unit(benchmark::kMillisecond);                                                            \
  BENCHMARK_CAPTURE(count_caterpillar, hub_with_leg_##name, #name, kHubWithLeg)                   \
      ->Unit(benchmark::kMillisecond);                                                            \
  BENCHMARK_CAPTURE(count_caterpillar, caterpillar_##name, #name, kCaterpillar)                   \
      ->Unit(benchmark::kMillisecond);
RLMINER_NETWORK(citeseer)
RLMINER_NETWORK(cora)
RLMINER_NETWORK(yeast)
RLMINER_NETWORK(pubmed)

}  // namespace
