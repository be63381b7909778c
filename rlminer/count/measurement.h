#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rlminer/base/deadline.h"
#include "rlminer/base/frequency.h"
#include "rlminer/count/counter.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"
#include "rlminer/sample/estimate.h"

namespace rlminer::count {

// Whether a frequency may be estimated: when counting takes too long, not at all, or without any
// attempt to count.
enum class Estimating { Auto, Never, Always };

struct MeasureLimits {
  Deadline deadline = {};
  std::uint64_t seed = 0;                   // of what is drawn at random
  std::uint64_t draws = ~std::uint64_t{0};  // an estimate is made from at most so many
  Estimating estimating = Estimating::Auto;
  // Without a time limit, counting is left alone when it is expected to take more seconds than
  // that.
  double patience = 60.0;
  // Seconds that a first estimate may still take when the time is over before there was one. 0:
  // then there is none.
  double grace = 0.3;
};

// What is known of a pattern in the end.
struct Measurement {
  Frequency frequency;             // of an estimate, the low end is at least what was counted
  bool left_uncounted = false;     // estimated although there was no time limit
  std::vector<Vertex> occurrence;  // one that was met while estimating, or empty
  std::string note;                // why it is not exact, or empty
};

// What draws and an unfinished count tell together, given that the truth is a whole number, at most
// the bound (up to rounding) and at least what was counted.
Frequency combined(const sample::Estimate& drawn, double bound, const BigCount& counted);

// Decides by itself between counting and estimating. Counting is tried for a moment; when that is
// not enough, what it would cost is predicted. If it is likely to fit into the time that is left,
// counting goes first and estimating takes what remains; otherwise estimating takes a small part of
// the time and counting the rest, for predictions may be wrong. So there is an estimate with an
// interval however early the end comes. Without a time limit a hopeless count is not begun.
Measurement measure(Counter& counter, const Pattern& pattern, const MeasureLimits& limits = {});

}  // namespace rlminer::count
