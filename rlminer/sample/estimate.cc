#include "rlminer/sample/estimate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace rlminer::sample {
namespace {

constexpr double kNormalFactor = 2.2414;  // the 98.75 % quantile of the normal distribution
constexpr double kLog40 = 3.6889;
constexpr double kRounding = 1e-9;  // draws that are all equal must not exclude the truth by a bit

}  // namespace

double Draws::standard_error() const {
  if (count < 2) return 0.0;
  const auto n = static_cast<double>(count);
  const double variance = std::max(0.0, squares - sum * sum / n) / (n - 1);
  return std::sqrt(variance / n);
}

double spread_factor(double degrees_of_freedom) {
  constexpr std::array<double, 4> kFew{25.4517, 6.2053, 4.1765, 3.4954};
  if (degrees_of_freedom < 5)
    return kFew[static_cast<std::size_t>(std::clamp(degrees_of_freedom, 1.0, 4.0)) - 1];
  // The expansion of Student's quantile around the normal one (Fisher and Cornish).
  const double n = degrees_of_freedom;
  const double z = kNormalFactor;
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double first = (z3 + z) / 4;
  const double second = (5 * z5 + 16 * z3 + 3 * z) / 96;
  const double third = (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / 384;
  return z + first / n + second / (n * n) + third / (n * n * n);
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
  const double spread = spread_factor(n - 1) * error;
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

}  // namespace rlminer::sample
