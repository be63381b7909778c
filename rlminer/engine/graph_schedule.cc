#include "rlminer/engine/graph_schedule.h"

#include <algorithm>
#include <numeric>

namespace rlminer::engine {

bool side_by_side(std::size_t graphs, int threads) {
  constexpr std::size_t kGraphsPerThread = 4;
  return threads > 1 && graphs >= kGraphsPerThread * static_cast<std::size_t>(threads);
}

TimeShare TimeShares::next() {
  const std::lock_guard lock(mutex_);
  const auto left = static_cast<double>(std::max<std::size_t>(left_, 1));
  if (left_ > 0) --left_;
  if (!deadline_.expired()) {
    const double share = std::min(1.0, at_once_ / left);
    return {deadline_.part(share), kGraceSeconds};
  }
  // Many graphs that come too late must not take a grace period each.
  if (!grace_) grace_ = deadline_.grace(kGraceSeconds);
  return {deadline_, grace_->remaining()};
}

std::vector<std::size_t> smallest_first(const std::vector<Graph>& graphs) {
  std::vector<std::size_t> order(graphs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return graphs[a].num_edges() < graphs[b].num_edges();
  });
  return order;
}

}  // namespace rlminer::engine
