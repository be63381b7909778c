// Statements quoted from the RLMiner paper. Where its words leave open which sizes or
// epochs they are about ("larger k", "middle stage"), the reading here is ours and is part of the
// text that is shown.

#include "rlminer/study/claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

#include "rlminer/base/statistics.h"

namespace rlminer::study {
namespace {

constexpr Figure kBest{Measure::BestRound};
constexpr Figure kLate{Measure::Average, kLastQuarter};
constexpr Figure kChange{Measure::Fluctuation, kWholeRun};
constexpr Figure kEarly{Measure::Average, kFirstThird};
constexpr Figure kEarlyAndMiddle{Measure::Average, kFirstTwoThirds};
constexpr Figure kAfterwards{Measure::Average, kAfterFirstThird};
constexpr Figure kChangeAfterwards{Measure::Fluctuation, kAfterFirstThird};
constexpr std::string_view kGate = "no-skip-gate", kHead = "no-reward-head",
                           kMessages = "no-state-messages", kSteps = "no-task-steps";

// Sorted by experiment.
constexpr std::array kClaims = {
    Claim{"ablation-gate", "the gate helps at k = 8 and 9 (last quarter of the rounds)", "exact",
          kGate, kLate, Relation::Higher, 8, 9},
    Claim{"ablation-reward-head", "at first (first third) no head is comparable or better", "exact",
          kHead, kEarly, Relation::NotMuchHigher},
    Claim{"ablation-reward-head",
          "from the middle stage on (after the first third) the head helps, for most k", "exact",
          kHead, kAfterwards},
    Claim{"ablation-reward-head", "and makes it more stable (smaller change per round)", "exact",
          kHead, kChangeAfterwards, Relation::Lower},
    Claim{"ablation-state", "similar for smaller k (5 and 6, last quarter of the rounds)", "exact",
          kMessages, kLate, Relation::Similar, 5, 6},
    Claim{"ablation-state",
          "state-aware messages help for larger k (8 and 9, last quarter of the rounds)", "exact",
          kMessages, kLate, Relation::Higher, 8, 9},
    Claim{"ablation-task", "the remaining steps help in early and middle stages (first two thirds)",
          "exact", kSteps, kEarlyAndMiddle},
    Claim{"ablation-task", "and late (last quarter) for larger k (8 and 9)", "exact", kSteps, kLate,
          Relation::Higher, 8, 9},
    Claim{"rewards", "Eq. 3 is better than Eq. 2", "exact", "raw", kBest},
    Claim{"rewards", "Eq. 3 is better than Eq. 4", "exact", "density", kBest},
    Claim{"rewards", "Eq. 4 is better than Eq. 2", "density", "raw", kBest},
    Claim{"rewards", "Eq. 3 is more stable than Eq. 2 (smaller change per round)", "exact", "raw",
          kChange, Relation::Lower},
    Claim{"rewards", "Eq. 3 is more stable than Eq. 4 (smaller change per round)", "exact",
          "density", kChange, Relation::Lower},
};

// The test ratios of one size, as far as they are known.
std::vector<double> test_ratios(std::span<const model::TrainRow> rounds, int size) {
  std::vector<double> ratios;
  for (const model::TrainRow& round : rounds) {
    const auto ratio = model::value_at(round.test, size);
    if (ratio && std::isfinite(*ratio)) ratios.push_back(*ratio);
  }
  return ratios;
}

std::vector<double> changes(const std::vector<double>& values) {
  std::vector<double> result;
  for (std::size_t i = 1; i < values.size(); ++i)
    result.push_back(std::abs(values[i] - values[i - 1]));
  return result;
}

bool holds(Relation relation, double difference) {
  switch (relation) {
    case Relation::Higher:
      return difference > 0.0;
    case Relation::Lower:
      return difference < 0.0;
    case Relation::Similar:
      return std::abs(difference) <= kSimilar;
    case Relation::NotMuchHigher:
      return difference <= kSimilar;
  }
  return false;
}

bool too_short(RunList runs) {
  return std::ranges::any_of(
      runs, [](const TrainingRun& run) { return run.rounds.size() < kFewestRounds; });
}

// Of the difference of two means, as in Judgement.
double margin_of(const Spread& one, const Spread& other) {
  if (one.seeds < 2 || other.seeds < 2) return 0.0;
  const auto variance = [](const Spread& spread) {
    return spread.deviation * spread.deviation / static_cast<double>(spread.seeds);
  };
  return student_quantile(0.975, static_cast<double>(one.seeds + other.seeds - 2)) *
         std::sqrt(variance(one) + variance(other));
}

// Which side of the line between holding and not holding a difference is on must be beyond doubt.
Verdict decide(Relation relation, double difference, double margin) {
  const bool now = holds(relation, difference);
  const bool sure =
      now == holds(relation, difference - margin) && now == holds(relation, difference + margin);
  const bool directed = relation == Relation::Higher || relation == Relation::Lower;
  if (!sure || (directed && difference == 0.0)) return Verdict::Unclear;
  return now ? Verdict::Same : Verdict::Opposite;
}

}  // namespace

std::span<const Claim> paper_claims(std::string_view experiment) {
  return std::ranges::equal_range(kClaims, experiment, {}, &Claim::experiment);
}

std::span<const model::TrainRow> rounds_of(const TrainingRun& run, const Stage& stage) {
  const std::size_t rounds = run.rounds.size();
  const auto place = [&](double fraction) {
    return static_cast<std::size_t>(std::lround(fraction * static_cast<double>(rounds)));
  };
  const std::size_t first = std::min(place(stage.from), rounds - 1);
  const std::size_t end = std::clamp(place(stage.to), first + 1, rounds);
  return std::span(run.rounds).subspan(first, end - first);
}

std::string Figure::name() const {
  switch (measure) {
    case Measure::ChosenRound:
      return "round chosen by validation";
    case Measure::BestRound:
      return "best test round (the paper's protocol)";
    case Measure::Average:
      return fmt::format("average, {}", stage.name);
    case Measure::Fluctuation:
      return fmt::format("change per round, {}", stage.name);
  }
  return "";
}

std::optional<double> figure_of(const TrainingRun& run, const Figure& figure, int size) {
  const auto mean_of = [](const std::vector<double>& values) {
    return values.empty() ? std::nullopt : std::optional(mean(values));
  };
  switch (figure.measure) {
    case Measure::ChosenRound:
      return mean_of(test_ratios({&run.chosen(), 1}, size));
    case Measure::BestRound:
      return mean_of(test_ratios({&run.best_test(), 1}, size));
    case Measure::Average:
      return mean_of(test_ratios(rounds_of(run, figure.stage), size));
    case Measure::Fluctuation:
      return mean_of(changes(test_ratios(rounds_of(run, figure.stage), size)));
  }
  return std::nullopt;
}

std::optional<Spread> spread_of(RunList runs, const Figure& figure, std::span<const int> sizes) {
  return spread_over(runs, [&](const TrainingRun& run) {
    return mean_over(sizes, [&](int size) { return figure_of(run, figure, size); });
  });
}

std::string_view text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Same:
      return "same direction";
    case Verdict::Opposite:
      return "opposite direction";
    case Verdict::Unclear:
      return "not clear";
  }
  return "";
}

std::optional<Judgement> judge(const Claim& claim, RunList first, RunList second) {
  if (too_short(first) || too_short(second)) return std::nullopt;
  std::vector<int> sizes;
  Judgement judgement;
  for (int size = claim.smallest; size <= claim.largest; ++size) {
    const auto one = spread_of(first, claim.figure, std::span(&size, 1));
    const auto other = spread_of(second, claim.figure, std::span(&size, 1));
    if (!one || !other) continue;
    sizes.push_back(size);
    judgement.agreeing += holds(claim.relation, one->mean - other->mean) ? 1 : 0;
  }
  judgement.sizes = sizes.size();
  const auto one = spread_of(first, claim.figure, sizes);
  const auto other = spread_of(second, claim.figure, sizes);
  if (!one || !other) return std::nullopt;
  judgement.difference = one->mean - other->mean;
  judgement.margin = margin_of(*one, *other);
  judgement.verdict = decide(claim.relation, judgement.difference, judgement.margin);
  return judgement;
}

}  // namespace rlminer::study
