#include "rlminer/count/measurement.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "rlminer/base/machine.h"
#include "rlminer/base/rng.h"
#include "rlminer/sample/pattern_estimator.h"

namespace rlminer::count {
namespace {

// The first attempt to count, which is all that most patterns need: seconds and share of the time.
constexpr double kTrySeconds = 0.2;
constexpr double kTryShare = 0.1;
constexpr double kPredictSeconds = 1.0;
constexpr double kPredictShare = 0.05;
constexpr int kPredictions = 20;  // so many, of so many random ways down the search each
constexpr int kProbes = 20;
// A prediction is trusted when twice as much time is left.
constexpr double kSafety = 2.0;
// Counting that was predicted to fit has this share of the time left, estimating the rest.
constexpr double kCountShare = 0.8;
// Without a time limit: how many times the patience a count with a good prediction may really take.
constexpr double kOverrun = 3.0;
constexpr double kEstimateShare = 0.2;
constexpr double kEstimateSeconds = 5.0;  // when nothing limits the time
constexpr double kRelativeError = 0.001;  // good enough
constexpr std::uint64_t kDrawsPerBlock = 1024;
constexpr std::uint64_t kBlocks = 8;  // drawn between two looks at the error
constexpr std::uint64_t kFewestDraws = 1000;
constexpr double kRounding = 1e-9;  // of a bound, which is computed in floating point

std::string about(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, seconds < 1e4 ? "%.0f s" : "%.0e s", seconds);
  return text;
}

// Random draws of one pattern on several threads. Which draws are made depends on the seed alone,
// how many may depend on the clock.
class Sampling {
 public:
  Sampling(const Graph& graph, const Pattern& pattern, std::uint64_t seed, int threads,
           bool in_haste)
      : graph_(graph),
        fresh_(prepared(graph_, pattern, in_haste)),
        estimators_(static_cast<std::size_t>(threads), fresh_),
        key_(Rng(seed).next()) {}

  double bound() const { return fresh_.bound(); }
  std::uint64_t count() const { return draws_.count; }
  sample::Estimate result() const { return fresh_.result(draws_); }

  // Until the estimate is precise enough or there were so many draws.
  void draw(std::uint64_t most, const Deadline& deadline) {
    while (bound() > 0 && draws_.count < most && !precise() && !deadline.expired()) {
      const std::uint64_t wanted = std::min(most - draws_.count, kBlocks * kDrawsPerBlock);
      std::vector<sample::Draws> blocks((wanted + kDrawsPerBlock - 1) / kDrawsPerBlock);
      parallel_for(blocks.size(), static_cast<int>(estimators_.size()), [&](int t, std::size_t i) {
        Rng rng = generator(blocks_ + i);
        const std::uint64_t samples = std::min(wanted - i * kDrawsPerBlock, kDrawsPerBlock);
        estimators_[static_cast<std::size_t>(t)].draw({.samples = samples, .deadline = deadline},
                                                      rng, blocks[i]);
      });
      for (std::size_t i = 0; i < blocks.size(); ++i)
        add(blocks_ + i, blocks[i]);
      blocks_ += kBlocks;
    }
  }

  // The first that was met, or empty. Which thread met it first is chance, so that block is drawn
  // once more.
  std::vector<Vertex> occurrence() {
    if (!first_hit_) return {};
    Rng rng = generator(*first_hit_);
    sample::Draws again;
    fresh_.draw({.samples = kDrawsPerBlock}, rng, again);
    return fresh_.occurrence();
  }

 private:
  // Any spanning tree of a pattern with cycles will do; the best of several makes better draws.
  static sample::PatternEstimator prepared(const sample::SampleGraph& graph, const Pattern& pattern,
                                           bool in_haste) {
    sample::PatternEstimator estimator(graph);
    constexpr std::size_t kTrees = 8;
    estimator.set_pattern(pattern, in_haste ? 1 : kTrees);
    return estimator;
  }

  Rng generator(std::uint64_t block) const { return Rng(mix64(key_ + block)); }

  void add(std::uint64_t number, const sample::Draws& block) {
    draws_.count += block.count;
    draws_.sum += block.sum;
    draws_.squares += block.squares;
    if (!first_hit_ && block.sum > 0) first_hit_ = number;
  }

  bool precise() const {
    return draws_.sum > 0 && draws_.standard_error() <= kRelativeError * draws_.mean();
  }

  sample::SampleGraph graph_;
  sample::PatternEstimator fresh_;                    // has not drawn yet
  std::vector<sample::PatternEstimator> estimators_;  // one per thread
  const std::uint64_t key_;
  sample::Draws draws_;
  std::uint64_t blocks_ = 0;
  std::optional<std::uint64_t> first_hit_;  // the number of a block
};

class Measuring {
 public:
  Measuring(Counter& counter, const Pattern& pattern, const MeasureLimits& limits)
      : counter_(counter), pattern_(pattern), limits_(limits) {}

  Measurement run() {
    const bool unlimited_at_first = unlimited();
    switch (limits_.estimating) {
      case Estimating::Auto:
        decide();
        break;
      case Estimating::Never:
        count(limits_.deadline);
        break;
      case Estimating::Always:
        estimate(unlimited() ? part(1, kEstimateSeconds) : limits_.deadline);
        break;
    }
    if (!result_.frequency.exact()) conclude();
    result_.left_uncounted = !result_.frequency.exact() && limits_.estimating == Estimating::Auto &&
                             unlimited_at_first && unlimited();
    return std::move(result_);
  }

 private:
  bool unlimited() const { return limits_.deadline.remaining() == Deadline::kForever; }
  Deadline part(double share, double seconds = Deadline::kForever) const {
    return limits_.deadline.part(share).at_most(seconds);
  }

  void decide() {
    if (count(part(kTryShare, kTrySeconds))) return;
    predict();
    if (limits_.deadline.expired()) return estimate(limits_.deadline);
    const bool limited = !unlimited();
    const double left = limits_.deadline.remaining();
    hopeless_ = limited ? predicted_ * kSafety > left : predicted_ > limits_.patience;
    if (hopeless_) {
      estimate(part(kEstimateShare, limited ? left : kEstimateSeconds));
      if (limited && sampling_ && sampling_->bound() > 0) count(limits_.deadline);
      hopeless_ = !limited || predicted_ > left;  // doubtful is not hopeless
      return;
    }
    if (count(limited ? part(kCountShare) : part(1, kOverrun * limits_.patience))) return;
    estimate(unlimited() ? part(1, kEstimateSeconds) : limits_.deadline);
  }

  // Asked in small portions: what a probe was about to find when the clock stopped it is not known.
  void predict() {
    const Deadline deadline = part(kPredictShare, kPredictSeconds);
    Rng rng(limits_.seed);
    double sum = 0.0;
    int done = 0;
    while (done < kPredictions && !deadline.expired()) {
      const double seconds = counter_.with_matcher([&](Matcher& matcher) {
        return matcher.predict(pattern_, rng, kProbes, deadline).seconds();
      });
      if (deadline.expired()) break;
      sum += seconds;
      ++done;
    }
    if (done > 0) predicted_ = sum / done / counter_.threads();
  }

  bool count(const Deadline& deadline) {
    counted_.learn(counter_.count_on_all_threads(pattern_, deadline));
    result_.frequency = counted_;
    return counted_.exact();
  }

  void estimate(const Deadline& deadline) {
    const bool late = deadline.expired();
    if (late && limits_.grace <= 0) return;
    sampling_.emplace(counter_.graph(), pattern_, limits_.seed, late ? 1 : counter_.threads(),
                      late);
    sampling_->draw(limits_.draws, deadline);
    if (deadline.expired())
      sampling_->draw(std::min(limits_.draws, kFewestDraws), deadline.grace(limits_.grace));
  }

  // Says what is known when counting did not come to an end.
  void conclude() {
    constexpr char kStopped[] = "stopped before all occurrences were counted";
    if (sampling_ && sampling_->bound() <= 0) {
      result_.frequency = Frequency::exactly(Count{0});
      return;
    }
    if (!sampling_ || sampling_->count() == 0) {
      result_.note = kStopped;
      return;
    }
    result_.frequency = combined(sampling_->result(), sampling_->bound(), counted_.value());
    result_.occurrence = sampling_->occurrence();
    result_.note = "estimated from " + with_separators(Count{sampling_->count()}) + " random draws";
    if (limits_.estimating == Estimating::Always) return;
    if (!hopeless_) {
      result_.note += std::string("; ") + kStopped;
    } else if (predicted_ < Deadline::kForever) {
      result_.note += ": counting would take about " + about(predicted_);
    } else {
      result_.note += ": counting would take too long";
    }
  }

  Counter& counter_;
  const Pattern& pattern_;
  const MeasureLimits& limits_;
  Frequency counted_;
  double predicted_ = Deadline::kForever;  // seconds that counting will take
  bool hopeless_ = false;
  std::optional<Sampling> sampling_;
  Measurement result_;
};

}  // namespace

Frequency combined(const sample::Estimate& drawn, double bound, const BigCount& counted) {
  const double most = std::floor(bound * (1 + kRounding));
  double least = counted.to_double();
  if (least > 0x1p53) least = std::nextafter(least, 0.0);  // it may have been rounded up
  Interval interval{std::max(std::floor(drawn.low), least), std::min(std::ceil(drawn.high), most)};
  // What was drawn has missed the truth. What is certain has not.
  if (interval.high < interval.low) interval.high = std::max(most, interval.low);
  Frequency result = Frequency::estimated(
      std::clamp(std::round(drawn.value), interval.low, interval.high), interval);
  result.learn(Frequency::at_least(counted));
  return result;
}

Measurement measure(Counter& counter, const Pattern& pattern, const MeasureLimits& limits) {
  return Measuring(counter, pattern, limits).run();
}

}  // namespace rlminer::count
