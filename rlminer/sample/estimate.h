#pragma once

#include <cstdint>

#include "rlminer/base/frequency.h"
#include "rlminer/pattern/pattern.h"

namespace rlminer::sample {

// An estimated number with its 95 % interval.
struct Estimate {
  double value = 0.0;
  double standard_error = 0.0;
  double low = 0.0;
  double high = 0.0;
  std::uint64_t samples = 0;

  // Of something that was met: a whole number, at least 1.
  Frequency frequency() const;
};

// What is remembered of independent draws of a quantity that lies in [0, 1].
struct Draws {
  std::uint64_t count = 0;
  double sum = 0.0;
  double squares = 0.0;

  void add(double x) {
    ++count;
    sum += x;
    squares += x * x;
  }
  double mean() const { return count == 0 ? 0.0 : sum / static_cast<double>(count); }
  double standard_error() const;
};

// The estimate of scale * (mean of the quantity), where it is known that the truth is a whole
// number of at most `scale`.
//
// Half of the 5 % goes to the spread that the draws show, half to what they cannot show: values
// that none of n draws has met have, at that confidence, a probability of at most ln(40) / n, and
// they are somewhere between 0 and 1. So the interval stays honest when hits (or misses) are rare,
// where the plain normal one is not, and without a hit it is [0, scale * ln(40) / n].
Estimate estimate_from(const Draws& draws, double scale);

// The quantile of Student's distribution that leaves out 2.5 % on both sides together.
inline constexpr double kSpreadQuantile = 0.9875;

// The largest probability an event may have, at 97.5 % confidence, that none of n draws has shown.
double unseen_probability(double draws);

// How many spanning trees a pattern has (Kirchhoff's theorem), as a determinant in floating point.
double count_spanning_trees(const Pattern& pattern);

}  // namespace rlminer::sample
