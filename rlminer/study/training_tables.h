#pragma once

// Training runs as tables, data and pictures, with what the paper has beside them. Runs of one
// collection stand one after the other, and among them those of one variant.

#include <string_view>
#include <vector>

#include "rlminer/study/claims.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/store.h"

namespace rlminer::study {

// The pattern sizes that the logs know, in ascending order.
std::vector<int> sizes_of(RunList runs);

// The test ratio of every variant. `experiment`: "rewards", or the name of one of the ablations,
// whose full method is the variant "exact".
Results comparison_results(const ExperimentOptions& options, std::string_view experiment,
                           RunList runs);

// The test ratio in the course of training.
Results curves_results(const ExperimentOptions& options, RunList runs);

// `ratios`: how the model of every run answers on the graphs it has learned from.
Results train_ratio_results(const ExperimentOptions& options, RunList runs,
                            const std::vector<ResultRow>& ratios);

}  // namespace rlminer::study
