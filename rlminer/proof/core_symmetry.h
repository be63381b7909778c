#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rlminer/proof/scheme.h"

namespace rlminer::proof {

// Tells apart the placements of a core that differ by a symmetry only. When its vertices are placed
// in a given order, of all placements onto one copy exactly one satisfies the conditions.
struct CoreSymmetry {
  // By place in the order: the earlier places whose images must be smaller.
  std::vector<std::vector<int>> above;
  // By the number of vertices placed: the symmetries that move none of them.
  std::vector<double> left;
};

// The symmetries of the core are those of the scheme, leaves of one vertex with equal codes not
// told apart. Nothing if there are too many of them to list.
std::optional<CoreSymmetry> core_symmetry(const Scheme& scheme, std::uint32_t core,
                                          std::span<const int> order);

}  // namespace rlminer::proof
