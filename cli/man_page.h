#pragma once

#include <string>

#include "cli/command_info.h"

namespace rlminer::cli {

// The manual page rlminer(1), in troff with the macros of man.
std::string man_page(const ProgramInfo& info, const std::string& version);

}  // namespace rlminer::cli
