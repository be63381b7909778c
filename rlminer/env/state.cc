#include "rlminer/env/state.h"

#include <algorithm>
#include <cassert>

#include "rlminer/base/error.h"

namespace rlminer::env {

State::State(const Target& target, int size) : target_(&target), size_(size) {
  if (size < 1 || size > pattern::kMaxPatternSize) {
    throw Error("an episode cannot have " + std::to_string(size) + " steps (there may be 1 to " +
                std::to_string(pattern::kMaxPatternSize) + ")");
  }
  chosen_.reserve(static_cast<std::size_t>(size));
  begins_.reserve(static_cast<std::size_t>(size));
}

void State::extend(Vertex vertex) {
  assert(!done());
  const std::size_t old_begin = begins_.empty() ? 0 : begins_.back();
  const std::size_t old_end = actions_.size();
  assert(std::binary_search(actions().begin(), actions().end(), vertex));
  chosen_.push_back(vertex);
  begins_.push_back(old_end);
  if (done()) return;
  const auto row = target_->graph().neighbors(vertex);
  actions_.resize(old_end + (old_end - old_begin) + row.size());
  Vertex* out = actions_.data() + old_end;
  std::size_t old = old_begin;
  const auto copy_old_below = [&](Vertex bound) {
    for (; old < old_end && actions_[old] < bound; ++old) {
      if (actions_[old] != vertex) *out++ = actions_[old];
    }
  };
  for (const Vertex next : row) {
    copy_old_below(next);
    if (old < old_end && actions_[old] == next) {
      ++old;
      *out++ = next;
    } else if (std::find(chosen_.begin(), chosen_.end(), next) == chosen_.end()) {
      *out++ = next;
    }
  }
  copy_old_below(~Vertex{0});
  actions_.resize(static_cast<std::size_t>(out - actions_.data()));
}

void State::retract() {
  assert(!chosen_.empty());
  actions_.resize(begins_.back());
  begins_.pop_back();
  chosen_.pop_back();
}

}  // namespace rlminer::env
