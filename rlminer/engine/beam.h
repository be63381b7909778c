#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "rlminer/count/counter.h"
#include "rlminer/engine/engine.h"
#include "rlminer/sample/tree_weights.h"
#include "rlminer/search/pattern_beam.h"

namespace rlminer::engine {

// What a beam works with; it has to outlive the beam, and several may share it.
struct BeamGround {
  const Graph& graph;
  const sample::SampleGraph& prepared;  // the same graph
  count::Counter& counter;              // of the same graph
};

// A beam over patterns, for networks with too many connected sets to walk over them.
//
// Grows the most frequent patterns vertex by vertex through all sizes (PatternBeam), then counts
// the best of every size asked for exactly, as far as time allows; what could not be counted has
// its estimate with an interval. Never proven.
class BeamSearch {
 public:
  // The budget is for the threads and the progress; both steps have their own deadlines.
  BeamSearch(const BeamGround& ground, const Problem& problem, const Budget& budget,
             std::size_t width);

  void grow(const Deadline& deadline);
  // What has grown, measured as well as the time allows.
  std::vector<Answer> answers(const Deadline& deadline);

  static constexpr double kShareOfGrowth = 0.5;  // of the time of both steps

 private:
  // One that is among the best of its size, and the draws that its estimate comes from.
  struct Finalist {
    Finding finding;
    sample::Draws draws;
    bool tried = false;  // to count it at any rate
  };

  void fill(Answer& answer, const Deadline& deadline);
  Deadline deadline_for(int size, const Deadline& deadline) const;
  void measure(std::vector<Finalist>& finalists, const Deadline& deadline);
  std::vector<Finalist*> contenders(std::vector<Finalist>& finalists) const;
  Finalist* most_promising(std::vector<Finalist>& finalists) const;
  void count(std::vector<Finalist>& finalists, std::uint64_t give_up, const Deadline& deadline);
  void refine(std::vector<Finalist>& finalists, sample::DrawLimits limits,
              const Deadline& deadline);
  std::string note_of(int size);
  void report(double fraction, const char* phase) const;

  const BeamGround ground_;
  const Problem& problem_;
  const Budget& budget_;
  const std::size_t width_;
  const Stopwatch watch_{budget_.deadline.clock()};
  search::PatternBeam beam_;
  std::map<int, std::vector<search::BeamEntry>> kept_;  // by size
};

}  // namespace rlminer::engine
