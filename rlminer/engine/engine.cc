#include "rlminer/engine/engine.h"

#include "rlminer/base/error.h"
#include "rlminer/engine/auto.h"
#include "rlminer/engine/beam.h"
#include "rlminer/engine/exact.h"
#include "rlminer/engine/mni.h"
#include "rlminer/engine/rand.h"
#include "rlminer/engine/sample.h"

namespace rlminer::engine {

std::vector<std::vector<Answer>> Engine::solve_many(std::span<const Graph* const> graphs,
                                                    const Problem& problem,
                                                    const Budget& budget) const {
  std::vector<std::vector<Answer>> answers;
  for (const Graph* graph : graphs)
    answers.push_back(solve(*graph, problem, budget));
  return answers;
}

std::vector<std::string> engine_names() {
  return {"auto", "beam", "exact", "mni", "mni+noninduced", "rand", "rl", "sample"};
}

std::unique_ptr<Engine> make_engine(const std::string& name) {
  if (name == "auto") return std::make_unique<AutoEngine>();
  if (name == "beam") return std::make_unique<BeamEngine>();
  if (name == "exact") return std::make_unique<ExactEngine>();
  if (name == "mni") return std::make_unique<MniEngine>();
  if (name == "mni+noninduced") return std::make_unique<MniEngine>(Embeddings::All);
  if (name == "rand") return std::make_unique<RandEngine>();
  if (name == "sample") return std::make_unique<SampleEngine>();
  if (name == "rl") throw Error("engine rl needs a model (--model FILE)");
  std::string known;
  for (const std::string& engine : engine_names())
    known += (known.empty() ? "" : ", ") + engine;
  throw Error("unknown engine '" + name + "' (there are: " + known + ")");
}

}  // namespace rlminer::engine
