#pragma once

#include <string>

#include "rlminer/graph/collection.h"
#include "rlminer/graph/statistics.h"

namespace rlminer::cli {

// What a collection holds, for people (with its row of the paper's Table 1 when it is filtered as
// there) and as one JSON object.
std::string to_text(const Collection& collection, const graph::Statistics& statistics,
                    bool filtered);
std::string to_json(const Collection& collection, const graph::Statistics& statistics);

}  // namespace rlminer::cli
