#pragma once

// The training runs that experiments rest on: whichever experiment wants a run first pays for it.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "rlminer/study/experiment.h"
#include "rlminer/study/learning.h"

namespace rlminer::study {

// Other processes: those we start, and those that must not work where we do.

// A function that runs in a process of its own, beside this one: libtorch has one state per
// process, and what breaks there breaks nothing here. It is interrupted and waited for when this
// object goes, and interrupted by the system should this process die.
class ForkedCall {
 public:
  using Work = std::function<void(const std::atomic<bool>& interrupted)>;

  // What it prints goes to the file `output`; it has nothing to read. What the work leaves behind
  // must be on disk, and it may not throw. Throws Error when no process can be made.
  ForkedCall(const Work& work, const std::filesystem::path& output, bool append);
  ~ForkedCall();
  ForkedCall(const ForkedCall&) = delete;
  ForkedCall& operator=(const ForkedCall&) = delete;

  // Sets the flag of the work.
  void interrupt();

  // Its exit status when it has ended: 0, or 128 + the signal that ended it, as in a shell.
  std::optional<int> ended();

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

// Keeps every other FolderLock, also in other processes, from being made for this folder. Throws
// Error when there is one.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

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
