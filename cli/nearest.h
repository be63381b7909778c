#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rlminer::cli {

// The candidate that is fewest changes of a letter away from the text (letters added, left out,
// replaced or swapped with the next one; capitals do not matter), the first of several; empty when
// all are so far away that nobody can have meant them.
std::string nearest(std::string_view text, const std::vector<std::string>& candidates);

}  // namespace rlminer::cli
