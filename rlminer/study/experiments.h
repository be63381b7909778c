#pragma once

#include "rlminer/study/experiment.h"

// The experiments, each as Experiment::run.
namespace rlminer::study {

// What the data sets are, and what the engines and the shipped models do on them.
void run_datasets(const ExperimentOptions& options);   // datasets.cc
void run_main(const ExperimentOptions& options);       // main_table.cc
void run_universal(const ExperimentOptions& options);  // universal.cc
void run_decoding(const ExperimentOptions& options);   // decoding.cc
void run_beyond(const ExperimentOptions& options);     // beyond.cc
void run_networks(const ExperimentOptions& options);   // networks.cc

// The paper's comparisons of training runs, in training_experiments.cc. They share runs
// (training_runs.h), so that all of them together train each variant once.
void run_rewards(const ExperimentOptions& options);      // the rewards of Eq. 2, 3 and 4
void run_train_ratio(const ExperimentOptions& options);  // ratio on the training graphs
void run_curves(const ExperimentOptions& options);       // test ratio during training, by reward
// RLMiner against a variant of its networks.
void run_ablation_task(const ExperimentOptions& options);         // without remaining steps
void run_ablation_gate(const ExperimentOptions& options);         // skip connection without gate
void run_ablation_state(const ExperimentOptions& options);        // without state-aware messages
void run_ablation_reward_head(const ExperimentOptions& options);  // without reward head
// All of these, and a list of them; their runs go on side by side, as far as options.jobs allows.
void run_trained(const ExperimentOptions& options);

}  // namespace rlminer::study
