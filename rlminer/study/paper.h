#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "rlminer/study/result_row.h"

// Figures quoted from the RLMiner paper.
namespace rlminer::study {

// Of its tables.
inline const std::vector<int> kPaperSizes{5, 6, 7, 8, 9};

// The main table, average ratio on the test graphs: the rows of a data set in the paper's order,
// each with the method of ours that it is about. Empty for a data set the paper does not have.
std::vector<ResultRow> paper_rows(std::string_view dataset);

// The one of these rows that is about the method.
std::optional<ResultRow> paper_row(std::string_view dataset, std::string_view method);

// Its average ratio on the test graphs with the reward "raw" (Eq. 2), "exact" (Eq. 3) or "density"
// (Eq. 4): the highest of all epochs. None for what is not in its table.
std::optional<double> paper_reward_ratio(std::string_view dataset, std::string_view reward,
                                         int size);

// Its average ratio on the training graphs (reward Eq. 3): the highest of all epochs.
std::optional<double> paper_train_ratio(std::string_view dataset, int size);

}  // namespace rlminer::study
