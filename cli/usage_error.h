#pragma once

#include <string>
#include <vector>

#include "cli/command_info.h"

namespace rlminer::cli {

// A command line that was not understood.
struct Misunderstanding {
  std::string command;              // the one it names; empty: none
  std::vector<std::string> extras;  // arguments that nothing could be made of
  std::string reason;
};

// One line about it: what is wrong, what was probably meant, and where the help is.
std::string explain(const ProgramInfo& info, const Misunderstanding& failure);

}  // namespace rlminer::cli
