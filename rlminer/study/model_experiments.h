#pragma once

#include "rlminer/study/experiment.h"

// The experiments that need no training: what the data sets are, and what the engines and the
// shipped models do on them. Each is in a file of its own.
namespace rlminer::study {

void run_datasets(const ExperimentOptions& options);   // datasets.cc
void run_main(const ExperimentOptions& options);       // main_table.cc
void run_universal(const ExperimentOptions& options);  // universal.cc
void run_decoding(const ExperimentOptions& options);   // decoding.cc
void run_beyond(const ExperimentOptions& options);     // beyond.cc
void run_networks(const ExperimentOptions& options);   // networks.cc

}  // namespace rlminer::study
