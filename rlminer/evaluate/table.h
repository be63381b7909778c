#pragma once

#include <string>
#include <vector>

#include "rlminer/evaluate/protocol.h"

namespace rlminer {

// The results as Markdown, laid out like the paper's main table: one table per data set with a
// column per size and one for the total time, and the paper's own row (where it has one) above each
// of ours.
std::string to_markdown(const std::vector<Evaluation>& evaluations);

}  // namespace rlminer
