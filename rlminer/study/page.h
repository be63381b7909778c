#pragma once

#include <string>
#include <vector>

#include "rlminer/study/protocol.h"

namespace rlminer::study {

// The results as one HTML file: for every data set the main table, ratio against size and against
// time, and a table of all graphs. The footer says for example which program made it.
std::string to_html(const std::vector<Evaluation>& evaluations, const std::string& footer);

}  // namespace rlminer::study
