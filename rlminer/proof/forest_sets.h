#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rlminer::proof {

// Independent sets by size in a graph that is given edge by edge: an upper bound, exact when the
// edges form no cycle, because only a spanning forest of them is used.
class ForestSets {
 public:
  explicit ForestSets(int size) : columns_(static_cast<std::size_t>(size) + 1) {}

  void begin(std::uint32_t vertices);
  void add_edge(std::uint32_t u, std::uint32_t v);
  // Sets of 0, 1, .. `most` vertices, where `most` is at most the size given to the constructor.
  // Valid until the next call.
  std::span<const double> counts(int most);
  double count(int wanted) { return counts(wanted).back(); }

 private:
  std::uint32_t root_of(std::uint32_t v);
  void multiply(double* product, const double* factor, std::size_t degree) const;
  void gather(std::uint32_t root, std::size_t degree);

  std::size_t columns_;
  std::vector<std::uint32_t> root_;
  std::vector<std::vector<std::uint32_t>> near_;  // in the forest
  std::vector<double> without_, with_;  // columns_ coefficients per vertex: it is out, it is in
  std::vector<std::uint32_t> order_, parent_;
  std::vector<double> scratch_, product_;
};

}  // namespace rlminer::proof
