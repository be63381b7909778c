#pragma once

#include <string>

namespace rlminer::cli {

// What somebody who types `rlminer` and nothing else may type next.
std::string welcome();

}  // namespace rlminer::cli
