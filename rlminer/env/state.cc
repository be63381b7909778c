#include "rlminer/env/state.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "rlminer/base/error.h"

namespace rlminer::env {

State::State(const Target& target, int size) : target_(&target), size_(size) {
  if (size < 1 || size > pattern::kMaxPatternSize) {
    throw Error("an episode cannot have " + std::to_string(size) + " steps (there may be 1 to " +
                std::to_string(pattern::kMaxPatternSize) + ")");
  }
  chosen_.reserve(static_cast<std::size_t>(size));
}

void State::extend(Vertex vertex) {
  assert(!done());
  assert(std::binary_search(actions().begin(), actions().end(), vertex));
  const std::vector<Vertex> before = std::move(actions_);
  chosen_.push_back(vertex);
  actions_.clear();
  if (done()) return;
  const auto row = target_->graph().neighbors(vertex);
  actions_.reserve(before.size() + row.size());
  auto old = before.begin();
  const auto keep_below = [&](Vertex bound) {
    for (; old != before.end() && *old < bound; ++old) {
      if (*old != vertex) actions_.push_back(*old);
    }
  };
  for (const Vertex next : row) {
    keep_below(next);
    const bool known = old != before.end() && *old == next;
    if (known) ++old;
    if (known || std::find(chosen_.begin(), chosen_.end(), next) == chosen_.end())
      actions_.push_back(next);
  }
  keep_below(~Vertex{0});
}

}  // namespace rlminer::env
