#pragma once

#include "rlminer/pattern/partition.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::pattern {

// Sorts the vertices into cells by label, then degree (high first), then hashes of their
// surroundings. Vertices that an automorphism exchanges share a cell; vertices in different cells
// differ. Not necessarily equitable.
OrderedPartition initial_partition(const Pattern& pattern);

}  // namespace rlminer::pattern
