#include "rlminer/policy/policy.h"

namespace rlminer::policy {

env::Encoding Policy::encode(const Graph& graph) const {
  return env::Encoder()(graph);
}

}  // namespace rlminer::policy
