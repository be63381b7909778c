#pragma once

#include <string>
#include <vector>

#include "rlminer/study/protocol.h"
#include "rlminer/study/result_row.h"

namespace rlminer::study {

// A row for each method that is complete (interrupted runs are left out), in the order asked for.
std::vector<ResultRow> summarise(const Evaluation& evaluation);

// summary.json: the conditions of the evaluation and, under "rows", every method and size of every
// data set.
std::string to_summary_json(const std::vector<Evaluation>& evaluations);

// One line per data set, graph, size, method and seed, interrupted runs included.
std::string to_csv(const std::vector<Evaluation>& evaluations);

}  // namespace rlminer::study
