#include "rlminer/engine/engine.h"

namespace rlminer::engine {

std::vector<std::vector<Answer>> Engine::solve_many(std::span<const Graph* const> graphs,
                                                    const Problem& problem,
                                                    const Budget& budget) const {
  std::vector<std::vector<Answer>> answers;
  for (const Graph* graph : graphs)
    answers.push_back(solve(*graph, problem, budget));
  return answers;
}

}  // namespace rlminer::engine
