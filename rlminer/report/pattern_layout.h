#pragma once

#include "rlminer/pattern/pattern.h"
#include "rlminer/report/plane.h"

namespace rlminer::report {

// No two vertices of a layout are closer to each other.
inline constexpr double kClosestVertices = 0.6;

// Where to draw the vertices of a pattern: around the origin, edges about 1 long (longer where
// vertices would come too close), wider than high, with few crossings. Isomorphic patterns have the
// same picture, whatever the order of their vertices: the layout is made for the canonical form.
Layout pattern_layout(const Pattern& pattern);

}  // namespace rlminer::report
