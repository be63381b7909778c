#pragma once

#include <cstdint>
#include <filesystem>

#include "rlminer/enumerate/sketch.h"
#include "rlminer/mpi/shared_walk.h"

namespace rlminer::mpi {

// Where what is done is kept; an empty path: nowhere.
struct Keeping {
  std::filesystem::path checkpoint;
  std::uint64_t fingerprint = 0;
};

// Hands out the parts of a walk to so many processes, this one included, until all are done or the
// budget is used up, and puts together what they have counted. Throws Error when one of them cannot
// work, or the checkpoint cannot be read or written.
enumerate::Sketch lead_walk(int ranks, const Walk& walk, const Keeping& keeping,
                            const enumerate::WalkBudget& budget);

}  // namespace rlminer::mpi
