#include "rlminer/engine/watched_census.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "rlminer/base/machine.h"
#include "rlminer/count/counter.h"
#include "rlminer/enumerate/census.h"
#include "rlminer/enumerate/ranked_graph.h"
#include "rlminer/enumerate/sketch.h"

namespace rlminer::engine {
namespace {

// Random descents behind the estimate of the work ahead.
constexpr int kProbes = 1000;
// Looking patterns up one by one is given up for a second walk after this many rounds.
constexpr int kLookUpRounds = 4;
// More keys than this are not worth looking up one by one; nor are keys with so few sets: a good
// part of a walk would be over before the last of them is met. The number of threads has no say:
// the examples that are met depend on the choice.
constexpr std::size_t kMaxLookUps = 64;
constexpr Count kRare = 4;
// So many keys of each size are resolved by walking again: few at first, since what they hold may
// close most of the others; then more, but no more than can be told apart in a moment.
constexpr std::size_t kKeysOfWalk[] = {1, 64, 2048};
// After the deadline: what finding and counting the leaders of an unfinished sketch may take.
constexpr double kGraceSeconds = 0.1;
// Before it: what is kept back for that, and when it was not the deadline, of what is left then.
constexpr double kKeptBack = 0.4;
constexpr double kShareKeptBack = 0.15;
constexpr std::size_t kSpareLeaders = 3;

// No estimate of the work ahead in a run shorter than this; and so many steps no walk has.
constexpr double kNoEstimateBefore = 0.1;
constexpr double kManySteps = 1e18;
// Before it has begun, a walk is judged by what a step takes at least.
constexpr double kLeastSecondsPerStep = 2e-8;
// What a careful estimate may take; and an estimate that is passed by so much was wrong.
constexpr double kEstimateSeconds = 0.02;
constexpr double kMostOverEstimate = 1.25;

// A step of a walk costs about as much as this many partial matches; a few matches cost nothing.
constexpr std::uint64_t kMatchesPerWalkStep = 10;
constexpr std::uint64_t kFreeMatches = 100000;

class Census {
 public:
  Census(const Graph& graph, const Problem& problem, const Budget& budget, int max_sketch_bits,
         const DecideWalk& decide, const SketchSets& sketch_sets)
      : max_sketch_bits_(max_sketch_bits),
        decide_(decide),
        sketch_sets_(sketch_sets),
        graph_(graph),
        problem_(problem),
        budget_(budget),
        ranked_(graph),
        counter_(graph) {}

  std::vector<Answer> run() {
    choose_sizes();
    if (!sizes_.empty()) {
      take_sketch();
      if (sketch_.end == enumerate::WalkEnd::Complete) {
        resolve();
        if (lower_bounds_) measure_leaders();
      } else if (!abandoned_) {
        find_leaders();
      }
    }
    return assemble();
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  // Sizes beyond the largest component have no connected set: nothing to walk.
  void choose_sizes() {
    const std::size_t largest =
        problem_.sizes.empty() ? 0 : graph::largest_component(graph_, at(problem_.sizes.back()));
    for (const int size : problem_.sizes) {
      if (at(size) <= largest) sizes_.push_back(size);
    }
    walk_size_ = sizes_.empty() ? 3 : std::max(3, *std::max_element(sizes_.begin(), sizes_.end()));
    found_.resize(at(walk_size_) + 1);
    examples_.resize(at(walk_size_) + 1);
    closed_.assign(at(walk_size_) + 1, false);
  }

  void take_sketch() {
    std::vector<bool> wanted(at(walk_size_) + 1, false);
    for (const int size : sizes_)
      wanted[at(size)] = true;
    const bool large = is_worth_a_forecast(graph_);
    if (budget_.on_progress || (large && budget_.deadline.remaining() < Deadline::kForever))
      estimate_ = enumerate::estimate_sets(ranked_, walk_size_, kProbes);
    if (large && !estimate_.empty() && decide_(look_ahead(0.0)) == WalkDecision::Stop) {
      stop_ = true;
      sketch_.sizes.assign(wanted.size(), enumerate::SizeSketch(2));
      sketch_.sets.assign(wanted.size(), 0);
      sketch_.end = end_ = enumerate::WalkEnd::OutOfTime;
      return;
    }
    enumerate::WalkBudget walk = walk_budget("counting", budget_.deadline);
    watch_walk(walk);
    sketch_ = sketch_sets_(ranked_, wanted, walk, max_sketch_bits_);
    end_ = sketch_.end;
  }

  void watch_walk(enumerate::WalkBudget& walk) {
    // The walk ends at its deadline, so that has our own flag; the flag of the caller is passed on.
    const double left = budget_.deadline.remaining();
    walk.deadline = budget_.deadline.at_most(left - std::min(kKeptBack, kShareKeptBack * left))
                        .cancelled_by(stop_);
    walk.expected_steps = kManySteps;
    walk.on_progress = [this](double fraction) {
      const std::unique_lock lock(asking_, std::try_to_lock);
      if (!lock) return;
      const WalkForecast forecast = look_ahead(fraction * kManySteps);
      if (budget_.deadline.cancelled()) stop_ = true;
      if (forecast.sets > 0.0 && !stop_) {
        const WalkDecision decision = decide_(forecast);
        abandoned_ = decision == WalkDecision::TryBounds;
        stop_ = decision != WalkDecision::Continue;
      }
      if (budget_.on_progress) {
        budget_.on_progress({forecast.fraction, forecast.fraction * forecast.sets, "counting"});
      }
    };
  }

  // Nothing is estimated for a walk that may be over in a moment, unless somebody watches.
  WalkForecast look_ahead(double steps) {
    WalkForecast forecast;
    forecast.seconds = watch_.seconds();
    if (estimate_.empty() && forecast.seconds < kNoEstimateBefore) return forecast;
    if (estimate_.empty()) estimate_ = estimate_carefully();
    forecast.sets_by_size = estimate_;
    forecast.sets = std::accumulate(estimate_.begin(), estimate_.end(), 0.0);
    const double all_steps = std::max(estimate_[at(walk_size_ - 2)], 1.0);
    const double done = steps / all_steps;
    if (steps > 0.0) {
      forecast.fraction = std::clamp(done, 1e-15, 0.99);
      forecast.total_seconds = forecast.seconds / forecast.fraction;
    } else {
      forecast.total_seconds = kLeastSecondsPerStep * all_steps / std::max(1, budget_.threads);
    }
    if (done > kMostOverEstimate) forecast.total_seconds = Deadline::kForever;
    return forecast;
  }

  // Where a few descents stand for most of the sets, a thousand of them are not enough.
  std::vector<double> estimate_carefully() const {
    const Stopwatch watch(budget_.deadline.clock());
    std::vector<double> estimate = enumerate::estimate_sets(ranked_, walk_size_, kProbes);
    const double more = kEstimateSeconds / std::max(watch.seconds(), 1e-9);
    if (more < 2.0) return estimate;
    return enumerate::estimate_sets(ranked_, walk_size_,
                                    static_cast<int>(kProbes * std::min(more, 100.0)));
  }

  enumerate::WalkBudget walk_budget(const char* phase, const Deadline& deadline) const {
    enumerate::WalkBudget walk;
    walk.deadline = deadline;
    walk.threads = std::max(1, budget_.threads);
    if (budget_.on_progress) {
      walk.expected_steps = estimate_[at(walk_size_ - 2)];
      const double sets = std::accumulate(estimate_.begin(), estimate_.end(), 0.0);
      walk.on_progress = [this, phase, sets](double fraction) {
        budget_.on_progress({fraction, fraction * sets, phase});
      };
    }
    return walk;
  }

  // A pattern less frequent than this cannot be among the answers of this size.
  Count least_wanted(int size) const {
    std::vector<Count> counts;
    for (const auto& [pattern, count] : found_[at(size)])
      counts.push_back(count);
    if (counts.size() < problem_.top) return 1;
    const auto nth = counts.begin() + static_cast<std::ptrdiff_t>(problem_.top) - 1;
    std::nth_element(counts.begin(), nth, counts.end(), std::greater<>());
    return *nth;
  }

  // Keys to look into, and what they hold.
  struct OpenKeys {
    std::vector<std::vector<enumerate::SizeSketch::Key>> keys;  // by size
    std::size_t patterns = 0;                                   // at least this many
    Count rarest = kMaxCount;                                   // the least value of a key

    enumerate::KeySelection selection(const enumerate::Sketch& sketch) const {
      enumerate::KeySelection selected;
      for (std::size_t n = 0; n < keys.size(); ++n)
        selected.emplace_back(sketch.sizes[n], keys[n]);
      return selected;
    }
  };

  // The keys whose unresolved rest could still hold an answer, of each size the `most` fullest (and
  // ties, as far as they are not too many).
  OpenKeys open_keys(std::size_t most) {
    OpenKeys open;
    open.keys.resize(at(walk_size_) + 1);
    for (const int size : sizes_) {
      if (closed_[at(size)]) continue;
      const enumerate::SizeSketch& sketch = sketch_.sizes[at(size)];
      const Count least = std::max(least_wanted(size), sketch.nth_greatest(most));
      open.keys[at(size)] = sketch.keys_with_at_least(least);
      if (open.keys[at(size)].size() > std::max(most, std::end(kKeysOfWalk)[-1]))
        open.keys[at(size)].resize(std::max(most, std::end(kKeysOfWalk)[-1]));
      open.patterns += open.keys[at(size)].size();
      for (const enumerate::SizeSketch::Key key : open.keys[at(size)])
        open.rarest = std::min(open.rarest, sketch.value(key));
      // Rests only shrink and the least wanted frequency only grows: a size without open keys is
      // done.
      closed_[at(size)] = open.keys[at(size)].empty();
    }
    return open;
  }

  void resolve() {
    for (int round = 0; end_ == enumerate::WalkEnd::Complete; ++round) {
      // Before anything is known every key is open. The fullest ones tell what a winner needs.
      const OpenKeys open = open_keys(problem_.top);
      if (open.patterns == 0) {
        proven_ = true;
        return;
      }
      const bool few = open.patterns <= kMaxLookUps * sizes_.size() && open.rarest >= kRare;
      if (round < kLookUpRounds && few && look_up(open)) continue;
      const Stopwatch watch(budget_.deadline.clock());
      const std::size_t most = kKeysOfWalk[std::min(walks_, std::size(kKeysOfWalk) - 1)];
      walk_again(most > problem_.top ? open_keys(most) : open);
      ++walks_;
      if (end_ == enumerate::WalkEnd::Complete && !is_worth_more_walks(watch.seconds())) return;
    }
  }

  // Where there are nearly as many patterns as sets, all keys are about equally full, and there is
  // no end of walks. `seconds`: that one takes.
  bool is_worth_more_walks(double seconds) {
    double keys = 0.0;
    for (const int size : sizes_) {
      if (closed_[at(size)]) continue;
      keys = std::max(keys,
                      static_cast<double>(
                          sketch_.sizes[at(size)].keys_with_at_least(least_wanted(size)).size()));
    }
    WalkForecast forecast = look_ahead(0.0);
    if (forecast.sets == 0.0) return true;
    forecast.total_seconds =
        forecast.seconds + seconds * keys / static_cast<double>(std::end(kKeysOfWalk)[-1]);
    forecast.fraction = std::min(0.99, forecast.seconds / forecast.total_seconds);
    if (decide_(forecast) != WalkDecision::Stop) return true;
    stop_ = true;
    end_ = enumerate::WalkEnd::OutOfTime;
    return false;
  }

  // Finds one new pattern with each key and counts it. False: that did not work out, walk again
  // instead.
  bool look_up(const OpenKeys& open) {
    const enumerate::Located located = enumerate::locate_patterns(
        ranked_, open.selection(sketch_), found_, walk_budget("locating", budget_.deadline));
    end_ = located.end;
    bool progress = false;
    for (const int size : sizes_) {
      for (const auto& [pattern, example] : located.sizes[at(size)]) {
        const Frequency matched =
            counter_.count(pattern, budget_.deadline, steps_per_pattern(open));
        if (!matched.exact()) return end_ != enumerate::WalkEnd::Complete;
        examples_[at(size)].try_emplace(pattern, example);
        found_[at(size)][pattern] = matched.saturated();
        enumerate::SizeSketch& sketch = sketch_.sizes[at(size)];
        const enumerate::SizeSketch::Key key =
            sketch.key_of(enumerate::hash_pattern(pattern, graph_.num_labels()));
        // Two independent roads to the same number: the walk may count more than the matcher (a
        // collision), never less.
        if (sketch.value(key) < matched.saturated()) {
          throw std::logic_error("the walk and the matcher disagree about a pattern of size " +
                                 std::to_string(size));
        }
        sketch.set(key, sketch.value(key) - matched.saturated());
        progress = true;
      }
    }
    return progress;
  }

  // What one pattern may take so that matching all of them costs no more than walking again.
  std::uint64_t steps_per_pattern(const OpenKeys& open) const {
    const Count walk = kMatchesPerWalkStep * sketch_.sets[at(walk_size_ - 2)];
    return static_cast<std::uint64_t>(
        std::min<Count>(kFreeMatches + walk / open.patterns, std::uint64_t{1} << 40));
  }

  void walk_again(const OpenKeys& open) {
    enumerate::Classification result = enumerate::classify_keys(
        ranked_, open.selection(sketch_), walk_budget("classifying", budget_.deadline), true);
    end_ = result.end;
    for (const int size : sizes_) {
      examples_[at(size)].merge(result.examples[at(size)]);
      for (const auto& [pattern, count] : result.sizes[at(size)]) {
        Count& known = found_[at(size)][pattern];
        known = std::max(known, count);
        if (end_ != enumerate::WalkEnd::Complete) lower_bounds_ = true;
      }
      forget_losers(size);
      if (end_ != enumerate::WalkEnd::Complete) continue;
      for (const enumerate::SizeSketch::Key key : open.keys[at(size)]) {
        sketch_.sizes[at(size)].set(key, 0);
      }
    }
  }

  // Nobody asks for patterns that are not among the answers once their keys have been resolved, and
  // there may be many millions.
  void forget_losers(int size) {
    const Count least = least_wanted(size);
    std::erase_if(found_[at(size)], [&](const auto& found) { return found.second < least; });
    std::erase_if(examples_[at(size)],
                  [&](const auto& example) { return !found_[at(size)].contains(example.first); });
  }

  // Out of time in the first pass: takes the fullest keys so far for what they are worth, and walks
  // in the same order as before to meet their patterns where it met them then.
  void find_leaders() {
    const Deadline deadline = closing_time();
    enumerate::Located located = enumerate::locate_patterns(
        ranked_, open_keys(problem_.top + kSpareLeaders).selection(sketch_), found_,
        walk_budget("locating", deadline.part(0.5)), enumerate::WalkOrder::Spread);
    std::size_t patterns = 0;
    for (const auto& size : located.sizes)
      patterns += size.size();
    for (const int size : sizes_) {
      for (const auto& [pattern, example] : located.sizes[at(size)]) {
        const Frequency matched =
            counter_.count(pattern, deadline.part(1.0 / static_cast<double>(patterns--)));
        // It was met, even if not counted.
        found_[at(size)][pattern] = std::max(matched.saturated(), Count{1});
        if (!matched.exact() || !matched.value().fits()) lower_bounds_ = true;
      }
      examples_[at(size)].merge(located.sizes[at(size)]);
      if (found_[at(size)].empty()) find_any(size);
    }
  }

  // The last walk was cut off: counts the patterns that it has met most often.
  void measure_leaders() {
    const Deadline deadline = closing_time();
    for (const int size : sizes_) {
      std::vector<enumerate::PatternCounts::value_type*> order;
      for (auto& found : found_[at(size)])
        order.push_back(&found);
      const std::size_t leaders = std::min(order.size(), problem_.top + kSpareLeaders);
      std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(leaders),
                        order.end(), [](const auto* a, const auto* b) {
                          return a->second != b->second ? a->second > b->second
                                                        : a->first < b->first;
                        });
      for (std::size_t i = 0; i < leaders && !deadline.expired(); ++i) {
        const Frequency matched = counter_.count(order[i]->first, deadline.part(0.5));
        order[i]->second = std::max(order[i]->second, matched.saturated());
      }
    }
  }

  // Whatever is there: better than nothing.
  void find_any(int size) {
    const Finding any = search::random_finding(graph_, size, problem_.seed);
    found_[at(size)][any.pattern] = 1;
    examples_[at(size)][any.pattern] = any.occurrences.at(0);
    lower_bounds_ = true;
  }

  // Who gave up early wants to use the time for something else.
  Deadline closing_time() const {
    const double left = budget_.deadline.remaining();
    const double share = stop_ ? kShareKeptBack * left : left;
    return budget_.deadline.grace(std::clamp(share, kGraceSeconds, kKeptBack));
  }

  std::string note() const {
    if (proven_) return "";
    if (end_ == enumerate::WalkEnd::OutOfMemory) return "memory limit reached";
    if (budget_.deadline.cancelled()) return "interrupted";
    return stop_ ? "would take too long" : "time limit reached";
  }

  std::vector<Answer> assemble() {
    const Deadline closing = budget_.deadline.closing();
    return answer_sizes(graph_, problem_, watch_, [&](Answer& answer) {
      answer.proven = proven_;
      answer.sets_exact = sketch_.end == enumerate::WalkEnd::Complete;
      answer.note = note();
      answer.sets = sketch_.sets[at(answer.size)];
      answer.findings = best_findings(answer.size, closing);
    });
  }

  std::vector<Finding> best_findings(int size, const Deadline& closing) {
    std::vector<Finding> findings;
    for (const auto& [pattern, count] : found_[at(size)]) {
      if (count == 0) continue;
      findings.push_back(
          {pattern,
           proven_ || !lower_bounds_ ? Frequency::exactly(count) : Frequency::at_least(count),
           {examples_[at(size)].at(pattern)}});
    }
    rank(findings, problem_, counter_, closing);
    return findings;
  }

  const int max_sketch_bits_;
  const DecideWalk& decide_;
  const SketchSets& sketch_sets_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> abandoned_{false};
  std::mutex asking_;
  const Graph& graph_;
  const Problem& problem_;
  const Budget& budget_;
  const Stopwatch watch_{budget_.deadline.clock()};
  const enumerate::RankedGraph ranked_;
  count::Counter counter_;
  std::vector<int> sizes_;  // the requested sizes that exist
  int walk_size_ = 3;       // the largest of them, at least 3
  std::vector<double> estimate_;
  std::size_t walks_ = 0;     // made again
  enumerate::Sketch sketch_;  // values shrink as their patterns are found
  std::vector<enumerate::PatternCounts>
      found_;  // exact frequencies (lower bounds after an early end), by size
  std::vector<enumerate::PatternExamples> examples_;  // of each of these
  std::vector<bool> closed_;                          // by size: nothing is left to resolve
  enumerate::WalkEnd end_ = enumerate::WalkEnd::Complete;
  bool proven_ = false;
  bool lower_bounds_ = false;
};

}  // namespace

WalkForecast forecast_from_stars(const Graph& graph, int size, int threads) {
  const auto sets = [&](int n) { return n < 3 ? 1.0 : enumerate::count_stars(graph, n) / n; };
  WalkForecast forecast;
  forecast.sets = sets(size);
  forecast.total_seconds = kLeastSecondsPerStep * sets(size - 2) / std::max(1, threads);
  return forecast;
}

std::vector<Answer> take_watched_census(const Graph& graph, const Problem& problem,
                                        const Budget& budget, int max_sketch_bits,
                                        const DecideWalk& decide, const SketchSets& sketch_sets) {
  return Census(graph, problem, budget, max_sketch_bits, decide, sketch_sets).run();
}

}  // namespace rlminer::engine
