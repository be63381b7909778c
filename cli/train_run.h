#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "cli/train_log.h"
#include "cli/train_options.h"
#include "cli/training_data.h"

#include "rlminer/study/learning.h"

namespace rlminer::cli {

// Trains as requested and keeps the log beside the model. `report` says whom to tell of progress;
// the rest of it is filled in here. Data that an interrupt left half prepared is no error.
train::TrainEnd run_training(const TrainRequest& request, const LoadedData& loaded, TrainLog& log,
                             const std::atomic<bool>* cancel, train::TrainOptions report);

// What experiments need of learning. `train_options`: further options of `train` for their training
// runs; throws as for a command line when they are not.
study::Learning learning_for_study(const std::vector<std::string>& train_options);

}  // namespace rlminer::cli
