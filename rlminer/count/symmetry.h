#pragma once

#include <array>
#include <cstdint>

#include "rlminer/pattern/pattern.h"

namespace rlminer::count {

// The vertices that automorphisms of `pattern` which fix every vertex in `fixed` can map `vertex`
// to, as bits.
std::uint32_t orbit_of(const Pattern& pattern, int vertex, std::uint32_t fixed);

// A number per vertex that automorphisms preserve: vertices with different numbers are never
// interchangeable. Cheap, and enough to see that most patterns have no symmetry.
std::array<std::uint64_t, pattern::kMaxPatternSize> vertex_invariants(const Pattern& pattern);

}  // namespace rlminer::count
