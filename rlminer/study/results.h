#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlminer/study/experiment.h"
#include "rlminer/study/table.h"

namespace rlminer::study {

// What an experiment has found out.
struct Results {
  std::string_view name;  // of the experiment, and of its files
  std::string title;
  std::string intro = {};  // Markdown between the title and the tables: what was done
  std::vector<Table> tables = {};
  std::string notes = {};  // Markdown under the tables
  Table data = {.title = {},
                .header = {}};  // every figure, one per row, for programs; no header: none
  std::string svg = {};         // empty: no picture
};

// Writes OUT/NAME.md, the same as OUT/NAME.html and, where there is something for them,
// OUT/NAME.csv (the data) and OUT/NAME.svg, each in one step; makes the folder if need be. Throws
// Error when that fails.
void write_results(const ExperimentOptions& options, const Results& results);

}  // namespace rlminer::study
