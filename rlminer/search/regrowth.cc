#include "rlminer/search/regrowth.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "rlminer/pattern/canonical.h"

namespace rlminer::search {
namespace {

constexpr std::uint64_t kDraws = 500;
// The candidates that may be taken apart; the better ones are taken more often.
constexpr std::size_t kLeaders = 16;
constexpr int kLeastRemoved = 2;
// To find a part that was not grown before.
constexpr int kFinds = 200;
// What seems to occur less often than this part of the worst leader is not counted.
constexpr double kWorthCounting = 0.5;
// Around hubs counting would take all the time: then estimates have to do.
constexpr double kShareOfCounting = 0.2;
// Of the time left, for local search after a success.
constexpr double kShareOfSwaps = 0.5;
// A kind of step has its first one when the others have had this part of the work of one.
constexpr double kCuriosity = 0.25;

// Without so many of its vertices; stays connected.
Pattern without_some(Pattern pattern, int removed, Rng& rng) {
  if (removed == pattern.size()) return {};
  while (removed > 0) {
    const auto vertex = static_cast<int>(rng.below(static_cast<std::uint64_t>(pattern.size())));
    Pattern rest = pattern.without(vertex);
    if (!rest.connected()) continue;  // there is always a vertex that is not needed for that
    pattern = std::move(rest);
    --removed;
  }
  return pattern;
}

}  // namespace

Regrowth::Regrowth(const sample::SampleGraph& graph, count::Counter& counter, std::uint64_t seed,
                   int threads)
    : counter_(counter),
      beam_(graph, {.seed = seed, .threads = threads, .draws = kDraws}),
      rng_(mix64(seed + 1)) {}

LocalSearchOutcome Regrowth::run(Candidates& candidates, const Deadline& deadline) {
  LocalSearchOutcome outcome;
  const auto best = [&] { return candidates[candidates.best(1)[0]].frequency; };
  if (candidates.best(1).empty()) return outcome;
  const Frequency before = best();
  const int size = candidates[0].pattern.size();
  for (Experience& each : experience_)
    each.vain = 0;
  while (!deadline.expired()) {
    const std::size_t kind = choose_kind(size);
    outcome.complete = kind == kKinds.size();
    if (outcome.complete) break;
    Experience& experience = experience_[kind];
    const Frequency last = best();
    ++experience.vain;
    if (!step(kind, candidates, deadline, outcome.patterns))
      experience.vain = kKinds[kind].patience;
    if (!(best() > last)) continue;
    ++experience.better;
    for (Experience& each : experience_)
      each.vain = 0;
    const Deadline swaps = deadline.part(kShareOfSwaps);
    outcome.patterns += local_search(candidates, counter_, {.deadline = swaps}).patterns;
  }
  outcome.better = best() > before;
  return outcome;
}

std::size_t Regrowth::choose_kind(int size) const {
  std::size_t chosen = kKinds.size();
  double least = 0.0;
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    const Kind& kind = kKinds[i];
    const Experience& experience = experience_[i];
    if (experience.vain >= kind.patience) continue;
    const double one_step = static_cast<double>(kind.width) * size * (kind.least + kind.most) / 2;
    const double price = (experience.work + kCuriosity * one_step) / (1.0 + experience.better);
    if (chosen < kKinds.size() && price >= least) continue;
    chosen = i;
    least = price;
  }
  return chosen;
}

bool Regrowth::step(std::size_t kind, Candidates& candidates, const Deadline& deadline,
                    std::size_t& counted) {
  const int size = candidates[0].pattern.size();
  Pattern rest;
  if (!ruin(kKinds[kind], candidates, rest)) return false;
  experience_[kind].work += static_cast<double>(kKinds[kind].width) * (size - rest.size() + 1);
  beam_.begin_with(rest, kKinds[kind].width);
  grow_to(size, candidates, deadline, counted);
  return true;
}

bool Regrowth::ruin(const Kind& kind, const Candidates& candidates, Pattern& rest) {
  const std::vector<std::size_t> leaders = candidates.best(kLeaders);
  const int size = candidates[0].pattern.size();
  const auto most = static_cast<int>(std::lround(kind.most * size));
  const auto least = std::max(kLeastRemoved, static_cast<int>(std::lround(kind.least * size)));
  if (most < least) return false;  // a swap does as much
  for (int finds = 0; finds < kFinds; ++finds) {
    const double chance = rng_.uniform();
    const auto place =
        static_cast<std::size_t>(chance * chance * static_cast<double>(leaders.size()));
    const auto choices = static_cast<std::uint64_t>(most - least + 1);
    const int removed = least + static_cast<int>(rng_.below(choices));
    rest = without_some(candidates[leaders[place]].pattern, removed, rng_);
    if (rest.size() > 0) rest = pattern::canonicalize(rest).pattern;
    std::size_t& width = grown_[rest];
    if (width >= kind.width) continue;
    width = kind.width;
    return true;
  }
  return false;
}

void Regrowth::grow_to(int size, Candidates& candidates, const Deadline& deadline,
                       std::size_t& counted) {
  const std::vector<BeamEntry>* grown = nullptr;
  do {
    grown = &beam_.grow(deadline);
    if (grown->empty() || deadline.expired()) return;
  } while (grown->front().pattern.size() < size);
  const std::size_t worst = candidates.best(kLeaders).back();
  const double to_beat = kWorthCounting * candidates[worst].frequency.low();
  const std::size_t known = candidates.size();
  for (const BeamEntry& entry : *grown) {
    if (entry.occurrence.empty() || entry.estimate.value < to_beat) continue;
    if (!candidates.contains(entry.pattern))
      candidates.add(estimated_finding(entry.pattern, entry.estimate, entry.occurrence));
  }
  counted += candidates.size() - known;
  candidates.count(counter_, deadline.part(kShareOfCounting));
}

}  // namespace rlminer::search
