#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/io/io.h"
#include "rlminer/io/table.h"

namespace rlminer::io {

// A label file: a table with the id of a vertex and its label in each row.
class LabelFile {
 public:
  // Points into the file.
  struct Row {
    std::string_view id;
    std::string_view label;
    std::size_t line;
  };

  // Reads options.label_file. `is_mentioned` says whether a vertex of this id has edges, which
  // helps to tell names of columns from a vertex; most often it is asked about the first row only.
  // Throws Error (`path:line: reason`) on bad input, but leaves it to the user to find rows about
  // the same vertex.
  LabelFile(const ReadOptions& options,
            const std::function<bool(std::string_view id)>& is_mentioned);
  LabelFile(const LabelFile&) = delete;
  LabelFile& operator=(const LabelFile&) = delete;

  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<std::string>& warnings() const { return warnings_; }  // what was guessed

  [[noreturn]] void fail_repeated(const Row& row) const;

 private:
  std::string content_;
  Table table_;
  std::vector<Row> rows_;
  std::vector<std::string> warnings_;
};

// Gives the one graph of the collection, which has no labels, those of options.label_file. Throws
// Error unless they are for exactly its vertices.
void apply_label_file(const std::string& path, Collection& collection, const ReadOptions& options);

}  // namespace rlminer::io
