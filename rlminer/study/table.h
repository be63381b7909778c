#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rlminer/study/protocol.h"

namespace rlminer::study {

// A line of the main table: one of the paper's, or one of ours.
struct TableRow {
  std::string name;
  std::string method;  // what we call it
  bool paper = false;
  std::vector<std::optional<double>> ratios;      // by size; none: nothing is known
  std::vector<std::optional<double>> deviations;  // over seeds, by size; none: of a single run
  double seconds = 0.0;                           // all sizes

  // The mean over the sizes, if all are known.
  std::optional<double> mean() const;
};

// The lines of the main table: the paper's own (where it has one) above each of ours.
std::vector<TableRow> table_rows(const Evaluation& evaluation);

// On which graphs, with how many threads, and what is missing.
std::string conditions(const Evaluation& evaluation);

// The results as Markdown, laid out like the paper's main table: one table per data set with a
// column per size and one for the total time, and the paper's own row (where it has one) above each
// of ours.
std::string to_markdown(const std::vector<Evaluation>& evaluations);

}  // namespace rlminer::study
