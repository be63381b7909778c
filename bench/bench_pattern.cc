// canonicalize() against nauty on the same random connected patterns. Each benchmark goes round a
// fixed set of patterns; nauty gets its graphs and its label partition ready-made, so only its own
// work is timed.

#include <algorithm>
#include <array>
#include <nauty/nauty.h>
#include <numeric>
#include <vector>

#include <benchmark/benchmark.h>

#include "rlminer/base/rng.h"
#include "rlminer/pattern/canonical.h"

namespace {

using rlminer::Pattern;
using rlminer::pattern::kMaxPatternSize;

constexpr std::size_t kPatterns = 1024;

// A random tree with random labels and `extra` more edges, for which there must be room.
Pattern random_connected(int size, int extra, int labels, rlminer::Rng& rng) {
  const auto draw = [&](int bound) {
    return static_cast<int>(rng.below(static_cast<std::uint64_t>(bound)));
  };
  Pattern pattern;
  for (int i = 0; i < size; ++i) {
    const auto label = static_cast<rlminer::Label>(draw(labels));
    pattern.add_vertex(label, i == 0 ? 0 : std::uint32_t{1} << draw(i));
  }
  while (extra > 0) {
    const int i = draw(size);
    const int j = draw(size);
    if (i == j || pattern.has_edge(i, j)) continue;
    pattern.add_edge(i, j);
    --extra;
  }
  return pattern;
}

// The patterns of one benchmark. Its arguments are the size, the number of labels, and the most
// edges a pattern may have beyond a tree, in percent of those a tree lacks.
std::vector<Pattern> make_patterns(const benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const int labels = static_cast<int>(state.range(1));
  const int missing = (size - 1) * (size - 2) / 2;
  const int most = missing * static_cast<int>(state.range(2)) / 100;
  rlminer::Rng rng(17);
  std::vector<Pattern> patterns;
  for (std::size_t i = 0; i < kPatterns; ++i) {
    const auto extra = static_cast<int>(rng.below(static_cast<std::uint64_t>(most) + 1));
    patterns.push_back(random_connected(size, extra, labels, rng));
  }
  return patterns;
}

void report_rate(benchmark::State& state) {
  state.counters["patterns/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void canonicalize_ours(benchmark::State& state) {
  const std::vector<Pattern> patterns = make_patterns(state);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(rlminer::pattern::canonicalize(patterns[next++ % kPatterns]));
  }
  report_rate(state);
}

struct NautyInput {
  int n = 0;
  std::array<::graph, rlminer::pattern::kMaxPatternSize> rows{};
  std::array<int, rlminer::pattern::kMaxPatternSize> lab{};
  std::array<int, rlminer::pattern::kMaxPatternSize> ptn{};

  explicit NautyInput(const Pattern& pattern) : n(pattern.size()) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        if (pattern.has_edge(i, j)) ADDELEMENT(GRAPHROW(rows.data(), i, 1), j);
      }
    }
    std::iota(lab.begin(), lab.begin() + n, 0);
    std::sort(lab.begin(), lab.begin() + n,
              [&](int a, int b) { return pattern.label(a) < pattern.label(b); });
    for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(n); ++i) {
      ptn[i] = pattern.label(lab[i]) == pattern.label(lab[i + 1]) ? 1 : 0;
    }
  }
};

void canonicalize_nauty(benchmark::State& state) {
  std::vector<NautyInput> inputs;
  for (const Pattern& pattern : make_patterns(state)) {
    inputs.emplace_back(pattern);
  }
  DEFAULTOPTIONS_GRAPH(options);
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  statsblk stats;
  std::array<int, rlminer::pattern::kMaxPatternSize> lab{};
  std::array<int, rlminer::pattern::kMaxPatternSize> ptn{};
  std::array<int, rlminer::pattern::kMaxPatternSize> orbits{};
  std::array<::graph, rlminer::pattern::kMaxPatternSize> canonical{};
  std::size_t next = 0;
  for (auto _ : state) {
    NautyInput& input = inputs[next++ % kPatterns];
    lab = input.lab;  // nauty overwrites both
    ptn = input.ptn;
    densenauty(input.rows.data(), lab.data(), ptn.data(), orbits.data(), &options, &stats, 1,
               input.n, canonical.data());
    benchmark::DoNotOptimize(canonical);
  }
  report_rate(state);
}

// Up to 10 % of the missing edges (sparse) and up to all of them (dense).
void arguments(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"k", "labels", "fill"});
  bench->ArgsProduct({{5, 6, 7, 8, 9, 10, 12, 14, 16}, {1, 3}, {10, 100}});
}

BENCHMARK(canonicalize_ours)->Apply(arguments);
BENCHMARK(canonicalize_nauty)->Apply(arguments);

}  // namespace
