#include "rlminer/policy/policy.h"

namespace rlminer {

std::vector<Label> Policy::tokens(const Graph& graph) const {
  return {graph.labels().begin(), graph.labels().end()};
}

}  // namespace rlminer
