#include "rlminer/env/frequencies.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "rlminer/count/matcher.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/enumerate/estimate.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::env {
namespace {

constexpr int kProbes = 500;

template <typename Number>
Number clamp_to(Count count) {
  return static_cast<Number>(std::min<Count>(count, std::numeric_limits<Number>::max()));
}

}  // namespace

// Counts patterns one by one and remembers them. A matcher serves one thread at a time, so there
// are as many as have ever been busy at once.
class Frequencies::Counter {
 public:
  explicit Counter(const Graph& graph) : graph_(graph) {}

  std::uint64_t count(const Pattern& canonical, const enumerate::PatternKey& key) {
    std::unique_lock lock(mutex_);
    if (const auto known = counts_.find(key); known != counts_.end()) return known->second;
    std::unique_ptr<count::Matcher> matcher;
    if (!idle_.empty()) {
      matcher = std::move(idle_.back());
      idle_.pop_back();
    }
    lock.unlock();
    if (!matcher) matcher = std::make_unique<count::Matcher>(graph_);
    const auto frequency = clamp_to<std::uint64_t>(matcher->count(canonical).saturated());
    lock.lock();
    idle_.push_back(std::move(matcher));
    counts_.emplace(key, frequency);
    return frequency;
  }

 private:
  struct KeyHash {
    std::size_t operator()(const enumerate::PatternKey& key) const { return key.low; }
  };

  const Graph& graph_;
  std::mutex mutex_;
  std::unordered_map<enumerate::PatternKey, std::uint64_t, KeyHash> counts_;
  std::vector<std::unique_ptr<count::Matcher>> idle_;
};

void Frequencies::Table::reserve(std::size_t patterns) {
  keys.assign(patterns + patterns / 4 + 1, {});
  counts.assign(keys.size(), 0);
}

// Of the key, or of the empty entry where it belongs.
std::size_t Frequencies::Table::place_of(const enumerate::PatternKey& key) const {
  auto place =
      static_cast<std::size_t>(static_cast<unsigned __int128>(key.high) * keys.size() >> 64);
  while (counts[place] != 0 && keys[place] != key)
    place = place + 1 == keys.size() ? 0 : place + 1;
  return place;
}

Frequencies::Frequencies(const Graph& graph, std::span<const int> sizes, const Limits& limits)
    : graph_(&graph), counter_(std::make_unique<Counter>(graph)) {
  complete_ = take(sizes, limits);
  if (!complete_) tables_.clear();
}

Frequencies::Frequencies(Frequencies&&) noexcept = default;
Frequencies& Frequencies::operator=(Frequencies&&) noexcept = default;
Frequencies::~Frequencies() = default;

// Takes the census; false when it is not worth starting or did not end in time.
bool Frequencies::take(std::span<const int> sizes, const Limits& limits) {
  if (sizes.empty()) return true;
  const int largest = *std::max_element(sizes.begin(), sizes.end());
  const auto expected = enumerate::estimate_sets(enumerate::RankedGraph(*graph_), largest, kProbes);
  const double total = std::accumulate(expected.begin(), expected.end(), 0.0);
  if (total > static_cast<double>(limits.sets) || limits.deadline.expired()) return false;
  enumerate::WalkBudget budget;
  budget.deadline = limits.deadline;
  budget.threads = std::max(1, limits.threads);
  const enumerate::Classification census =
      enumerate::take_census(*graph_, {sizes.begin(), sizes.end()}, budget);
  if (census.end != enumerate::WalkEnd::Complete) return false;
  for (const int size : sizes) {
    const enumerate::PatternCounts& patterns = census.sizes[static_cast<std::size_t>(size)];
    Table& table = tables_.emplace_back();
    table.size = size;
    table.reserve(patterns.size());
    for (const auto& [pattern, count] : patterns) {
      const enumerate::PatternKey key = enumerate::pattern_key(pattern);
      const std::size_t place = table.place_of(key);
      table.keys[place] = key;
      table.counts[place] = clamp_to<std::uint32_t>(count);
      // A count that does not fit is no case for a census.
      if (count > table.counts[place]) return false;
      table.best = std::max(table.best, table.counts[place]);
    }
  }
  return true;
}

const Frequencies::Table* Frequencies::table(int size) const {
  const auto place = std::find_if(tables_.begin(), tables_.end(),
                                  [&](const Table& table) { return table.size == size; });
  return place == tables_.end() ? nullptr : &*place;
}

std::uint64_t Frequencies::frequency(std::span<const Vertex> connected_set) const {
  const Pattern canonical = pattern::canonicalize(pattern::induce(*graph_, connected_set)).pattern;
  const enumerate::PatternKey key = enumerate::pattern_key(canonical);
  if (const Table* known = table(canonical.size())) return known->counts[known->place_of(key)];
  return counter_->count(canonical, key);
}

std::optional<std::uint64_t> Frequencies::best(int size) const {
  const Table* known = table(size);
  return known == nullptr ? std::nullopt : std::optional<std::uint64_t>(known->best);
}

}  // namespace rlminer::env
