#pragma once

#include <string>

#include "cli/terminal.h"
#include "cli/train_log.h"

#include "rlminer/train/trainer.h"

namespace rlminer::cli {

// Shows how training goes, on standard error: a line that is drawn over again on a terminal, one
// plain line per round elsewhere.
class TrainProgress {
 public:
  explicit TrainProgress(bool wanted);

  void phase(const std::string& name, double fraction);
  void progress(const model::TrainRow& row);
  void round(const model::TrainRow& row);

 private:
  const bool wanted_;
  TerminalLine line_;
  model::Ratios validation_;  // of the last round
};

// What a row says, in one line: "round 3  1500 updates  train .912  validation .913 .884 ...".
std::string describe(const model::TrainRow& row);

// ".913 .884": ratios by size, without their leading zeros.
std::string describe(const model::Ratios& ratios);

// What came of a run: why it ended, its best round, and where everything is.
std::string summary(const std::string& model, const TrainLog& log, train::TrainEnd end);

}  // namespace rlminer::cli
