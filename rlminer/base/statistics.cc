#include "rlminer/base/statistics.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace rlminer {
namespace {

constexpr std::array k975{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                          2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120};
constexpr std::array k9875{25.4517, 6.2053, 4.1765, 3.4954};

// For one probability the quantile of the normal distribution, and Student's for few degrees of
// freedom (1, 2, ..), where the expansion is too coarse.
struct Quantiles {
  double normal;
  std::span<const double> few;
};

}  // namespace

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double value : values)
    sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0.0;
  const double middle = mean(values);
  double squares = 0.0;
  for (const double value : values)
    squares += (value - middle) * (value - middle);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

FittedLine fitted_line(std::span<const double> x, std::span<const double> y) {
  assert(x.size() == y.size());
  const double x_mean = mean(x);
  const double y_mean = mean(y);
  double xx = 0.0;
  double xy = 0.0;
  double yy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean) * (x[i] - x_mean);
    xy += (x[i] - x_mean) * (y[i] - y_mean);
    yy += (y[i] - y_mean) * (y[i] - y_mean);
  }
  assert(xx > 0.0);
  const double slope = xy / xx;
  return {.slope = slope,
          .intercept = y_mean - slope * x_mean,
          .explained = yy == 0.0 ? 1.0 : xy * xy / (xx * yy)};
}

double student_quantile(double probability, double degrees_of_freedom) {
  assert(probability == 0.975 || probability == 0.9875);
  const auto [z, few] = probability == 0.975 ? Quantiles{1.95996, k975} : Quantiles{2.2414, k9875};
  const double n = std::max(degrees_of_freedom, 1.0);
  if (n < static_cast<double>(few.size() + 1)) return few[static_cast<std::size_t>(n) - 1];
  // The expansion of Student's quantile around the normal one (Fisher and Cornish).
  const double z3 = z * z * z;
  const double z5 = z3 * z * z;
  const double first = (z3 + z) / 4;
  const double second = (5 * z5 + 16 * z3 + 3 * z) / 96;
  const double third = (3 * z5 * z * z + 19 * z5 + 17 * z3 - 15 * z) / 384;
  return z + first / n + second / (n * n) + third / (n * n * n);
}

}  // namespace rlminer
