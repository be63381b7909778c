#pragma once

#include "rlminer/base/frequency.h"
#include "rlminer/pattern/pattern.h"

// What nauty says about a pattern; for tests only.
namespace rlminer::testing {

struct NautyForm {
  Pattern pattern;  // equal for two patterns if and only if they are isomorphic, labels included
  Count automorphisms = 1;  // exact size of the automorphism group
};

NautyForm nauty_form(const Pattern& pattern);

}  // namespace rlminer::testing
