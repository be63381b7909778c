#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/count/counter.h"
#include "rlminer/engine/engine.h"
#include "rlminer/sample/estimate.h"

namespace rlminer::engine {

// Whether a comes before b: it is more frequent, or as frequent and its canonical pattern is the
// lesser one.
bool ranks_before(const Finding& a, const Finding& b);

// A pattern with an estimated frequency, and the occurrence that was met, if any.
Finding estimated_finding(const Pattern& pattern, const sample::Estimate& estimate,
                          const std::vector<Vertex>& occurrence);

// Sorts the findings (most frequent first, ties in the order of the canonical patterns), keeps as
// many as the problem asks for, and fills in their occurrences. A first occurrence is looked for
// even when the deadline has passed.
void rank(std::vector<Finding>& findings, const Problem& problem, count::Counter& counter,
          const Deadline& deadline);

// Looks for occurrences when the finding has not just as many as the problem asks for.
void complete_occurrences(Finding& finding, const Problem& problem, count::Counter& counter,
                          const Deadline& deadline);

// Counts those of the findings that are not exact yet and take at most so many partial matches.
void count_quickly(std::span<Finding* const> findings, std::uint64_t effort,
                   count::Counter& counter, const Deadline& deadline);

// The occurrences of a pattern that is known to occur, as many as the problem asks for.
std::vector<std::vector<Vertex>> report_occurrences(const Pattern& pattern, const Problem& problem,
                                                    count::Counter& counter,
                                                    const Deadline& deadline);

// A pattern that was met, and where.
struct Candidate {
  Pattern pattern;          // in canonical order
  std::vector<Vertex> set;  // in the order of the pattern's vertices
  Frequency frequency;      // at least 1 once counted
  bool counted = false;
  bool searched = false;  // its neighbours are candidates too (see local_search)
};

// Connected sets of one size of one graph, one for each isomorphism class.
class Candidates {
 public:
  explicit Candidates(const Graph& graph) : graph_(graph) {}

  // False when an isomorphic set is there already.
  bool add(std::span<const Vertex> set);
  // What another engine has found, with at least one occurrence: its frequency need not be counted
  // again if it is exact.
  void add(const Finding& finding);
  bool contains(const Pattern& pattern) const { return places_.contains(pattern); }

  std::size_t size() const { return list_.size(); }
  Candidate& operator[](std::size_t i) { return list_[i]; }
  const Candidate& operator[](std::size_t i) const { return list_[i]; }

  // Counts those that are not counted yet.
  void count(count::Counter& counter, const Deadline& deadline);

  // The places of the `most` best that are counted: most frequent first, ties in the order of the
  // patterns.
  std::vector<std::size_t> best(std::size_t most) const;
  // As findings; the occurrences begin with the candidate's own set.
  std::vector<Finding> findings(const Problem& problem, count::Counter& counter,
                                const Deadline& deadline) const;
  Count occurrences() const;  // of all of them together

 private:
  const Graph& graph_;
  std::vector<Candidate> list_;
  std::unordered_map<Pattern, std::size_t, pattern::PatternHash> places_;
};

}  // namespace rlminer::engine
