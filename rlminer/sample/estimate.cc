#include "rlminer/sample/estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "rlminer/base/statistics.h"

namespace rlminer::sample {
namespace {

constexpr double kLog40 = 3.6889;
constexpr double kRounding = 1e-9;  // draws that are all equal must not exclude the truth by a bit

}  // namespace

Frequency Estimate::frequency() const {
  return Frequency::estimated(std::max(1.0, value), {low, high});
}

double Draws::standard_error() const {
  if (count < 2) return 0.0;
  const auto n = static_cast<double>(count);
  const double variance = std::max(0.0, squares - sum * sum / n) / (n - 1);
  return std::sqrt(variance / n);
}

double unseen_probability(double draws) {
  return draws <= 0 ? 1.0 : std::min(1.0, kLog40 / draws);
}

Estimate estimate_from(const Draws& draws, double scale) {
  Estimate result;
  result.samples = draws.count;
  result.high = scale;
  if (draws.count == 0) return result;
  const auto n = static_cast<double>(draws.count);
  const double mean = draws.mean();
  const double error = draws.standard_error();
  const double spread = student_quantile(kSpreadQuantile, n - 1) * error;
  result.value = scale * mean;
  result.standard_error = scale * error;
  const double unseen = unseen_probability(n) + kRounding;
  result.low = scale * std::max(0.0, mean - spread - unseen * mean);
  result.high = scale * std::min(1.0, mean + spread + unseen * (1 - mean));
  // What was seen occurs at least once.
  if (draws.sum > 0) result.low = std::max(result.low, std::min(1.0, scale));
  result.high = std::max(result.high, result.low);
  return result;
}

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
