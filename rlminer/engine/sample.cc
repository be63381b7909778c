#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "rlminer/base/machine.h"
#include "rlminer/engine/registry.h"
#include "rlminer/sample/pattern_estimator.h"
#include "rlminer/sample/pattern_sampler.h"

namespace rlminer::engine {
namespace {

// Of the time of one size, and of what is then left; the rest is for estimating the best patterns
// one by one.
constexpr double kShareOfSampling = 0.6;
constexpr double kShareOfCounting = 0.5;
constexpr double kReserve = 0.03;  // of the time, for looking up occurrences
constexpr std::uint64_t kFirstDraws = 4000;
constexpr std::uint64_t kLeastDraws = 2000;
constexpr std::uint64_t kMostDraws = 1'000'000;
// When no time is given: so many rounds and draws in each.
constexpr std::uint64_t kRounds = 20;
constexpr std::uint64_t kDrawsPerRound = 20'000;
constexpr std::uint64_t kQuick = 1'000'000;  // partial matches
constexpr std::size_t kFinalists = 16;
constexpr int kMostVertices = 14;  // the tables have 2^k numbers for each vertex
constexpr sample::DrawLimits kOwnDraws{.samples = 1'000'000, .relative_error = 0.002};

Count saturated(double value) {
  return value < 0x1p127 ? static_cast<Count>(std::round(value)) : kMaxCount;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

class Solver {
 public:
  Solver(const Graph& graph, const Problem& problem, const Budget& budget, std::size_t draws)
      : draws_(draws),
        graph_(graph),
        problem_(problem),
        budget_(budget),
        deadline_(budget.deadline.part(1 - kReserve)),
        counter_(graph, budget.threads) {}

  std::vector<Answer> run() {
    const Stopwatch watch(budget_.deadline.clock());
    std::size_t done = 0;
    return answer_sizes(graph_, problem_, watch, [&](Answer& answer) {
      fill(answer, share_of_size(deadline_, problem_, answer.size));
      if (!budget_.on_progress) return;
      const auto all = static_cast<double>(problem_.sizes.size());
      budget_.on_progress({static_cast<double>(++done) / all, 0.0, "sampling"});
    });
  }

 private:
  void fill(Answer& answer, const Deadline& deadline) {
    answer.note = obstacle(answer.size);
    if (answer.note.empty()) sample(answer, deadline);
    if (answer.findings.empty())
      answer.findings.push_back(search::random_finding(graph_, answer.size, problem_.seed));
    rank(answer.findings, problem_, counter_, budget_.deadline);
  }

  // Why colour coding is not possible, or nothing.
  std::string obstacle(int size) const {
    if (size > kMostVertices) {
      return "colour coding is for sizes up to " + std::to_string(kMostVertices) + ": any pattern";
    }
    const double need = sample::PatternSampler::memory(graph_, size);
    const auto used = static_cast<double>(resident_memory());
    if (need + used <= static_cast<double>(budget_.deadline.memory())) return "";
    return "the tables of colour coding would take " +
           std::to_string(static_cast<std::uint64_t>(std::ceil(need / 1e6))) +
           " MB, more than the memory limit leaves: any pattern";
  }

  void sample(Answer& answer, const Deadline& deadline) {
    sample::PatternSampler sampler(graph_, answer.size, std::max(1, budget_.threads));
    draw(sampler, deadline);
    const std::size_t finalists = std::max(kFinalists, problem_.top + kFinalists / 2);
    for (const sample::SampledPattern& sampled : sampler.top(finalists)) {
      answer.findings.push_back(
          search::estimated_finding(sampled.pattern, sampled.estimate, sampled.occurrence));
    }
    std::vector<Finding*> all;
    for (Finding& finding : answer.findings)
      all.push_back(&finding);
    search::count_quickly(all, kQuick, counter_, deadline.part(kShareOfCounting));
    estimate_anew(answer.findings, deadline);
    if (sampler.rounds() > 0) answer.sets = saturated(sampler.sets().value);
    answer.note = note_of(sampler);
  }

  // Rounds until the time is over. Tables and draws of a round take about as long.
  void draw(sample::PatternSampler& sampler, const Deadline& deadline) const {
    Rng rng(mix64(mix64(problem_.seed + 1) + static_cast<std::uint64_t>(problem_.sizes.size())));
    const bool limited = deadline.remaining() < Deadline::kForever;
    if (draws_ > 0 || !limited) {
      const std::uint64_t all = draws_ > 0 ? draws_ : kRounds * kDrawsPerRound;
      for (std::uint64_t i = 0; i < kRounds; ++i) {
        const std::uint64_t draws = all / kRounds + (i < all % kRounds ? 1 : 0);
        if (draws == 0 || !sampler.add_round(draws, rng, deadline).complete) return;
      }
      return;
    }
    const Deadline end = deadline.part(kShareOfSampling);
    std::uint64_t draws = kFirstDraws;
    while (!end.expired()) {
      // The first round may take all of the time: without it there would be no answer.
      const auto round = sampler.add_round(draws, rng, sampler.rounds() == 0 ? deadline : end);
      if (!round.complete) return;
      const double rate = static_cast<double>(round.draws) / std::max(1e-9, round.draw_seconds);
      draws = std::clamp(static_cast<std::uint64_t>(rate * round.table_seconds), kLeastDraws,
                         kMostDraws);
    }
  }

  // Patterns were chosen because their estimates were high, and so these are on the high side.
  // Draws of their own do not know of the choice, and are more precise.
  void estimate_anew(std::vector<Finding>& findings, const Deadline& deadline) const {
    if (std::all_of(findings.begin(), findings.end(),
                    [](const Finding& f) { return f.frequency.exact(); }))
      return;
    const sample::SampleGraph graph(graph_);
    parallel_for(findings.size(), std::max(1, budget_.threads), [&](int, std::size_t i) {
      Finding& finding = findings[i];
      if (finding.frequency.exact() || deadline.expired()) return;
      sample::PatternEstimator estimator(graph);
      Rng rng(mix64(problem_.seed + i + 1));
      // What earlier patterns have not used of the time is left for the later ones.
      const auto left = static_cast<double>(findings.size() - i);
      sample::DrawLimits limits = kOwnDraws;
      limits.deadline = deadline.part(std::min(1.0, budget_.threads / left));
      const sample::Estimate estimate = estimator.estimate(finding.pattern, limits, rng);
      if (estimate.value > 0) finding.frequency = estimate.frequency();
    });
  }

  static std::string note_of(const sample::PatternSampler& sampler) {
    if (sampler.rounds() == 0) return "the time was not enough to sample: any pattern";
    const sample::Estimate sets = sampler.sets();
    return "best of " + std::to_string(sampler.distinct()) + " patterns in " +
           std::to_string(sampler.draws()) + " samples, " + std::to_string(sampler.rounds()) +
           " colourings; about " + number(sets.value) +
           " connected sets (95 %: " + number(sets.low) + " to " + number(sets.high) +
           "); not proven";
  }

  const std::size_t draws_;  // vertex sets per size; 0: as many as time allows
  const Graph& graph_;
  const Problem& problem_;
  const Budget& budget_;
  const Deadline deadline_;
  count::Counter counter_;
};

// Draws connected vertex sets by colour coding and reports the patterns that seem most frequent,
// with intervals (PatternSampler). The best of them are counted exactly where that is quick. The
// number of connected sets in the answer is an estimate too. Never proven.
class SampleEngine : public Engine {
 public:
  explicit SampleEngine(const EngineSettings& settings) : draws_(settings.samples.value_or(0)) {}

  std::string name() const override { return "sample"; }
  std::vector<Answer> solve(const Graph& graph, const Problem& problem,
                            const Budget& budget) const override {
    return Solver(graph, problem, budget, draws_).run();
  }

 private:
  std::size_t draws_;
};

}  // namespace

EngineInfo sample_engine() {
  return {.name = "sample",
          .summary = "estimates from random subgraphs",
          .estimates = true,
          .fills_time = true,
          .takes = {Setting::Samples},
          .make = EngineInfo::make_from_settings<SampleEngine>};
}

}  // namespace rlminer::engine
