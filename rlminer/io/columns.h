#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "rlminer/io/io.h"
#include "rlminer/io/table.h"

namespace rlminer::io {

// Which columns of a table hold what, and what had to be guessed to know it.
struct EdgeColumns {
  std::size_t source = 0;
  std::size_t target = 1;
  std::optional<std::size_t> label;  // of the edges
  bool first_row_names = false;      // the first row names the columns and is no edge
  std::vector<std::string> guesses;  // a line each
};

struct LabelColumns {
  std::size_t id = 0;
  std::size_t label = 1;
  bool first_row_names = false;
  bool named = false;  // the columns have names, so there may be others than these two
  std::vector<std::string> guesses;
};

// Finds the columns by the names the user gives, by names that are usual, or because the first row
// is unlike the others; without names they are the first two. Throws Error when a column that the
// user names is not there.
EdgeColumns edge_columns(const Table& table, const TableSample& sample, const ReadOptions& options);
LabelColumns label_columns(const Table& table, const TableSample& sample,
                           const ReadOptions& options);

}  // namespace rlminer::io
