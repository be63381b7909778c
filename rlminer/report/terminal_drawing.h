#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rlminer/report/graph_report.h"
#include "rlminer/report/pattern_picture.h"

namespace rlminer::report {

// A pattern as lines of text without line ends: edges in braille dots, at each vertex the first
// letters of its label, as many as there is room for. As wide as asked for at most, where that is
// possible.
std::vector<std::string> terminal_drawing(const NamedPattern& named, const LabelColors& colors,
                                          Drawings style, std::size_t width = 64);

}  // namespace rlminer::report
