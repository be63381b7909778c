#pragma once

#include "rlminer/pattern/pattern.h"

namespace rlminer::sample {

// How many spanning trees a pattern has (Kirchhoff's theorem), as a determinant in floating point.
double count_spanning_trees(const Pattern& pattern);

}  // namespace rlminer::sample
