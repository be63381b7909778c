#include "rlminer/count/core_search.h"

#include <algorithm>

#include "rlminer/base/bits.h"

namespace rlminer {

void CoreSearch::begin(const CorePlan& plan, const Deadline& deadline, std::uint64_t give_up) {
  plan_ = &plan;
  leafless_ = plan.groups.empty();
  budget_.begin(deadline, give_up);
  leaves_.begin(plan);
}

Vertex CoreSearch::lowest(const CoreStep& step) const {
  Vertex bound = step.first;
  for_each_bit(step.above,
               [&](int i) { bound = std::max(bound, image_[static_cast<std::size_t>(i)] + 1); });
  return bound;
}

Count CoreSearch::count(Vertex from, Vertex to) {
  Count total = 0;
  if (leafless_) {
    match_first(from, to, [&] {
      ++total;
      return true;
    });
  } else {
    match_first(from, to, [&] {
      total = fast_saturating_add(total, leaves_.count(placement()));
      return true;
    });
  }
  return total;
}

bool CoreSearch::exists(Vertex first) {
  bool found = false;
  match_first(first, first + 1, [&] {
    found = leafless_ || leaves_.exists(placement());
    return !found;
  });
  return found;
}

}  // namespace rlminer
