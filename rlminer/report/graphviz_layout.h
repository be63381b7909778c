#pragma once

#include <cstddef>
#include <vector>

#include "rlminer/pattern/pattern.h"
#include "rlminer/report/plane.h"

namespace rlminer::report {

// The pattern as Graphviz's engine neato lays it out, once from each of the layouts to start with
// and once from a start of its own, in units of its own. Empty in a program built without Graphviz,
// or when its engines cannot be loaded. Deterministic; may be called from several threads, which
// then wait for each other.
std::vector<Layout> graphviz_layouts(const Pattern& pattern, const std::vector<Layout>& starts);

// A connected graph of any size as the engine of that name ("neato", "sfdp") lays it out, from a
// fixed seed. Empty where graphviz_layouts() is. Cannot be interrupted: sfdp takes about a second
// for a few thousand vertices, neato grows with their square.
Layout graphviz_layout(std::size_t vertices, const EdgeList& edges, const char* engine);

}  // namespace rlminer::report
