#pragma once

#include "rlminer/report/graph_report.h"

namespace rlminer::cli {

// The drawings that standard output can show: none unless it is a terminal that shows Unicode, in
// colours as far as the terminal has them and the environment does not forbid them (NO_COLOR).
report::Drawings terminal_drawings();

}  // namespace rlminer::cli
