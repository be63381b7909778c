#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "cli/train_log.h"
#include "cli/train_options.h"

#include "rlminer/model/training_data.h"
#include "rlminer/study/learning.h"
#include "rlminer/train/trainer.h"

namespace rlminer::cli {

// What a request wants to be learned from.
struct LoadedData {
  std::string name;  // of the collections
  model::TrainingData data;
};

// Reads the collections and splits each; the extra graphs are for training only. Throws Error for
// one that cannot be read or split.
LoadedData load_training_data(const TrainRequest& request);

// Trains as requested and keeps the log beside the model. `report` says whom to tell of progress;
// the rest of it is filled in here. Data that an interrupt left half prepared is no error.
train::TrainEnd run_training(const TrainRequest& request, const LoadedData& loaded, TrainLog& log,
                             const std::atomic<bool>* cancel, train::TrainOptions report);

// What experiments need of learning. `train_options`: further options of `train` for their training
// runs; throws as for a command line when they are not.
study::Learning learning_for_study(const std::vector<std::string>& train_options);

}  // namespace rlminer::cli
