#pragma once

#include <string_view>
#include <vector>

#include "rlminer/study/claims.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/results.h"

// Training runs as tables, data and pictures.
namespace rlminer::study {

// The results of the experiments that compare runs, with what the paper has beside them. Every
// variant of a collection is one entry, those of one collection one after the other.
Results rewards_results(const ExperimentOptions& options, const std::vector<VariantRuns>& variants);
Results curves_results(const ExperimentOptions& options, const std::vector<VariantRuns>& variants);
// `experiment`: the name of one of the ablations. The full method is the variant "exact".
Results ablation_results(const ExperimentOptions& options, std::string_view experiment,
                         const std::vector<VariantRuns>& variants);

// `ratios`: how the model of every run answers on the graphs it has learned from, in the order of
// `variants` and then of their runs.
Results train_ratio_results(const ExperimentOptions& options,
                            const std::vector<VariantRuns>& variants,
                            const std::vector<ResultRow>& ratios);

}  // namespace rlminer::study
