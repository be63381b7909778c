#include "rlminer/search/pattern_beam.h"

#include <algorithm>
#include <cstddef>

#include "rlminer/base/machine.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::search {
namespace {

constexpr std::uint64_t kLeastDraws = 64;
// Drawing around tiny patterns is quick, and what they lead to decides about all that follows.
constexpr std::uint64_t kDrawsOfTiny = 20'000;
constexpr int kTiny = 3;
// Spanning trees of a pattern to choose from, and the part of the time that preparing them may
// take.
constexpr std::size_t kMostTrees = 8;
constexpr double kShareOfTrees = 0.5;
// Extensions of one pattern that are looked at, those met most often first.
constexpr std::size_t kMostExtensions = 500;

// What occurs a few times only has soon been seen from all sides.
std::uint64_t draws_for(const Pattern& pattern, double bound, std::uint64_t usual) {
  const auto most = static_cast<double>(pattern.size() <= kTiny ? kDrawsOfTiny : usual);
  return static_cast<std::uint64_t>(std::min(most, 10 * bound));
}

// The vertices of a pattern without which it is the smaller one.
double times_contained(const Pattern& larger, const Pattern& smaller) {
  int times = 0;
  for (int v = 0; v < larger.size(); ++v) {
    if (larger.num_edges() - larger.degree(v) != smaller.num_edges()) continue;
    times += pattern::canonicalize(larger.without(v)).pattern == smaller ? 1 : 0;
  }
  return std::max(1, times);
}

std::vector<std::pair<sample::Extension, double>> heaviest(const sample::ExtensionTally& tally) {
  std::vector<std::pair<sample::Extension, double>> extensions;
  tally.for_each([&](const sample::Extension& extension, double weight) {
    extensions.emplace_back(extension, weight);
  });
  std::sort(extensions.begin(), extensions.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  if (extensions.size() > kMostExtensions) extensions.resize(kMostExtensions);
  return extensions;
}

}  // namespace

PatternBeam::PatternBeam(const sample::SampleGraph& graph, const BeamOptions& options)
    : options_(options) {
  for (int t = 0; t < std::max(1, options.threads); ++t)
    estimators_.push_back(std::make_unique<sample::PatternEstimator>(graph));
  for (Label label = 0; label < graph.num_labels(); ++label) {
    const Vertex count = graph.label_end(label) - graph.label_begin(label);
    if (count == 0) continue;
    Pattern single;
    single.add_vertex(label);
    singles_[single] = count;
  }
  next_ = singles_;
}

void PatternBeam::begin_with(const Pattern& pattern, std::size_t width) {
  options_.width = width;
  size_ = std::max(0, pattern.size() - 1);
  next_ = pattern.size() == 0 ? singles_ : Scores{{pattern, 1.0}};
  entries_.clear();
}

Rng PatternBeam::rng_for(const Pattern& pattern, std::uint64_t stage) const {
  return Rng(mix64(mix64(options_.seed + 1) ^ mix64(pattern::PatternHash()(pattern) + stage)));
}

// More than are kept: their frequencies are known better once they were drawn themselves.
std::vector<Pattern> PatternBeam::shortlist() const {
  std::vector<std::pair<double, Pattern>> order;
  for (const auto& [pattern, score] : next_)
    order.emplace_back(score, pattern);
  std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  const std::size_t most = options_.width + options_.width / 2 + 1;
  if (order.size() > most) order.resize(most);
  std::vector<Pattern> patterns;
  for (const auto& [score, pattern] : order)
    patterns.push_back(pattern);
  return patterns;
}

// How many spanning trees of a pattern are worth a try when so many patterns are left: in a dense
// graph each takes a while, and to have seen more patterns is worth more than better draws of one.
std::size_t PatternBeam::trees_in_time(const Deadline& deadline, std::size_t left) const {
  const double all = seconds_per_tree_ * static_cast<double>(kMostTrees * left);
  const double time = kShareOfTrees * deadline.remaining() * static_cast<double>(options_.threads);
  if (time >= all) return kMostTrees;
  return std::max<std::size_t>(1, static_cast<std::size_t>(kMostTrees * time / all));
}

void PatternBeam::explore(Explored& explored, sample::PatternEstimator& estimator,
                          const Deadline& deadline, std::size_t left) {
  BeamEntry& entry = explored.entry;
  const std::size_t trees = trees_in_time(deadline, left);
  const Stopwatch watch(deadline.clock());
  entry.bound = estimator.set_pattern(entry.pattern, trees);
  seconds_per_tree_ = watch.seconds() / static_cast<double>(trees);
  sample::ExtensionTally tally;
  Rng rng = rng_for(entry.pattern, 0);
  estimator.draw({.samples = kLeastDraws, .tally = &tally}, rng, entry.draws);
  const std::uint64_t draws = draws_for(entry.pattern, entry.bound, options_.draws);
  estimator.draw({.samples = draws, .deadline = deadline, .tally = &tally}, rng, entry.draws);
  entry.estimate = estimator.result(entry.draws);
  entry.occurrence = estimator.occurrence();
  if (entry.draws.count == 0) return;
  const double unit = entry.bound / static_cast<double>(entry.draws.count);
  for (const auto& [extension, weight] : heaviest(tally)) {
    const Pattern larger = sample::extended(entry.pattern, extension);
    explored.larger[pattern::canonicalize(larger).pattern] += unit * weight;
  }
  for (auto& [pattern, score] : explored.larger)
    score /= times_contained(pattern, entry.pattern);
}

const std::vector<BeamEntry>& PatternBeam::grow(const Deadline& deadline) {
  const std::vector<Pattern> patterns = shortlist();
  std::vector<Explored> explored(patterns.size());
  parallel_for(patterns.size(), static_cast<int>(estimators_.size()), [&](int t, std::size_t i) {
    explored[i].entry.pattern = patterns[i];
    // The first one is drawn even when it is late: without it there would be no answer.
    if (i > 0 && deadline.expired()) return;
    explore(explored[i], estimator(t), deadline, patterns.size() - i);
  });
  std::stable_sort(explored.begin(), explored.end(), [](const Explored& a, const Explored& b) {
    return a.entry.estimate.value > b.entry.estimate.value;
  });
  while (!explored.empty() && explored.back().entry.estimate.value <= 0)
    explored.pop_back();
  if (explored.size() > options_.width) explored.resize(options_.width);
  ++size_;
  next_.clear();
  entries_.clear();
  for (Explored& kept : explored) {
    entries_.push_back(std::move(kept.entry));
    if (size_ == pattern::kMaxPatternSize) continue;
    for (const auto& [pattern, score] : kept.larger) {
      double& best = next_[pattern];
      best = std::max(best, score);
    }
  }
  return entries_;
}

}  // namespace rlminer::search
