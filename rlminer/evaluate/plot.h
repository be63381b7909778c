#pragma once

#include <string>

#include "rlminer/evaluate/protocol.h"

namespace rlminer {

// Average ratio against pattern size as an SVG picture: our methods as solid lines (with bars of
// one standard deviation over seeds), the paper's figures for this data set dashed.
std::string ratio_plot(const Evaluation& evaluation);

}  // namespace rlminer
