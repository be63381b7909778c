#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rlminer/study/protocol.h"

namespace rlminer::study {

// One cell of the results: a method at one size, over all its complete runs.
struct SummaryRow {
  std::string dataset;
  std::string method;
  int size = 0;
  double ratio = 0.0;      // mean over seeds of the mean over graphs
  double deviation = 0.0;  // standard deviation over seeds of the mean over graphs
  std::size_t seeds = 0;
  std::size_t graphs = 0;    // that have a connected set of this size and a proven best frequency
  std::size_t unproven = 0;  // left out because their best frequency is not known
  double seconds = 0.0;      // wall clock of one run over all graphs and ALL sizes, mean over seeds
};

// The rows of the methods that are complete (interrupted runs are left out), in the order asked for
// and by size.
std::vector<SummaryRow> summarise(const Evaluation& evaluation);

// summary.json: the conditions of the evaluation and, under "rows", the rows of every data set.
std::string to_summary_json(const std::vector<Evaluation>& evaluations);

// One line per data set, graph, size, method and seed, interrupted runs included.
std::string to_csv(const std::vector<Evaluation>& evaluations);

}  // namespace rlminer::study
