#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/study/result_row.h"
#include "rlminer/study/training_runs.h"

// What the paper says about the training of RLMiner, and whether our runs say the same.
namespace rlminer::study {

// Runs one after the other; those of one variant on one collection differ in their seeds.
using RunList = std::span<const TrainingRun>;

// A stretch of a run, as fractions of its rounds.
struct Stage {
  std::string_view name;
  double from = 0.0;
  double to = 1.0;
};

inline constexpr Stage kWholeRun{"whole run", 0.0, 1.0};
inline constexpr Stage kFirstThird{"first third of the rounds", 0.0, 1.0 / 3.0};
inline constexpr Stage kFirstTwoThirds{"first two thirds of the rounds", 0.0, 2.0 / 3.0};
inline constexpr Stage kAfterFirstThird{"after the first third of the rounds", 1.0 / 3.0, 1.0};
inline constexpr Stage kLastQuarter{"last quarter of the rounds", 0.75, 1.0};

// The rounds of a stage: at least one.
std::span<const model::TrainRow> rounds_of(const TrainingRun& run, const Stage& stage);

enum class Measure {
  ChosenRound,  // test ratio of the round that validation chooses
  BestRound,    // test ratio of the round with the highest average test ratio: the paper's protocol
  Average,      // of the test ratio over the rounds of a stage
  Fluctuation,  // average size of the change of the test ratio from one round to the next
};

// One number about a run, for each pattern size.
struct Figure {
  Measure measure = Measure::ChosenRound;
  Stage stage = kWholeRun;  // of the last two measures

  std::string name() const;
};

// None where the log has not got it.
std::optional<double> figure_of(const TrainingRun& run, const Figure& figure, int size);

// Of the average over the sizes, over the runs that have it; none if there is no such run.
std::optional<Spread> spread_of(RunList runs, const Figure& figure, std::span<const int> sizes);

// What is said about two variants.
enum class Relation {
  Higher,         // the first is higher than the second
  Lower,          // the first is lower
  Similar,        // they differ by at most kSimilar
  NotMuchHigher,  // the first is higher by at most kSimilar, or lower
};
inline constexpr double kSimilar = 0.02;  // our reading of "similar" and "comparable"

struct Claim {
  std::string_view experiment;
  std::string_view text;  // for people
  std::string_view first;
  std::string_view second;
  Figure figure;
  Relation relation = Relation::Higher;
  int smallest = 5;  // the sizes it is about
  int largest = 9;
};

enum class Verdict { Same, Opposite, Unclear };
std::string_view text_of(Verdict verdict);

// What our runs say about a claim.
struct Judgement {
  Verdict verdict = Verdict::Unclear;
  double difference = 0.0;  // first - second, averaged over the sizes
  // Half the width of the 95 % confidence interval of the difference over seeds; 0 for one seed,
  // which leaves only the sign.
  double margin = 0.0;
  std::size_t agreeing = 0;  // sizes whose own difference is as claimed
  std::size_t sizes = 0;
};

// Shorter runs have no stages worth the name.
inline constexpr std::size_t kFewestRounds = 8;

// The verdict is not clear unless the whole interval of the difference has it. None when a figure
// is missing, or a run is shorter than kFewestRounds.
std::optional<Judgement> judge(const Claim& claim, RunList first, RunList second);

// What it says in words in its answer to RQ3 and in its ablation study, whose results it shows as
// curves only. In the order of the text; empty for an experiment it does not have.
std::span<const Claim> paper_claims(std::string_view experiment);

}  // namespace rlminer::study
