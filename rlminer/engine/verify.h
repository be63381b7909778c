#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"

namespace rlminer::engine {

// Two engines gave different numbers for the same thing: a bug, never the user's fault.
class Disagreement : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

// Recounts every finding with the counting engine and looks at its occurrences. Throws Disagreement
// when a frequency is not the right one (or a lower bound is too high), or an occurrence is not
// one. An answer that the time limit left unchecked says so in its note.
void verify_answers(const Graph& graph, std::vector<Answer>& answers, const Budget& budget);

}  // namespace rlminer::engine
