#pragma once

#include <span>

namespace rlminer {

double mean(std::span<const double> values);                // 0 when there are none
double standard_deviation(std::span<const double> values);  // of a sample; 0 for fewer than two

// The straight line closest to some points, in the sense of least squares.
struct FittedLine {
  double slope = 0.0;
  double intercept = 0.0;
  double explained = 1.0;  // share of the variance of y, R²; 1 when all y are equal
};
// As many x as y, at least two of them different.
FittedLine fitted_line(std::span<const double> x, std::span<const double> y);

// The quantile of Student's t distribution at probability 0.975 or 0.9875: how many standard errors
// to either side of a mean leave out 5 % or 2.5 % in all, when the error itself was estimated with
// so many degrees of freedom.
double student_quantile(double probability, double degrees_of_freedom);

}  // namespace rlminer
