#pragma once

#include <string>

#include "cli/command_info.h"

namespace rlminer::cli {

// The scripts that teach a shell to complete the words of a command line of the program. What is
// not known beforehand (models, experiments) they ask `rlminer completion --words` for.
std::string bash_completion(const ProgramInfo& info);
std::string zsh_completion(const ProgramInfo& info);
std::string fish_completion(const ProgramInfo& info);

// The manual page rlminer(1), in troff with the macros of man.
std::string man_page(const ProgramInfo& info, const std::string& version);

}  // namespace rlminer::cli
