#include "rlminer/train/sum_tree.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace rlminer::train {

SumTree::SumTree(std::size_t capacity, std::span<const double> first)
    : capacity_(capacity),
      leaves_(std::bit_ceil(std::max<std::size_t>(capacity, 1))),
      nodes_(2 * leaves_) {
  assert(first.size() <= capacity);
  std::copy(first.begin(), first.end(), nodes_.begin() + static_cast<std::ptrdiff_t>(leaves_));
  for (std::size_t node = leaves_ - 1; node >= 1; --node)
    nodes_[node] = nodes_[2 * node] + nodes_[2 * node + 1];
}

void SumTree::set(std::size_t index, double value) {
  assert(index < capacity_);
  assert(value >= 0.0 && std::isfinite(value));
  std::size_t node = leaves_ + index;
  nodes_[node] = value;
  while (node > 1) {
    node /= 2;
    nodes_[node] = nodes_[2 * node] + nodes_[2 * node + 1];
  }
}

std::size_t SumTree::find(double prefix) const {
  assert(total() > 0.0);
  std::size_t node = 1;
  while (node < leaves_) {
    const double left = nodes_[2 * node];
    const double right = nodes_[2 * node + 1];
    node *= 2;
    // A side without weight is never entered, wherever rounding has put the prefix.
    if (right > 0.0 && prefix >= left) {
      prefix -= left;
      ++node;
    }
  }
  return node - leaves_;
}

}  // namespace rlminer::train
