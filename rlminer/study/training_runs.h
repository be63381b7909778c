#pragma once

// The training runs that experiments rest on: whichever experiment wants a run first pays for it.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "rlminer/study/experiment.h"
#include "rlminer/study/learning.h"

namespace rlminer::study {

// A run of the paper's algorithm on one collection.
struct WantedRun {
  std::string collection;
  Variant variant;
  std::uint64_t seed = 0;

  // "COLLECTION-VARIANT", and "COLLECTION-VARIANT-seedS" for seeds other than 0.
  std::string name() const;
};

// A run that has ended.
struct TrainingRun {
  WantedRun wanted;
  std::filesystem::path model;
  std::vector<model::TrainRow> rounds;  // at least one
  std::string note;                     // why it ended before its time; empty: it did not

  const model::TrainRow& chosen() const;     // by validation: the round that `model` is from
  const model::TrainRow& best_test() const;  // the highest test ratio, averaged over the sizes
};

// Sees to it that these runs, whose names must differ, are finished, each in a process of its own
// and at most options.jobs at a time, and returns them in the same order. Those that are finished
// are not repeated; those that were interrupted, or are to become longer, go on from where they
// were. Their files lie in OUT/runs: NAME.safetensors (the model) and what training writes beside
// it, NAME.out (what the process printed) and NAME.run.json (what was asked for, how far it came,
// and whether it is finished). Files of a run with other options are never overwritten. Numbers
// that stop being finite end a run early (TrainingRun::note) without harm to the others.
//
// Throws Error when a run fails or files of another run are in the way, and Interrupted when
// options.cancel is set; runs that were going on are then interrupted, and saved, first.
std::vector<TrainingRun> training_runs(const ExperimentOptions& options,
                                       const std::vector<WantedRun>& wanted);

}  // namespace rlminer::study
