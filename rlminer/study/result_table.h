#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/study/experiment.h"

namespace rlminer::study {

// Figures as they are shown: every cell is text. Rows shorter than the header end in empty cells.
struct ResultTable {
  std::string title;  // in Markdown a heading above the table; empty: none
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  // In Markdown the columns from this one on are numbers, aligned to the right.
  std::size_t numbers_from = 1;
};

// RFC 4180: a cell with a comma, a quote or a line end is quoted. The title is left out.
std::string to_csv(const ResultTable& table);

// A table as GitHub shows it; bars and line ends in a cell cannot break it.
std::string to_markdown(const ResultTable& table);

// What an experiment has found out.
struct Results {
  std::string_view name;  // of the experiment, and of its files
  std::string title;
  std::string intro = {};  // Markdown between the title and the tables: what was done
  std::vector<ResultTable> tables = {};
  std::string notes = {};  // Markdown under the tables
  ResultTable data = {};   // every figure, one per row, for programs; no header: none
  std::string svg = {};    // empty: no picture
};

// Writes OUT/NAME.md, the same as OUT/NAME.html and, where there is something for them,
// OUT/NAME.csv (the data) and OUT/NAME.svg, each in one step; makes the folder if need be. Throws
// Error when that fails.
void write_results(const ExperimentOptions& options, const Results& results);

// Cells. What is not known is "-" (in a CSV file: empty).
std::string ratio_cell(std::optional<double> ratio);                   // 0.913
std::string ratio_cell(std::optional<double> mean, double deviation);  // 0.913 ± 0.004
std::string seconds_cell(std::optional<double> seconds);               // three digits: 0.0641, 12.3
std::string csv_cell(std::optional<double> value);                     // six digits, or empty

}  // namespace rlminer::study
