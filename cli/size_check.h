#pragma once

#include <string>
#include <vector>

#include "rlminer/graph/collection.h"

namespace rlminer::cli {

// A line about the sizes, if there are any, of which no graph of the input has a connected
// subgraph: how large the largest component is. Empty: all can be found somewhere.
std::vector<std::string> too_large_sizes(const std::string& path, const Collection& input,
                                         const std::vector<int>& sizes);

}  // namespace rlminer::cli
