#include "rlminer/policy/policy.h"

namespace rlminer {

Encoding Policy::encode(const Graph& graph) const {
  return Encoder()(graph);
}

}  // namespace rlminer
