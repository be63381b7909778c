#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rlminer::study {

// One row of the paper's main table: average approximation ratio on the test graphs.
struct PaperRow {
  std::string_view dataset;
  std::string_view name;    // as the paper calls it
  std::string_view method;  // what we call it
  double ratio[5];          // k = 5 .. 9
  double seconds;           // for all of k = 5 .. 9

  std::optional<double> at(int size) const;
};

// The rows of a data set in the paper's order; empty for one the paper does not have.
std::span<const PaperRow> paper_rows(std::string_view dataset);

}  // namespace rlminer::study
