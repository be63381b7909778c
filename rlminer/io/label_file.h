#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/io/io.h"

namespace rlminer::io {

// A label file: a table with the id of a vertex and its label in each row.
struct LabelFile {
  struct Row {
    std::string id;
    std::string label;
    std::size_t line;
  };
  std::vector<Row> rows;              // of different vertices
  std::vector<std::string> warnings;  // what had to be guessed
};

// Reads options.label_file. `is_mentioned` says whether a vertex of this id has edges, which helps
// to tell names of columns from a vertex. Throws Error (`path:line: reason`) on bad input.
LabelFile read_label_file(const ReadOptions& options,
                          const std::function<bool(std::string_view id)>& is_mentioned);

// Gives the one graph of the collection, which has no labels, those of options.label_file. Throws
// Error unless they are for exactly its vertices.
void apply_label_file(const std::string& path, Collection& collection, const ReadOptions& options);

}  // namespace rlminer::io
