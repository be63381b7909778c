#pragma once

// The tables and sentences that reports about training runs have in common.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/study/claims.h"
#include "rlminer/study/experiment.h"
#include "rlminer/study/result_row.h"
#include "rlminer/study/store.h"
#include "rlminer/study/table.h"

namespace rlminer::study {

// How tables name a variant. In an ablation the full method is not one reward of three but RLMiner.
std::string label_of(std::string_view variant, bool is_ablation);

// The pattern sizes that the logs know, in ascending order.
std::vector<int> sizes_of(const std::vector<VariantRuns>& variants);

// Every one once, in their order.
std::vector<std::string> collections_of(const std::vector<VariantRuns>& variants);

std::vector<VariantRuns> of_collection(const std::vector<VariantRuns>& variants,
                                       const std::string& collection);

// How the runs were made.
std::string training_conditions(const ExperimentOptions& options);

// How far they came.
Table runs_table(const std::vector<VariantRuns>& variants);

// A column per size, and one for their average.
Table ratio_table(const std::string& title, const char* what, const std::vector<int>& sizes);

// Rows of a ratio_table. The paper's, where it has figures; else nothing.
void add_paper_row(Table& table, const std::string& label, const std::vector<int>& sizes,
                   const std::function<std::optional<double>(int size)>& paper);
// Ours: `spread` is over seeds, of the average over some sizes.
void add_row(Table& table, const std::string& label, const std::string& figure,
             const std::vector<int>& sizes,
             const std::function<std::optional<Spread>(std::span<const int> sizes)>& spread);
void add_row(Table& table, const std::string& label, const VariantRuns& runs, const Figure& figure,
             const std::vector<int>& sizes);

// One line per run, figure and size, and the paper's where it has one.
Table figures_data(const std::vector<VariantRuns>& variants, std::span<const Figure> figures,
                   const std::vector<int>& sizes);

// What the paper says about an experiment, beside what these runs say; and how to read that.
Table verdict_table(std::string_view experiment, const std::vector<VariantRuns>& variants);
std::string verdict_notes(const Table& verdicts);

// Training runs as tables, data and pictures.

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
