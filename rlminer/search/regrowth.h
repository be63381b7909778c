#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "rlminer/base/deadline.h"
#include "rlminer/base/rng.h"
#include "rlminer/count/counter.h"
#include "rlminer/sample/tree_weights.h"
#include "rlminer/search/local_search.h"
#include "rlminer/search/pattern_beam.h"

namespace rlminer::search {

// Improves counted candidates by larger steps than local search, which swaps one vertex at a time
// and stays where no swap helps: takes several vertices away from one of the best and grows what is
// left again, by a beam over patterns. (The idea is known as large neighbourhood search, or ruin
// and recreate.) Some of the steps are small, with a narrow beam, some take away nearly everything
// and grow it again in a wide one. All kinds of steps have the same share of the work at first;
// those that have led to something better have more.
class Regrowth {
 public:
  // Both must be of the same graph and outlive this object.
  Regrowth(const sample::SampleGraph& graph, count::Counter& counter, std::uint64_t seed,
           int threads);

  // Does so until the deadline, or until many steps of every kind have led to nothing better.
  // Whenever something better turns up, local search goes on from there. The best candidate never
  // gets worse. Called again, it tries what it has not tried yet.
  LocalSearchOutcome run(Candidates& candidates, const Deadline& deadline);

 private:
  // How much is taken away, and how it is grown again.
  struct Kind {
    double least, most;  // of the vertices
    std::size_t width;   // of the beam
    int patience;        // for so many steps that lead to nothing better
  };
  static constexpr std::array<Kind, 5> kKinds{{{0.0, 0.5, 3, 64},
                                               {0.3, 0.7, 10, 32},
                                               {0.5, 0.9, 30, 16},
                                               {1.0, 1.0, 100, 1},
                                               {0.85, 1.0, 300, 4}}};
  struct Experience {
    double work = 0.0;    // patterns that were looked at, about
    double better = 0.0;  // steps that led to something better
    int vain = 0;         // steps since then, of this kind
  };

  // The kind of step that is next; kKinds.size(): none has any prospects.
  std::size_t choose_kind(int size) const;
  // False when there was nothing left to grow again.
  bool step(std::size_t kind, Candidates& candidates, const Deadline& deadline,
            std::size_t& counted);
  // False when all tries to find something to grow again were in vain.
  bool ruin(const Kind& kind, const Candidates& candidates, Pattern& rest);
  void grow_to(int size, Candidates& candidates, const Deadline& deadline, std::size_t& counted);

  count::Counter& counter_;
  PatternBeam beam_;
  Rng rng_;
  std::array<Experience, kKinds.size()> experience_;
  // What was left, each time, and how wide the beam was at most.
  std::unordered_map<Pattern, std::size_t, pattern::PatternHash> grown_;
};

}  // namespace rlminer::search
