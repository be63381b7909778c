#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/count/matcher.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::count {

// The frequencies of all patterns of one size, by the keys of the canonical patterns: open
// addressing, keys and counts in two arrays, 25 bytes per pattern.
class CensusTable {
 public:
  // None when a count does not fit into 32 bits: that is no case for a table.
  static std::optional<CensusTable> of(const enumerate::PatternCounts& patterns);

  Count frequency(const enumerate::PatternKey& key) const { return counts_[slot_of(key)]; }
  // The highest frequency; 0 when there is no pattern.
  Count best() const { return best_; }

 private:
  // Index of the slot that holds the key, or of the empty slot where it would go.
  std::size_t slot_of(const enumerate::PatternKey& key) const;

  std::uint32_t best_ = 0;
  std::vector<enumerate::PatternKey> keys_;
  std::vector<std::uint32_t> counts_;  // 0: the slot is empty
};

// How many patterns at once are counted; the frequencies are the same whichever way.
enum class CountBy { Fastest, Matching, Census };

// The service that counts the patterns of one graph, in canonical order, for whoever asks. It owns
// the matchers, as many as have ever been busy at once, and remembers frequencies, so that each
// isomorphism class is counted once however often it is asked for. The graph must outlive it.
// Members that ask for one pattern may be called from any number of threads at the same time.
class Counter {
 public:
  static constexpr std::uint64_t kAnyEffort = ~std::uint64_t{0};

  explicit Counter(const Graph& graph, int threads = 1, CountBy way = CountBy::Fastest);
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;

  const Graph& graph() const { return graph_; }
  int threads() const { return threads_; }

  // How often one pattern occurs, counted on the calling thread. Stops with a lower bound at the
  // deadline or after so many partial matches (see Matcher).
  Frequency count(const Pattern& pattern, const Deadline& deadline = Deadline(),
                  std::uint64_t effort = kAnyEffort);
  Frequency count_on_all_threads(const Pattern& pattern, const Deadline& deadline = Deadline());
  // The frequencies of several patterns of one size: one by one with the matchers or, when there
  // are many and that turns out to be slower, by one census of their size. The time left is shared
  // among them: one that takes longer than its share has a lower bound, and keeps it.
  std::vector<Frequency> count_all(std::span<const Pattern> patterns, const Deadline& deadline);

  // Makes every count of these sizes a look-up. False when more sets than that are estimated, the
  // time was not enough, or a frequency does not fit into the table.
  bool take_census(std::span<const int> sizes, double most_sets, const Deadline& deadline);
  // The highest frequency of a size of which a census was taken, 0 when there is no connected set
  // of it; none without a census.
  std::optional<Count> best(int size) const;

  std::size_t remembered() const { return memory_.size(); }
  std::size_t censuses() const { return censuses_.size(); }

  // Calls use(Matcher&) with a matcher that nobody else uses meanwhile.
  template <typename Use>
  auto with_matcher(Use use) {
    std::unique_ptr<Matcher> matcher = borrow();
    auto result = use(*matcher);
    give_back(std::move(matcher));
    return result;
  }
  // The first `limit` occurrences, each as the images of the pattern's vertices in order (see
  // Matcher).
  std::vector<std::vector<Vertex>> find(const Pattern& pattern, std::size_t limit,
                                        const Deadline& deadline = Deadline(),
                                        std::uint64_t effort = kAnyEffort);

 private:
  using Key = enumerate::PatternKey;
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key.low; }
  };

  // Preparing a matcher for a large graph is not worth while when there is no time to use it.
  bool is_too_late(const Deadline& deadline) const;
  std::unique_ptr<Matcher> borrow();
  void give_back(std::unique_ptr<Matcher> matcher);
  std::optional<Frequency> recall(const Pattern& pattern, const Key& key) const;
  void remember(const Key& key, const Frequency& frequency);
  void count_unknown(std::span<const Pattern> patterns, const Deadline& deadline);
  void match(std::span<const Pattern> patterns, const Deadline& deadline);
  double expected_sets(int size);

  const Graph& graph_;
  const int threads_;
  const CountBy way_;
  mutable std::mutex mutex_;  // of idle_ and memory_
  std::vector<std::unique_ptr<Matcher>> idle_;
  std::unordered_map<Key, Frequency, KeyHash> memory_;
  std::map<int, CensusTable> censuses_;       // by size
  std::unordered_map<int, double> expected_;  // sets up to that size, where it was estimated
};

}  // namespace rlminer::count
