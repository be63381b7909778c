#pragma once

#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/engine/mni_growth.h"

namespace rlminer::engine {

// The pattern of each size with the highest MNI (minimum image-based support: the smallest number
// of distinct images that any of its vertices has over all induced embeddings), ties by frequency.
// Its frequency is exact; that it is the most frequent is not proven and often not so.
//
// MNI never grows when a pattern grows: an embedding of a pattern, restricted, is one of every
// connected part of it. So for a threshold t the patterns with MNI >= t are found by growth, one
// vertex at a time, from those one vertex smaller. The threshold starts at the highest MNI there
// can be and is lowered until every requested size has its pattern, as the paper uses T-FSM. What
// was learnt about a pattern at one threshold is kept for the next.
//
// Tools for frequent subgraphs count embeddings that need not be induced. "mni+noninduced" does so
// too, for comparison; only the frequency it reports is that of induced occurrences.
class MniEngine : public Engine {
 public:
  explicit MniEngine(Embeddings embeddings = Embeddings::Induced) : embeddings_(embeddings) {}

  std::string name() const override {
    return embeddings_ == Embeddings::Induced ? "mni" : "mni+noninduced";
  }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override;

 private:
  Embeddings embeddings_;
};

EngineInfo mni_engine(), mni_noninduced_engine();

}  // namespace rlminer::engine
