// Counts every pattern that a census finds in a graph again and compares: too long for the tests.
//
//   count_crosscheck GRAPH K [THREADS]
//
// Ends with 0 when all frequencies agree. Prints one line per size.

#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/count/matcher.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/io/io.h"

namespace rlminer::tests {
namespace {

int number(const char* text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
  if (error != std::errc() || *end != '\0' || value < 1)
    throw Error(std::string("not a number: ") + text);
  return value;
}

// How many patterns of one size are counted differently.
std::size_t mismatches(const Graph& graph, const enumerate::PatternCounts& counts, int threads) {
  std::vector<std::unique_ptr<count::Matcher>> matchers;
  for (int t = 0; t < threads; ++t)
    matchers.push_back(std::make_unique<count::Matcher>(graph));
  const std::vector<std::pair<Pattern, Count>> patterns(counts.begin(), counts.end());
  std::atomic<std::size_t> wrong = 0;
  parallel_for(patterns.size(), threads, [&](int thread, std::size_t i) {
    const Frequency counted = matchers[static_cast<std::size_t>(thread)]->count(patterns[i].first);
    if (!counted.exact() || counted != patterns[i].second) ++wrong;
  });
  return wrong;
}

int run(int argc, char** argv) {
  if (argc < 3) throw Error("usage: count_crosscheck GRAPH K [THREADS]");
  const Graph graph = io::read_collection(argv[1]).graphs.at(0);
  const int k = number(argv[2]);
  const int threads = argc > 3 ? number(argv[3]) : 1;
  const Stopwatch watch;
  enumerate::WalkBudget budget;
  budget.threads = threads;
  const enumerate::Classification census = enumerate::take_census(graph, {k}, budget);
  const enumerate::PatternCounts& counts = census.sizes.at(static_cast<std::size_t>(k));
  const double seconds = watch.seconds();
  const std::size_t wrong = mismatches(graph, counts, threads);
  std::printf("%s k=%d: %zu patterns, %zu mismatches (census %.1f s, counting %.1f s)\n", argv[1],
              k, counts.size(), wrong, seconds, watch.seconds() - seconds);
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace rlminer::tests

int main(int argc, char** argv) {
  try {
    return rlminer::tests::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "count_crosscheck: %s\n", error.what());
    return 2;
  }
}
