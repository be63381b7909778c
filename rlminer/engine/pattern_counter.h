#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/matcher.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::engine {

// How frequencies are counted; they are the same whichever way.
enum class CountBy { Fastest, Matching, Census };

// Counts patterns of one graph, each isomorphism class once however often it is asked for: one by
// one with the matcher, or, when many are asked for and the matcher turns out to be slower than
// that, by one census of their size. The graph must outlive it.
class PatternCounter {
 public:
  PatternCounter(const Graph& graph, int threads, CountBy way = CountBy::Fastest);

  // Counts those of these canonical patterns of one size that are not known yet. The time left is
  // shared among them: one that takes longer than its share has a lower bound.
  void count(std::span<const Pattern> patterns, const Deadline& deadline);

  // Of a pattern that was counted.
  const Frequency& at(const Pattern& pattern) const { return counts_.at(pattern); }
  std::size_t counted() const { return counts_.size(); }
  std::size_t censuses() const { return censuses_.size(); }

  const Graph& graph() const { return graph_; }
  count::Matcher& matcher() { return *matchers_.front(); }

 private:
  using Counts = std::unordered_map<Pattern, Frequency, pattern::PatternHash>;

  void match(std::span<const Pattern> patterns, const Deadline& deadline);
  bool census_pays(int size, double seconds);
  bool take_census(int size, const Deadline& deadline);
  void look_up(std::span<const Pattern> patterns);

  const Graph& graph_;
  const CountBy way_;
  std::vector<std::unique_ptr<count::Matcher>> matchers_;  // one per thread
  Counts counts_;
  std::unordered_map<int, Counts> censuses_;  // by size
  std::unordered_map<int, double> expected_;  // sets up to that size, where it was estimated
};

}  // namespace rlminer::engine
