#include "rlminer/count/counter.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "rlminer/base/machine.h"
#include "rlminer/enumerate/ranked_graph.h"

namespace rlminer::count {

std::optional<CensusTable> CensusTable::of(const enumerate::PatternCounts& patterns) {
  CensusTable table;
  table.keys_.resize(patterns.size() + patterns.size() / 4 + 1);
  table.counts_.resize(table.keys_.size(), 0);
  for (const auto& [pattern, count] : patterns) {
    if (count > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    const enumerate::PatternKey key = enumerate::pattern_key(pattern);
    const std::size_t slot = table.slot_of(key);
    table.keys_[slot] = key;
    table.counts_[slot] = static_cast<std::uint32_t>(count);
    table.best_ = std::max(table.best_, table.counts_[slot]);
  }
  return table;
}

std::size_t CensusTable::slot_of(const enumerate::PatternKey& key) const {
  auto slot = static_cast<std::size_t>(Count{key.high} * keys_.size() >> 64);
  while (counts_[slot] != 0 && keys_[slot] != key)
    slot = slot + 1 == keys_.size() ? 0 : slot + 1;
  return slot;
}

namespace {

constexpr int kProbes = 500;
// So many patterns are matched before it is asked whether a census would be quicker.
constexpr std::size_t kTrial = 16;
// A guess: what a census takes per connected set. It only decides which way a count is taken.
constexpr double kSecondsPerSet = 3e-7;
// A census has every pattern of the graph in memory: not more than that many.
constexpr double kMostSets = 2e7;

}  // namespace

Counter::Counter(const Graph& graph, int threads, CountBy way)
    : graph_(graph), threads_(std::max(1, threads)), way_(way) {}

bool Counter::is_too_late(const Deadline& deadline) const {
  constexpr std::size_t kLargeGraph = 100'000;  // edges
  return graph_.num_edges() > kLargeGraph && deadline.expired();
}

std::unique_ptr<Matcher> Counter::borrow() {
  std::unique_lock lock(mutex_);
  if (idle_.empty()) {
    lock.unlock();
    return std::make_unique<Matcher>(graph_);
  }
  std::unique_ptr<Matcher> matcher = std::move(idle_.back());
  idle_.pop_back();
  return matcher;
}

void Counter::give_back(std::unique_ptr<Matcher> matcher) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(matcher));
}

std::optional<Frequency> Counter::recall(const Pattern& pattern, const Key& key) const {
  const auto census = censuses_.find(pattern.size());
  if (census != censuses_.end()) return Frequency::exactly(census->second.frequency(key));
  const std::lock_guard lock(mutex_);
  const auto known = memory_.find(key);
  return known == memory_.end() ? std::nullopt : std::optional(known->second);
}

void Counter::remember(const Key& key, const Frequency& frequency) {
  const std::lock_guard lock(mutex_);
  memory_[key].learn(frequency);
}

Frequency Counter::count(const Pattern& pattern, const Deadline& deadline, std::uint64_t effort) {
  const Key key = enumerate::pattern_key(pattern);
  if (const auto known = recall(pattern, key); known && known->exact()) return *known;
  if (is_too_late(deadline)) return {};
  const Frequency counted =
      with_matcher([&](Matcher& matcher) { return matcher.count(pattern, deadline, effort); });
  if (counted.exact()) remember(key, counted);
  return counted;
}

Frequency Counter::count_on_all_threads(const Pattern& pattern, const Deadline& deadline) {
  const Key key = enumerate::pattern_key(pattern);
  if (const auto known = recall(pattern, key); known && known->exact()) return *known;
  if (is_too_late(deadline)) return {};
  const Frequency counted =
      with_matcher([&](Matcher& matcher) { return matcher.count_on(threads_, pattern, deadline); });
  if (counted.exact()) remember(key, counted);
  return counted;
}

std::vector<Frequency> Counter::count_all(std::span<const Pattern> patterns,
                                          const Deadline& deadline) {
  std::vector<Key> keys;
  std::vector<Pattern> unknown;
  for (const Pattern& pattern : patterns) {
    keys.push_back(enumerate::pattern_key(pattern));
    if (!recall(pattern, keys.back())) unknown.push_back(pattern);
  }
  if (!unknown.empty()) count_unknown(unknown, deadline);
  std::vector<Frequency> frequencies;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    frequencies.push_back(*recall(patterns[i], keys[i]));
    remember(keys[i], frequencies.back());
  }
  return frequencies;
}

void Counter::count_unknown(std::span<const Pattern> patterns, const Deadline& deadline) {
  const int size = patterns[0].size();
  if (way_ == CountBy::Census && take_census({&size, 1}, Deadline::kForever, deadline)) return;
  const bool trial = way_ == CountBy::Fastest && patterns.size() >= 2 * kTrial;
  const auto first = patterns.first(trial ? kTrial : patterns.size());
  const Stopwatch watch(deadline.clock());
  match(first, deadline);
  if (!trial) return;
  const auto rest = patterns.subspan(first.size());
  const double seconds =
      watch.seconds() * static_cast<double>(rest.size()) / static_cast<double>(first.size());
  // Only where a census is likely to take less than half as long.
  const bool census_pays = expected_sets(size) * kSecondsPerSet < seconds / 2;
  if (!census_pays || !take_census({&size, 1}, kMostSets, deadline)) match(rest, deadline);
}

void Counter::match(std::span<const Pattern> patterns, const Deadline& deadline) {
  std::vector<Frequency> counts(patterns.size());
  if (patterns.size() == 1) {
    counts[0] = count_on_all_threads(patterns[0], deadline);
  } else {
    parallel_for(patterns.size(), threads_, [&](int, std::size_t i) {
      // What earlier patterns have not used is left for the later ones.
      const auto left = static_cast<double>(patterns.size() - i);
      counts[i] = count(patterns[i], deadline.part(std::min(1.0, threads_ / left)));
    });
  }
  for (std::size_t i = 0; i < patterns.size(); ++i)
    remember(enumerate::pattern_key(patterns[i]), counts[i]);
}

double Counter::expected_sets(int size) {
  if (!expected_.contains(size)) {
    const auto sets = enumerate::estimate_sets(enumerate::RankedGraph(graph_), size, kProbes);
    expected_[size] = std::accumulate(sets.begin(), sets.end(), 0.0);
  }
  return expected_[size];
}

bool Counter::take_census(std::span<const int> sizes, double most_sets, const Deadline& deadline) {
  if (sizes.empty()) return true;
  const int largest = *std::max_element(sizes.begin(), sizes.end());
  if (deadline.expired() || expected_sets(largest) > most_sets) return false;
  enumerate::WalkBudget budget;
  budget.deadline = deadline;
  budget.threads = threads_;
  const enumerate::Classification census =
      enumerate::take_census(graph_, {sizes.begin(), sizes.end()}, budget);
  if (census.end != enumerate::WalkEnd::Complete) return false;
  std::map<int, CensusTable> tables;
  for (const int size : sizes) {
    std::optional<CensusTable> table =
        CensusTable::of(census.sizes[static_cast<std::size_t>(size)]);
    if (!table) return false;
    tables.insert_or_assign(size, *std::move(table));
  }
  tables.merge(censuses_);
  censuses_ = std::move(tables);
  return true;
}

std::optional<Count> Counter::best(int size) const {
  const auto census = censuses_.find(size);
  return census == censuses_.end() ? std::nullopt : std::optional(census->second.best());
}

std::vector<std::vector<Vertex>> Counter::find(const Pattern& pattern, std::size_t limit,
                                               const Deadline& deadline, std::uint64_t effort) {
  return with_matcher(
      [&](Matcher& matcher) { return matcher.find(pattern, limit, deadline, effort); });
}

}  // namespace rlminer::count
