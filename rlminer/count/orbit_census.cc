#include "rlminer/count/orbit_census.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "rlminer/base/rng.h"
#include "rlminer/count/plan.h"
#include "rlminer/enumerate/code_numbers.h"
#include "rlminer/enumerate/pattern_key.h"
#include "rlminer/enumerate/set_walk.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::count {
namespace {

using enumerate::KeyNumbers;

// The orbits met so far. Each has a number, in the order in which they were met.
class OrbitNumbers {
 public:
  // The numbers of the orbits that the vertices of a pattern are in, one for each.
  std::vector<std::uint32_t> of(const Pattern& pattern) {
    const pattern::CanonicalForm form = pattern::canonicalize(pattern);
    auto known = by_pattern_.find(form.pattern);
    if (known == by_pattern_.end())
      known = by_pattern_.emplace(form.pattern, add(form.pattern)).first;
    std::vector<std::uint32_t> numbers(known->second.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[form.order[i]] = known->second[i];
    return numbers;
  }

  std::vector<Orbit>& orbits() { return orbits_; }

 private:
  std::vector<std::uint32_t> add(const Pattern& canonical) {
    std::vector<std::uint32_t> numbers(static_cast<std::size_t>(canonical.size()));
    for (const auto& [first, vertices] : orbits_of(canonical)) {
      for (std::size_t v = 0; v < numbers.size(); ++v) {
        if ((vertices >> v & 1u) != 0) numbers[v] = static_cast<std::uint32_t>(orbits_.size());
      }
      orbits_.push_back({canonical, vertices});
    }
    return numbers;
  }

  std::vector<Orbit> orbits_;
  // Canonical pattern -> the orbit of each of its vertices.
  std::unordered_map<Pattern, std::vector<std::uint32_t>, pattern::PatternHash> by_pattern_;
};

// Walks the sets and counts. Sets whose vertices come in the same order, as far as labels and edges
// tell, have the same code, and the orbits are looked for once for all of them.
class OrbitWalk {
 public:
  OrbitWalk(const Graph& graph, const std::vector<int>& sizes)
      : graph_(graph),
        largest_(*std::max_element(sizes.begin(), sizes.end())),
        wanted_(static_cast<std::size_t>(largest_) + 1, false),
        words_(enumerate::draw_vertex_words(graph.num_vertices())),
        walk_(graph, words_) {
    for (const int size : sizes)
      wanted_[static_cast<std::size_t>(size)] = true;
    for (std::size_t size = 0; size < wanted_.size(); ++size)
      codes_.emplace_back(size);
    orbits_of_codes_.resize(wanted_.size());
  }

  bool run(const Deadline& deadline) {
    if (deadline.expired()) return false;
    std::size_t sets = 0;
    return walk_.for_each_set(largest_, [&](std::size_t n) {
      if (++sets % kSetsPerPoll == 0 && deadline.expired()) return false;
      if (wanted_[n]) add(n);
      return true;
    });
  }

  OrbitCensus result() {
    OrbitCensus census{
        .orbits = std::move(orbits_.orbits()), .row_begins = {}, .columns = {}, .counts = {}};
    const std::vector<std::uint32_t> columns = sort(census.orbits);
    for (Entry& entry : entries_)
      entry.orbit = columns[entry.orbit];
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.vertex, a.orbit) < std::tie(b.vertex, b.orbit);
    });
    census.row_begins.assign(graph_.num_vertices() + 1, 0);
    for (const Entry& entry : entries_) {
      ++census.row_begins[entry.vertex + 1];
      census.columns.push_back(entry.orbit);
      census.counts.push_back(entry.count);
    }
    std::partial_sum(census.row_begins.begin(), census.row_begins.end(), census.row_begins.begin());
    return census;
  }

 private:
  struct Entry {
    Vertex vertex = 0;
    std::uint32_t orbit = 0;
    std::uint64_t count = 0;
  };
  static constexpr std::size_t kSetsPerPoll = std::size_t{1} << 14;

  void add(std::size_t n) {
    const std::uint32_t* orbit = orbits_of_set(n);
    walk_.for_each_vertex(n, [&](Vertex vertex) { ++entry(vertex, *orbit++).count; });
  }

  // The orbits of the vertices of the set being visited, in the order of the walk.
  const std::uint32_t* orbits_of_set(std::size_t n) {
    if (graph_.distinguishes_edges()) return orbits_of_pattern(pattern_of_set(n));
    const std::size_t begin = n * codes_[n].number_of(walk_.code_hash(n), walk_.code());
    std::vector<std::uint32_t>& known = orbits_of_codes_[n];
    if (begin == known.size()) {
      const std::vector<std::uint32_t> numbers = orbits_.of(pattern_of_set(n));
      known.insert(known.end(), numbers.begin(), numbers.end());
    }
    return known.data() + begin;
  }

  // The same for a set with kinds of edges, which its code does not tell.
  const std::uint32_t* orbits_of_pattern(const Pattern& pattern) {
    const auto [known, is_new] = orbits_of_patterns_.try_emplace(pattern);
    if (is_new) known->second = orbits_.of(pattern);
    return known->second.data();
  }

  Pattern pattern_of_set(std::size_t n) {
    set_.clear();
    walk_.for_each_vertex(n, [&](Vertex vertex) { set_.push_back(vertex); });
    return pattern::induce(graph_, set_);
  }

  Entry& entry(Vertex vertex, std::uint32_t orbit) {
    // Different places have different keys, because mix64 is one-to-one, and none has the key 0.
    std::uint32_t& number = by_place_[mix64((std::uint64_t{vertex} << 32 | orbit) + 1)];
    if (number == KeyNumbers::kNone) {
      number = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({vertex, orbit, 0});
    }
    return entries_[number];
  }

  // Brings the orbits into an order that does not depend on the walk; returns the new place of
  // each.
  static std::vector<std::uint32_t> sort(std::vector<Orbit>& orbits) {
    std::vector<std::uint32_t> order(orbits.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Pattern& first = orbits[a].pattern;
      const Pattern& second = orbits[b].pattern;
      if (first.size() != second.size()) return first.size() < second.size();
      if (!(first == second)) return first < second;
      return __builtin_ctz(orbits[a].vertices) < __builtin_ctz(orbits[b].vertices);
    });
    std::vector<std::uint32_t> places(orbits.size());
    std::vector<Orbit> sorted;
    for (std::size_t i = 0; i < order.size(); ++i) {
      places[order[i]] = static_cast<std::uint32_t>(i);
      sorted.push_back(orbits[order[i]]);
    }
    orbits = std::move(sorted);
    return places;
  }

  const Graph& graph_;
  const int largest_;
  std::vector<bool> wanted_;                                 // by size
  std::vector<enumerate::CodeNumbers> codes_;                // by size
  std::vector<std::vector<std::uint32_t>> orbits_of_codes_;  // by size: those of each code in turn
  std::unordered_map<Pattern, std::vector<std::uint32_t>, pattern::PatternHash> orbits_of_patterns_;
  OrbitNumbers orbits_;
  KeyNumbers by_place_;  // vertex and orbit -> entry
  std::vector<Entry> entries_;
  std::vector<Vertex> set_;
  const std::vector<std::uint64_t> words_;
  enumerate::SetWalk walk_;
};

}  // namespace

OrbitCensus take_orbit_census(const Graph& graph, const std::vector<int>& sizes,
                              const Deadline& deadline) {
  OrbitWalk walk(graph, sizes);
  const bool complete = walk.run(deadline);
  OrbitCensus census = walk.result();
  census.complete = complete;
  return census;
}

}  // namespace rlminer::count
