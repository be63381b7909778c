#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rlminer::train {

// A fixed number of non-negative weights, any of which can be changed, and found in proportion to
// its size, in logarithmic time. A binary tree: the leaves are the weights (and zeros up to a power
// of two), every inner node is the sum of its children. Sums are added afresh rather than corrected
// by differences, so they do not drift, and equal weights give equal trees whatever came before,
// also in trees of different capacity.
class SumTree {
 public:
  // All weights are zero, or the first ones as given.
  explicit SumTree(std::size_t capacity, std::span<const double> first = {});

  std::size_t capacity() const { return capacity_; }
  double total() const { return nodes_[1]; }
  double get(std::size_t index) const { return nodes_[leaves_ + index]; }
  std::span<const double> values() const { return {nodes_.data() + leaves_, capacity_}; }

  void set(std::size_t index, double value);  // finite, at least 0

  // The index whose share of [0, total()) the prefix falls into: the weights before it add up to at
  // most `prefix`, and with its own to more. Never an index of weight zero, even when rounding
  // makes the prefix reach total(). There must be a weight above zero.
  std::size_t find(double prefix) const;

 private:
  std::size_t capacity_;
  std::size_t leaves_;         // capacity_ rounded up to a power of two
  std::vector<double> nodes_;  // the root is 1, the children of i are 2i and 2i + 1
};

}  // namespace rlminer::train
