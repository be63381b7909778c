#include "cli/ranks.h"

namespace rlminer::cli {

std::unique_ptr<Ranks> Ranks::join() {
  return nullptr;
}

}  // namespace rlminer::cli
