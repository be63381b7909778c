#pragma once

// The experiments of the paper and ours, one function per table or figure.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/base/error.h"
#include "rlminer/study/learning.h"

namespace rlminer::study {

// Thrown out of an experiment whose cancel flag is set; what was finished is kept.
class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted: the same command goes on from here") {}
};

struct ExperimentOptions {
  std::filesystem::path data;            // has a folder per collection: ENZYMES, COX2, ...
  std::filesystem::path models;          // ENZYMES.safetensors, ..., universal.safetensors
  std::filesystem::path out;             // results go here; unfinished work is resumed from here
  std::vector<std::string> collections;  // empty: those the experiment is about
  std::size_t graphs = 0;                // of each collection, at most; 0: as the experiment says
  std::uint64_t split_seed = 0;
  std::size_t seeds = 3;  // of methods that draw at random, and of training runs
  int threads = 1;
  std::string device = "auto";
  std::vector<double> limits = {1.0, 5.0};      // seconds of every run on a large network
  double budget = 120.0;                        // seconds of every training run
  std::string preset = "small";                 // of training runs
  std::vector<std::string> train_options = {};  // what else `learning` makes of them, for people
  int jobs = 1;                                 // training runs at a time
  Learning learning = {};                       // for experiments that need_learning
  const std::atomic<bool>* cancel = nullptr;
  // What is being done now, and how much of the experiment is done.
  std::function<void(const std::string& what, double fraction)> on_step;

  void throw_if_cancelled() const {
    if (cancel != nullptr && cancel->load()) throw Interrupted();
  }
};

// Writes OUT/NAME.md and OUT/NAME.html and, unless it only lists other reports, OUT/NAME.csv and
// OUT/NAME.svg. Parts
// that an earlier call has finished (they lie in OUT/parts) are not done again. Throws Error when
// something needed is missing.
struct Experiment {
  std::string_view name;
  std::string_view description;
  void (*work)(const ExperimentOptions& options) = nullptr;  // null: run_comparison
  bool trains = true;  // needs ExperimentOptions::learning.train

  void run(const ExperimentOptions& options) const;
};

// In the order of the paper, then ours.
std::span<const Experiment> experiments();

// Throws Error naming the experiments there are.
const Experiment& experiment(std::string_view name);

// The experiments, each as Experiment::run.

// What the data sets are, and what the engines and the shipped models do on them.
void run_datasets(const ExperimentOptions& options);   // datasets.cc
void run_main(const ExperimentOptions& options);       // main_table.cc
void run_universal(const ExperimentOptions& options);  // universal.cc
void run_decoding(const ExperimentOptions& options);   // decoding.cc
void run_inference(const ExperimentOptions& options);  // inference.cc
void run_beyond(const ExperimentOptions& options);     // beyond.cc
void run_networks(const ExperimentOptions& options);   // networks.cc

// The paper's comparisons of training runs, in training_experiments.cc. They share runs
// (training_runs.h), so that all of them together train each variant once. `experiment`: one of
// "rewards" (those of Eq. 2, 3 and 4), "train-ratio" (ratio on the training graphs), "curves" (test
// ratio during training, by reward) and "ablation-..." (RLMiner against a variant of its networks).
void run_comparison(std::string_view experiment, const ExperimentOptions& options);
// All of these, and a list of them; their runs go on side by side, as far as options.jobs allows.
void run_trained(const ExperimentOptions& options);

}  // namespace rlminer::study
