#pragma once

#include <filesystem>

// The program exists once for every x86-64 processor and, where it was built so (RLMINER_LEVELS,
// see cmake/Levels.cmake), once more for each newer level of them.
namespace rlminer::cli {

// Turns the process into the program of the best level that this processor has and that is
// installed; returns where this is the best one. $RLMINER_LEVEL names another level; x86-64 is the
// one for all.
void continue_on_best_level(char** arguments);

// The folder of the program that the user has started, of whatever level this one is.
std::filesystem::path program_folder();

}  // namespace rlminer::cli
