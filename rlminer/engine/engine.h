#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/count/counter.h"
#include "rlminer/graph/graph.h"
#include "rlminer/search/finding.h"

namespace rlminer::engine {

// What is asked of one graph, whoever answers. How an engine works is for its own options.
struct Problem {
  std::vector<int> sizes;       // pattern sizes, ascending, each in 1..kMaxPatternSize
  std::size_t top = 1;          // how many patterns to report per size
  std::size_t occurrences = 1;  // how many occurrences to report per pattern
  std::uint64_t seed = 0;       // for engines that draw at random: same seed, same answer
};

// How far along a run is, for a progress line.
struct Progress {
  double fraction = 0.0;  // of the estimated work, in 0..1
  double sets = 0.0;      // connected sets accounted for so far
  const char* phase = "";
};

using search::Finding;

// The answer for one size.
struct Answer {
  int size = 0;
  std::vector<Finding> findings;  // most frequent first (engine mni: highest MNI first, then most
                                  // frequent); ties in the order of the canonical patterns
  bool proven = false;  // the findings are certainly the most frequent ones, with exact frequencies
  Count sets = 0;       // connected sets of this size: all of them when `sets_exact`
  bool sets_exact = false;
  double seconds = 0.0;  // wall clock of the run that produced it (shared by the sizes of one run)
  std::string note;      // why it is not proven, or empty
  std::optional<Count> upper_bound = {};  // no pattern of this size is more frequent, if known
};

// What it may cost. Running out is not an error: the answer is then the best found so far, not
// proven.
struct Budget {
  Deadline deadline;  // of time and memory
  int threads = 1;
  std::function<void(const Progress&)>
      on_progress;  // called from any thread, a few times per second
  // Of solve_many: called with the place of a graph and what was found in it as soon as it is
  // known, in the order of the graphs and never twice at a time.
  std::function<void(std::size_t graph, const std::vector<Answer>& answers)> on_answers = {};
};

// A way to answer the question. solve() returns one Answer per requested size, in order.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  virtual std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                                    const Budget& budget) const = 0;
  // The answers for each of several graphs, under one budget for all. Engines that are quicker when
  // they treat many graphs together say so here; the others solve one after the other.
  virtual std::vector<std::vector<Answer>> solve_many(std::span<const Graph* const> graphs,
                                                      const Problem& problem,
                                                      const Budget& budget) const;
};

// A proven answer less what depends on how fast the machine was: which road led to the proof, and
// so how many sets were seen on the way, and which examples. The others are what the time allowed
// in any case. The counter is that of the graph.
Answer without_clock(Answer answer, const Problem& problem, count::Counter& counter);

// One answer for each size of the problem. Where no component is large enough there is nothing to
// find, and that is certain; `fill` is called for the other sizes, one after the other. The seconds
// are those of the watch at the end.
std::vector<Answer> answer_sizes(const Graph& graph, const Problem& problem, const Stopwatch& watch,
                                 const std::function<void(Answer&)>& fill);

// The part of the time left that is for this size when the later ones get as much each.
Deadline share_of_size(const Deadline& deadline, const Problem& problem, int size);

// Gives the finding as many occurrences as the problem asks for, if that many are found in time.
void complete_occurrences(Finding& finding, const Problem& problem, count::Counter& counter,
                          const Deadline& deadline);

// Sorts the findings, keeps as many as the problem asks for, and completes their occurrences, for
// which there is a moment even when the deadline has passed.
void rank(std::vector<Finding>& findings, const Problem& problem, count::Counter& counter,
          const Deadline& deadline);

}  // namespace rlminer::engine
