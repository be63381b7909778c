#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "rlminer/base/deadline.h"
#include "rlminer/model/safetensors.h"
#include "rlminer/nn/layers.h"

namespace rlminer::train {

// What a round of training did so far.
struct RoundStats {
  std::size_t updates = 0;               // in this round
  std::size_t samples = 0;               // states learned from in these
  std::size_t episodes = 0;              // that ended in this round
  double train_ratio = 0.0;              // mean over these
  std::map<std::string, double> values;  // means over the round
};

// An algorithm that improves a policy, round by round. It knows nothing of files and clocks.
class Learner {
 public:
  using Tick = std::function<void(const RoundStats&)>;

  virtual ~Learner() = default;

  // Trains until the next point at which the policy should be evaluated, or the deadline; calls
  // tick now and then. Everything random in a round follows from the seed and the state before it.
  virtual RoundStats round(const Deadline& deadline, const Tick& tick) = 0;
  virtual bool finished() const = 0;
  virtual double fraction() const = 0;  // of the schedule, 0..1
  virtual std::size_t updates() const = 0;
  virtual const nn::Weights& policy() const = 0;  // the actor to evaluate and to ship

  // Starts from another actor of the same shape.
  virtual void start_from(const nn::Weights& actor) = 0;
  // The whole state between two rounds.
  virtual void store(model::SafetensorsFile& file) const = 0;
  virtual void restore(const model::SafetensorsFile& file) = 0;
};

// How far a time limit has come that is shorter than a run's own schedule, which then fits it: the
// schedule is as far as the time is.
class TimeShare {
 public:
  explicit TimeShare(bool fits_time_limit) : fits_(fits_time_limit) {}

  void note(const Deadline& deadline) {
    const double left = deadline.remaining();
    if (!fits_ || !std::isfinite(left) || deadline.cancelled()) return;
    const double now = deadline.clock().seconds();
    if (began_ < 0.0) {
      began_ = now;
      at_start_ = over_;
    }
    // Of the time there is by this deadline: the first round's comes long before the others'.
    const double all = now - began_ + left;
    if (all > 0.0) over_ = std::lerp(1.0, at_start_, left / all);
  }
  double over() const { return over_; }            // 0..1
  void resume_from(double over) { over_ = over; }  // a run that was interrupted there

 private:
  bool fits_;
  double over_ = 0.0;
  double at_start_ = 0.0;
  double began_ =
      -1.0;  // when this process began to learn, by the deadline's clock; below 0: not yet
};

// Says how a round is going, but not after every update.
class Ticker {
 public:
  explicit Ticker(const Learner::Tick& tick) : tick_(tick) {}

  template <typename Stats>
  void maybe_tick(Stats&& stats) {
    if (watch_.seconds() < next_) return;
    next_ = watch_.seconds() + kSeconds;
    tick_(stats());
  }

 private:
  static constexpr double kSeconds = 0.5;
  const Learner::Tick& tick_;
  Stopwatch watch_;
  double next_ = kSeconds;
};

}  // namespace rlminer::train
