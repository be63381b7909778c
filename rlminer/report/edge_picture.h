#pragma once

#include <string>

#include "rlminer/report/edge_style.h"
#include "rlminer/report/plane.h"

namespace rlminer::report {

// The edges of a pattern as SVG shapes: with arrow heads where they have directions, and in the
// styles of their labels. Vertices are about as large as a circle of that radius.
std::string edge_shapes(const NamedPattern& named, const Layout& layout, const EdgeStyles& styles,
                        double radius);

// A piece of an edge of that label, from one point to another.
std::string edge_sample(const Point& from, const Point& to, const EdgeStyle& style);

}  // namespace rlminer::report
