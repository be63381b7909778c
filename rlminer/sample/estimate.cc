#include "rlminer/sample/estimate.h"

#include <algorithm>
#include <cmath>

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

}  // namespace rlminer::sample
