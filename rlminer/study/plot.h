#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "rlminer/study/protocol.h"

namespace rlminer::study {

// The colour of a method, the same in all plots and for the paper's row about it. Methods without
// one of their own take turns; `others` counts them.
std::string_view method_color(std::string_view method, std::size_t& others);

// Average ratio against pattern size as an SVG picture: our methods as solid lines (with bars of
// one standard deviation over seeds), the paper's figures for this data set dashed.
std::string ratio_plot(const Evaluation& evaluation);

}  // namespace rlminer::study
