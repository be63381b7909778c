#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/sample/pattern_estimator.h"
#include "rlminer/sample/tree_weights.h"

namespace rlminer::search {

struct BeamOptions {
  std::size_t width = 20;  // patterns of each size that are kept
  std::uint64_t seed = 0;
  int threads = 1;
  std::uint64_t draws = 2000;  // around each pattern, at most; around tiny ones more
};

// A pattern of the beam.
struct BeamEntry {
  Pattern pattern;  // in canonical order
  double bound = 0.0;
  sample::Draws draws;
  sample::Estimate estimate;
  std::vector<Vertex> occurrence;  // in the order of the pattern; empty when none was met
};

// Grows patterns vertex by vertex and keeps the most frequent ones of every size.
//
// Of each pattern that is kept, random occurrences are drawn (PatternEstimator). They tell its own
// frequency, and what lies around them tells that of every pattern with one vertex more: leaves of
// every label at every vertex, triangles, twins, anything. An occurrence of the larger pattern P'
// holds m occurrences of P, where m is the number of vertices of P' without which it is P; so the
// extensions that lead to P', counted around all occurrences of P, are m times the frequency of
// P'. Patterns that the graph does not have are never looked at.
class PatternBeam {
 public:
  // The graph must outlive this object.
  PatternBeam(const sample::SampleGraph& graph, const BeamOptions& options);

  // The patterns of the next size (1 at first), best first. Empty when none is left. Past the
  // deadline it does little, but always gives at least one pattern where it knows of one. Without a
  // deadline the same seed gives the same patterns on any number of threads.
  const std::vector<BeamEntry>& grow(const Deadline& deadline);

  // From now on what grows is this pattern alone, in canonical order, in a beam of that width: the
  // next size is its own. Of the empty pattern: all that there is, as in the beginning.
  void begin_with(const Pattern& pattern, std::size_t width);

  sample::PatternEstimator& estimator(int thread) {
    return *estimators_[static_cast<std::size_t>(thread)];
  }
  // The generator that draws of one pattern come from.
  Rng rng_for(const Pattern& pattern, std::uint64_t stage) const;

 private:
  using Scores = std::unordered_map<Pattern, double, pattern::PatternHash>;
  struct Explored {
    BeamEntry entry;
    Scores larger;  // estimated frequencies of the patterns with one vertex more
  };

  void explore(Explored& explored, sample::PatternEstimator& estimator, const Deadline& deadline,
               std::size_t left);
  std::size_t trees_in_time(const Deadline& deadline, std::size_t left) const;
  std::vector<Pattern> shortlist() const;

  BeamOptions options_;
  std::vector<std::unique_ptr<sample::PatternEstimator>> estimators_;
  std::atomic<double> seconds_per_tree_{0.0};  // that preparing the last pattern took
  Scores singles_;                             // the patterns of size 1
  int size_ = 0;
  Scores next_;  // what may follow
  std::vector<BeamEntry> entries_;
};

}  // namespace rlminer::search
