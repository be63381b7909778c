#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/sketch.h"

namespace rlminer::mpi {

// How far a walk over all sets has come: the parts that are done and what was counted in them.
struct Census {
  std::vector<bool> done;  // by part
  enumerate::Sketch sketch;
};

// What a checkpoint must agree in with the walk that goes on with it: the graph with its labels and
// the question.
std::uint64_t fingerprint(const enumerate::RankedGraph& graph, const std::vector<bool>& wanted,
                          int max_bits);

// Replaces the file in one step. Throws Error when it cannot be written.
void write_checkpoint(const std::filesystem::path& path, std::uint64_t fingerprint,
                      const Census& census);

// Adds what the file says to a census in which nothing is done; false when there is no such file.
// Throws Error (`path: reason`) when it is damaged or belongs to something else.
bool read_checkpoint(const std::filesystem::path& path, std::uint64_t fingerprint, Census& census);

}  // namespace rlminer::mpi
