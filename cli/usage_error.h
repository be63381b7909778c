#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_info.h"

namespace rlminer::cli {

// The candidate that is fewest changes of a letter away from the text (letters added, left out,
// replaced or swapped with the next one; capitals do not matter), the first of several; empty when
// all are so far away that nobody can have meant them.
std::string nearest(std::string_view text, const std::vector<std::string>& candidates);

// A command line that was not understood.
struct Misunderstanding {
  std::string command;              // the one it names; empty: none
  std::vector<std::string> extras;  // arguments that nothing could be made of
  std::string reason;
};

// One line about it: what is wrong, what was probably meant, and where the help is.
std::string explain(const ProgramInfo& info, const Misunderstanding& failure);

}  // namespace rlminer::cli
