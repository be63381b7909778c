#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/counter.h"
#include "rlminer/search/finding.h"

namespace rlminer::search {

// A pattern that was met, and what was done about it. It has one occurrence.
struct Candidate : Finding {
  bool counted = false;
  bool searched = false;  // its neighbours are candidates too (see local_search)
};

// Connected sets of one size of one graph, one for each isomorphism class.
class Candidates {
 public:
  explicit Candidates(const Graph& graph) : graph_(graph) {}

  // False when an isomorphic set is there already.
  bool add(std::span<const Vertex> set);
  // What somebody else has found, with at least one occurrence: its frequency need not be counted
  // again if it is exact. Of two estimates the more certain one stands.
  void add(const Finding& finding);
  bool contains(const Pattern& pattern) const { return places_.contains(pattern); }

  std::size_t size() const { return list_.size(); }
  Candidate& operator[](std::size_t i) { return list_[i]; }
  const Candidate& operator[](std::size_t i) const { return list_[i]; }

  // Counts those that are not counted yet.
  void count(count::Counter& counter, const Deadline& deadline);

  // The places of the `most` best that are counted, as they rank.
  std::vector<std::size_t> best(std::size_t most) const;
  // The same as findings, each with its own occurrence and as many others as are asked for.
  std::vector<Finding> findings(std::size_t most, std::size_t occurrences, count::Counter& counter,
                                const Deadline& deadline) const;
  Count occurrences() const;  // of all of them together

 private:
  const Graph& graph_;
  std::vector<Candidate> list_;
  std::unordered_map<Pattern, std::size_t, pattern::PatternHash> places_;
};

struct LocalSearchLimits {
  std::size_t leaders = 1;      // how many of the best candidates are to be good
  std::size_t patterns = 2000;  // new ones counted at most
  Deadline deadline = {};
};

struct LocalSearchOutcome {
  std::size_t patterns = 0;  // new ones counted
  bool better = false;       // the most frequent candidate is a new one
  bool complete = false;     // no swap in one of the leaders gives an unknown pattern
};

// Improves counted candidates: takes the best ones and swaps, in some of their occurrences, one
// vertex for a neighbour such that the set stays connected. Patterns not met before are counted,
// those that more swaps lead to first, and become candidates themselves. Ends when swaps in the
// leaders (the three best, or more if more are asked for) lead to nothing new, or at a limit. The
// best candidate never gets worse.
LocalSearchOutcome local_search(Candidates& candidates, count::Counter& counter,
                                const LocalSearchLimits& limits);

}  // namespace rlminer::search
