#include "rlminer/engine/pattern_counter.h"

#include <algorithm>
#include <numeric>

#include "rlminer/base/parallel.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/enumerate/estimate.h"

namespace rlminer::engine {
namespace {

constexpr int kProbes = 500;
// So many patterns are matched before it is asked whether a census would be quicker.
constexpr std::size_t kTrial = 16;
// A guess: what a census takes per connected set. It only decides which way a count is taken.
constexpr double kSecondsPerSet = 3e-7;
// A census keeps every pattern of the graph in memory: not more than that many.
constexpr double kMostSets = 2e7;

}  // namespace

PatternCounter::PatternCounter(const Graph& graph, int threads, CountBy way)
    : graph_(graph), way_(way) {
  for (int i = 0; i < std::max(1, threads); ++i)
    matchers_.push_back(std::make_unique<count::Matcher>(graph));
}

void PatternCounter::count(std::span<const Pattern> patterns, const Deadline& deadline) {
  std::vector<Pattern> unknown;
  for (const Pattern& pattern : patterns) {
    if (!counts_.contains(pattern)) unknown.push_back(pattern);
  }
  if (unknown.empty()) return;
  const int size = unknown[0].size();
  std::span<const Pattern> rest = unknown;
  if (way_ == CountBy::Census && !censuses_.contains(size)) take_census(size, deadline);
  if (!censuses_.contains(size)) {
    const bool trial = way_ == CountBy::Fastest && rest.size() >= 2 * kTrial;
    const auto first = rest.first(trial ? kTrial : rest.size());
    const Stopwatch watch(deadline.clock());
    match(first, deadline);
    rest = rest.subspan(first.size());
    const double seconds = watch.seconds() / static_cast<double>(first.size());
    if (trial && (!census_pays(size, seconds * static_cast<double>(rest.size())) ||
                  !take_census(size, deadline))) {
      match(rest, deadline);
      return;
    }
  }
  look_up(rest);
}

void PatternCounter::match(std::span<const Pattern> patterns, const Deadline& deadline) {
  const int threads = static_cast<int>(matchers_.size());
  if (patterns.size() == 1) {
    counts_[patterns[0]] = matcher().count_on(threads, patterns[0], deadline);
    return;
  }
  std::vector<Frequency> counts(patterns.size());
  parallel_for(patterns.size(), threads, [&](int thread, std::size_t i) {
    // What earlier patterns have not used is left for the later ones.
    const auto left = static_cast<double>(patterns.size() - i);
    const double share = deadline.remaining() * std::min(1.0, threads / left);
    counts[i] =
        matchers_[static_cast<std::size_t>(thread)]->count(patterns[i], deadline.at_most(share));
  });
  for (std::size_t i = 0; i < patterns.size(); ++i)
    counts_[patterns[i]] = counts[i];
}

// Whether a census is likely to take less than half of these seconds.
bool PatternCounter::census_pays(int size, double seconds) {
  if (!expected_.contains(size)) {
    const auto sets = enumerate::estimate_sets(enumerate::RankedGraph(graph_), size, kProbes);
    expected_[size] = std::accumulate(sets.begin(), sets.end(), 0.0);
  }
  return expected_[size] < kMostSets && expected_[size] * kSecondsPerSet < seconds / 2;
}

bool PatternCounter::take_census(int size, const Deadline& deadline) {
  enumerate::WalkBudget budget;
  budget.deadline = deadline;
  budget.threads = static_cast<int>(matchers_.size());
  const enumerate::Classification census = rlminer::enumerate::take_census(graph_, {size}, budget);
  if (census.end != enumerate::WalkEnd::Complete) return false;
  Counts& all = censuses_[size];
  for (const auto& [pattern, count] : census.sizes[static_cast<std::size_t>(size)])
    all[pattern] = Frequency::exactly(count);
  return true;
}

void PatternCounter::look_up(std::span<const Pattern> patterns) {
  for (const Pattern& pattern : patterns)
    counts_[pattern] = censuses_[pattern.size()][pattern];
}

}  // namespace rlminer::engine
