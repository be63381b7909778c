#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace rlminer::study {

// Figures as they are shown: every cell is text, with the marks of Markdown. Rows shorter than the
// header end in empty cells.
struct Table {
  std::string title = {};  // a heading above the table; empty: none
  std::vector<std::string> header = {};
  std::vector<std::vector<std::string>> rows = {};
  // The columns from this one on are numbers, aligned to the right.
  std::size_t numbers_from = 1;
};

// RFC 4180: a cell with a comma, a quote or a line end is quoted. The title is left out.
std::string to_csv(const Table& table);

// A table as GitHub shows it; bars and line ends in a cell cannot break it.
std::string to_markdown(const Table& table);

// A table that can be sorted, by the numbers that cells begin with.
std::string to_html(const Table& table);

// Cells. What is not known is "-" (in a CSV file: empty).
std::string ratio_cell(std::optional<double> ratio);                   // 0.913
std::string ratio_cell(std::optional<double> mean, double deviation);  // 0.913 ± 0.004
std::string seconds_cell(std::optional<double> seconds);               // three digits: 0.0641, 12.3
std::string csv_cell(std::optional<double> value);                     // six digits, or empty

}  // namespace rlminer::study
