#include "rlminer/env/frequencies.h"

#include <algorithm>
#include <limits>

#include "rlminer/pattern/canonical.h"

namespace rlminer::env {
namespace {

std::uint64_t in_64_bits(Count count) {
  return static_cast<std::uint64_t>(
      std::min<Count>(count, std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace

Frequencies::Frequencies(const Graph& graph, std::span<const int> sizes, const Limits& limits)
    : counter_(std::make_unique<count::Counter>(graph, limits.threads)),
      complete_(counter_->take_census(sizes, static_cast<double>(limits.sets), limits.deadline)) {}

std::uint64_t Frequencies::frequency(std::span<const Vertex> connected_set) const {
  const Pattern induced = pattern::induce(counter_->graph(), connected_set);
  return in_64_bits(counter_->count(pattern::canonicalize(induced).pattern).saturated());
}

std::optional<std::uint64_t> Frequencies::best(int size) const {
  const std::optional<Count> best = counter_->best(size);
  return best ? std::optional(in_64_bits(*best)) : std::nullopt;
}

}  // namespace rlminer::env
