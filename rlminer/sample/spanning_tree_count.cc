#include "rlminer/sample/spanning_tree_count.h"

#include <array>
#include <cstddef>

namespace rlminer::sample {

double count_spanning_trees(const Pattern& pattern) {
  // The Laplacian without its last row and column. It is symmetric and, for a connected pattern,
  // positive definite, so elimination needs no pivoting.
  const int n = pattern.size() - 1;
  std::array<std::array<double, pattern::kMaxPatternSize>, pattern::kMaxPatternSize> rows;
  const auto at = [&](int i, int j) -> double& {
    return rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      at(i, j) = i == j ? pattern.degree(i) : (pattern.has_edge(i, j) ? -1.0 : 0.0);
  }
  double determinant = 1.0;
  for (int i = 0; i < n; ++i) {
    determinant *= at(i, i);
    if (at(i, i) <= 0) return 0.0;
    for (int r = i + 1; r < n; ++r) {
      const double factor = at(r, i) / at(i, i);
      if (factor == 0.0) continue;
      for (int c = i + 1; c < n; ++c)
        at(r, c) -= factor * at(i, c);
    }
  }
  return determinant;
}

}  // namespace rlminer::sample
