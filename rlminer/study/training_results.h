#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "rlminer/study/experiment.h"
#include "rlminer/study/paper_training.h"
#include "rlminer/study/result_table.h"

// Training runs as tables, data and pictures.
namespace rlminer::study {

// The results of the experiments that compare runs, with what the paper has beside them. Every
// variant of a collection is one entry, those of one collection one after the other.
Results rewards_results(const ExperimentOptions& options, const std::vector<VariantRuns>& variants);
Results curves_results(const ExperimentOptions& options, const std::vector<VariantRuns>& variants);
// `experiment`: the name of one of the ablations. The full method is the variant "exact".
Results ablation_results(const ExperimentOptions& options, std::string_view experiment,
                         const std::vector<VariantRuns>& variants);

// How the model of a run answers on the graphs it has learned from.
struct TrainRatio {
  std::map<int, double> ratios;  // by size
  std::size_t graphs = 0;
};
// `ratios`: of every run, in the order of `variants` and then of their runs.
Results train_ratio_results(const ExperimentOptions& options,
                            const std::vector<VariantRuns>& variants,
                            const std::vector<TrainRatio>& ratios);

}  // namespace rlminer::study
