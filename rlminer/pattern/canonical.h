#pragma once

#include <array>
#include <cstdint>

#include "rlminer/base/count.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::pattern {

// A pattern in canonical order: canonicalize(p).pattern == canonicalize(q).pattern if and only if p
// and q are isomorphic with equal labels. This canonical Pattern is the key under which patterns
// are counted.
struct CanonicalForm {
  Pattern pattern;
  std::array<std::uint8_t, kMaxPatternSize>
      order{};              // order[i]: the vertex of the input at canonical place i
  Count automorphisms = 1;  // size of the automorphism group
};

CanonicalForm canonicalize(const Pattern& pattern);

}  // namespace rlminer::pattern
