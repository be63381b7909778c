#include "rlminer/proof/proof.h"

#include "rlminer/base/error.h"
#include "rlminer/proof/bound_graph.h"
#include "rlminer/proof/search.h"

namespace rlminer::proof {

ProofResult prove(const Graph& graph, const ProofTask& task) {
  if (task.size < 1) throw Error("a pattern has at least one vertex");
  ProofResult silent;
  silent.best = task.known;
  if (task.size > proof::kMaxSchemeSize) {
    silent.why_not = "proofs go up to size " + std::to_string(proof::kMaxSchemeSize);
    return silent;
  }
  if (!proof::BoundGraph::fits(graph)) {
    silent.why_not = "the graph is too large for a proof";
    return silent;
  }
  const proof::BoundGraph bounds(graph);
  return proof::Search(graph, bounds, task).run();
}

}  // namespace rlminer::proof
