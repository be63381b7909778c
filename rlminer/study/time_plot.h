#pragma once

#include <string>

#include "rlminer/study/protocol.h"

namespace rlminer::study {

// Average ratio over all sizes against the time of one run, a point for each method, as an SVG
// picture: ours filled, the paper's (on its own machine) hollow. Time grows by factors.
std::string time_plot(const Evaluation& evaluation);

}  // namespace rlminer::study
