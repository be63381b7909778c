#include "rlminer/search/local_search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/bits.h"
#include "rlminer/pattern/canonical.h"
#include "rlminer/sample/tree_sampler.h"

namespace rlminer::search {
namespace {

// How far apart the ends of an estimate are.
double uncertainty(const Frequency& frequency) {
  return frequency.high() - frequency.low();
}

}  // namespace

bool Candidates::add(std::span<const Vertex> set) {
  Finding finding = found_at(graph_, set);
  if (!places_.try_emplace(finding.pattern, list_.size()).second) return false;
  list_.push_back({std::move(finding)});
  return true;
}

void Candidates::add(const Finding& finding) {
  const auto [entry, is_new] = places_.try_emplace(finding.pattern, list_.size());
  if (is_new) {
    list_.push_back({{finding.pattern, {}, finding.occurrences}});
    list_.back().occurrences.resize(std::min<std::size_t>(1, finding.occurrences.size()));
    list_.back().searched = finding.occurrences.empty();  // there is nowhere to begin
  }
  Candidate& candidate = list_[entry->second];
  if (candidate.frequency.exact()) return;
  const bool is_worse = finding.frequency.interval() && candidate.frequency.interval() &&
                        uncertainty(finding.frequency) > uncertainty(candidate.frequency);
  if (!is_worse) candidate.frequency.learn(finding.frequency);
  candidate.counted = finding.frequency.exact();
}

void Candidates::count(count::Counter& counter, const Deadline& deadline) {
  std::vector<Candidate*> uncounted;
  std::vector<Pattern> patterns;
  for (Candidate& candidate : list_) {
    if (candidate.counted) continue;
    uncounted.push_back(&candidate);
    patterns.push_back(candidate.pattern);
  }
  const std::vector<Frequency> frequencies = counter.count_all(patterns, deadline);
  for (std::size_t i = 0; i < uncounted.size(); ++i) {
    uncounted[i]->counted = true;
    uncounted[i]->frequency.learn(frequencies[i]);
    uncounted[i]->frequency.learn(Frequency::at_least(Count{1}));  // the set itself
  }
}

std::vector<std::size_t> Candidates::best(std::size_t most) const {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (list_[i].counted) order.push_back(i);
  }
  const std::size_t wanted = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(wanted), order.end(),
                    [&](std::size_t i, std::size_t j) { return ranks_before(list_[i], list_[j]); });
  order.resize(wanted);
  return order;
}

namespace {

std::vector<Vertex> sorted(std::vector<Vertex> set) {
  std::sort(set.begin(), set.end());
  return set;
}

}  // namespace

std::vector<Finding> Candidates::findings(std::size_t most, std::size_t occurrences,
                                          count::Counter& counter, const Deadline& deadline) const {
  std::vector<Finding> findings;
  const Deadline closing = deadline.closing();
  for (const std::size_t i : best(most)) {
    auto& found = findings.emplace_back(list_[i]).occurrences;
    found.resize(std::min(found.size(), occurrences));
    if (found.size() >= occurrences) continue;
    const std::vector<Vertex> known = found.empty() ? std::vector<Vertex>() : sorted(found[0]);
    for (auto& other : counter.find(list_[i].pattern, occurrences, closing)) {
      if (found.size() == occurrences) break;
      if (sorted(other) != known) found.push_back(std::move(other));
    }
  }
  return findings;
}

Count Candidates::occurrences() const {
  Count sum = 0;
  for (const Candidate& candidate : list_)
    sum = saturating_add(sum, candidate.frequency.saturated());
  return sum;
}

namespace {

constexpr std::size_t kLeaders = 3;
// Different occurrences of a pattern have different neighbours; so many are looked at.
constexpr std::size_t kOccurrences = 32;
// Neighbours that are counted before the best candidate is looked up again.
constexpr std::size_t kCountedTogether = 16;
// Unknown patterns around one candidate that are worth counting, those met most often.
constexpr std::size_t kMostNeighbors = 256;

// The parts into which the vertices in `mask` fall, as masks.
std::vector<std::uint32_t> components(const Pattern& pattern, std::uint32_t mask) {
  std::vector<std::uint32_t> parts;
  while (mask != 0) {
    std::uint32_t part = mask & -mask;
    for (std::uint32_t todo = part; todo != 0;) {
      const int v = __builtin_ctz(todo);
      const std::uint32_t reached = pattern.adjacency(v) & mask & ~part;
      part |= reached;
      todo = (todo & (todo - 1)) | reached;
    }
    parts.push_back(part);
    mask &= ~part;
  }
  return parts;
}

// The extension of what is left of a pattern without one of its vertices.
sample::Extension without(const sample::Extension& extension, int vertex) {
  const std::uint32_t low = (std::uint32_t{1} << vertex) - 1;
  const std::uint32_t mask = extension.neighbors;
  sample::Extension rest = extension;
  rest.neighbors = (mask & low) | (mask >> 1 & ~low);
  if (!rest.relations.empty() && (mask >> vertex & 1u) != 0)
    rest.relations.erase(rest.relations.begin() + std::popcount(mask & low));
  return rest;
}

// Patterns that swaps lead to.
class Neighbors {
 public:
  struct Neighbor {
    std::size_t met = 0;
    std::vector<Vertex> set;
  };

  Neighbors(const Graph& graph, const Deadline& deadline) : graph_(graph), deadline_(deadline) {}

  // All swaps in one set, or those that there is time for; `pattern` is what it induces.
  void add(const Pattern& pattern, std::span<const Vertex> set) {
    // Outer vertices that look alike from the set give the same pattern: one of them will do.
    std::map<sample::Extension, std::pair<Vertex, std::size_t>> kinds;
    for (const auto& [vertex, mask] : links(set)) {
      auto& [first, count] = kinds[as_extension(vertex, mask, set)];
      if (count++ == 0) first = vertex;
    }
    const std::uint32_t all = ~std::uint32_t{0} >> (32 - pattern.size());
    for (int out = 0; out < pattern.size() && !deadline_.expired(); ++out) {
      const std::uint32_t rest = all & ~(std::uint32_t{1} << out);
      const auto parts = components(pattern, rest);
      const Pattern remaining = pattern.without(out);
      for (const auto& [kind, found] : kinds) {
        const std::uint32_t mask = kind.neighbors;
        if (std::any_of(parts.begin(), parts.end(), [&](auto part) { return !(part & mask); }))
          continue;
        note(sample::extended(remaining, without(kind, out)), set, out, found);
      }
    }
  }

  // Those that are not candidates yet, most often met first.
  std::vector<std::vector<Vertex>> unknown(const Candidates& candidates) const {
    std::vector<std::pair<const Pattern*, const Neighbor*>> order;
    for (const auto& [pattern, neighbor] : neighbors_) {
      if (!candidates.contains(pattern)) order.emplace_back(&pattern, &neighbor);
    }
    // In dense graphs there are hundreds of thousands.
    const std::size_t wanted = std::min(order.size(), kMostNeighbors);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(wanted),
                      order.end(), [](const auto& a, const auto& b) {
                        return a.second->met != b.second->met ? a.second->met > b.second->met
                                                              : *a.first < *b.first;
                      });
    order.resize(wanted);
    std::vector<std::vector<Vertex>> sets;
    for (const auto& [pattern, neighbor] : order)
      sets.push_back(neighbor->set);
    return sets;
  }

 private:
  // The vertices adjacent to the set, and to which of its members.
  std::vector<std::pair<Vertex, std::uint32_t>> links(std::span<const Vertex> set) const {
    std::map<Vertex, std::uint32_t> masks;
    for (std::size_t i = 0; i < set.size(); ++i) {
      for (const Vertex next : graph_.neighbors(set[i]))
        masks[next] |= std::uint32_t{1} << i;
    }
    for (const Vertex member : set)
      masks.erase(member);
    return {masks.begin(), masks.end()};
  }

  // How an outer vertex looks from the set, to whose members in `mask` it is adjacent.
  sample::Extension as_extension(Vertex vertex, std::uint32_t mask,
                                 std::span<const Vertex> set) const {
    sample::Extension extension{graph_.label(vertex), mask};
    if (!graph_.distinguishes_edges()) return extension;
    for_each_bit(mask, [&](int i) {
      const graph::Relation relation = graph_.relation(vertex, set[static_cast<std::size_t>(i)]);
      extension.relations.emplace_back(relation, graph_.relation_dictionary().converse(relation));
    });
    return extension;
  }

  void note(const Pattern& swapped, std::span<const Vertex> set, int out,
            const std::pair<Vertex, std::size_t>& in) {
    Neighbor& neighbor = neighbors_[pattern::canonicalize(swapped).pattern];
    neighbor.met += in.second;
    if (!neighbor.set.empty()) return;
    neighbor.set.assign(set.begin(), set.end());
    neighbor.set[static_cast<std::size_t>(out)] = in.first;
  }

  const Graph& graph_;
  const Deadline& deadline_;
  std::unordered_map<Pattern, Neighbor, pattern::PatternHash> neighbors_;
};

class Climb {
 public:
  Climb(Candidates& candidates, count::Counter& counter, const LocalSearchLimits& limits)
      : candidates_(candidates), counter_(counter), limits_(limits) {}

  LocalSearchOutcome run() {
    if (candidates_.best(1).empty()) return outcome_;
    const Frequency before = best_frequency();
    while (!over()) {
      const std::size_t leader = next_leader();
      if (leader == candidates_.size()) {
        outcome_.complete = true;
        break;
      }
      search_around(leader);
    }
    outcome_.better = best_frequency() > before;
    return outcome_;
  }

 private:
  bool over() const { return outcome_.patterns >= limits_.patterns || limits_.deadline.expired(); }

  // The best of the leaders that has not been searched around; candidates_.size(): none is left.
  std::size_t next_leader() const {
    for (const std::size_t i : candidates_.best(std::max(kLeaders, limits_.leaders))) {
      if (!candidates_[i].searched) return i;
    }
    return candidates_.size();
  }

  Frequency best_frequency() const { return candidates_[candidates_.best(1)[0]].frequency; }

  // Leaves early, to come back if need be, when something better has turned up.
  void search_around(std::size_t leader) {
    const Pattern pattern = candidates_[leader].pattern;
    const Frequency best = best_frequency();
    Neighbors neighbors(counter_.graph(), limits_.deadline);
    neighbors.add(pattern, candidates_[leader].occurrences[0]);
    for (const auto& occurrence : counter_.find(pattern, kOccurrences, limits_.deadline)) {
      if (limits_.deadline.expired()) break;
      neighbors.add(pattern, occurrence);
    }
    const auto unknown = neighbors.unknown(candidates_);
    for (std::size_t first = 0; first < unknown.size(); first += kCountedTogether) {
      if (over()) return;
      const std::size_t last = std::min(first + kCountedTogether, unknown.size());
      for (std::size_t i = first; i < last; ++i)
        outcome_.patterns += candidates_.add(unknown[i]) ? 1 : 0;
      candidates_.count(counter_, limits_.deadline);
      if (last < unknown.size() && best_frequency() > best) return;
    }
    candidates_[leader].searched = true;
  }

  Candidates& candidates_;
  count::Counter& counter_;
  const LocalSearchLimits& limits_;
  LocalSearchOutcome outcome_;
};

}  // namespace

LocalSearchOutcome local_search(Candidates& candidates, count::Counter& counter,
                                const LocalSearchLimits& limits) {
  return Climb(candidates, counter, limits).run();
}

}  // namespace rlminer::search
