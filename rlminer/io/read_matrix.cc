// Adjacency matrices: a square of numbers, of which those that are not zero are edges. The first
// row and the first column may give the names of the vertices; otherwise they are numbered from 0.

#include <algorithm>
#include <string>
#include <vector>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/table.h"

namespace rlminer::io {
namespace {

// The first row and the first value of every row, which may be names.
struct MatrixFrame {
  std::vector<std::string> top;
  std::vector<std::string> left;

  explicit MatrixFrame(Table& table) {
    while (table.next()) {
      if (top.empty()) top.assign(table.row().begin(), table.row().end());
      left.emplace_back(table.row().empty() ? "" : table.row()[0]);
    }
    table.rewind();
  }

  // Whether the rows below start with the names in the first row.
  bool has_names() const {
    const std::size_t corner = top.size() == left.size() ? 1 : 0;
    if (corner == 1 && text::is_number(top[0])) return false;
    return left.size() > 1 && top.size() - corner + 1 == left.size() &&
           std::equal(left.begin() + 1, left.end(),
                      top.begin() + static_cast<std::ptrdiff_t>(corner));
  }
};

// Whether all numbers are 0 or 1, or each is the same on both sides of a diagonal of zeros.
bool is_adjacency_matrix(const std::vector<std::vector<std::string_view>>& matrix) {
  bool bits = true;
  bool symmetric = true;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    for (std::size_t j = 0; j < matrix.size(); ++j) {
      bits = bits && (matrix[i][j] == "0" || matrix[i][j] == "1");
      symmetric =
          symmetric && matrix[i][j] == matrix[j][i] && (i != j || text::is_zero(matrix[i][j]));
    }
  }
  return bits || symmetric;
}

}  // namespace

// At least three rows of as many numbers, which an edge list with weights is not by chance.
bool is_matrix(std::string_view content) try {
  constexpr std::size_t kMostRows = 2000;  // of a matrix that is not announced as one
  Table table("", content);
  const TableSample sample = sample_of(table, 2);
  if (sample.rows.size() < 2) return false;
  const std::size_t width = sample.rows[1].size();
  if (width < 3 || width > kMostRows) return false;
  const auto& top = sample.rows[0];
  const bool named = top.size() != width || !std::all_of(top.begin(), top.end(), text::is_number);
  if (named && !MatrixFrame(table).has_names()) return false;
  const std::size_t size = named ? width - 1 : width;
  if (named) table.next();
  std::vector<std::vector<std::string_view>> matrix;
  while (table.next()) {
    const auto& row = table.row();
    if (row.size() != width || matrix.size() == size) return false;
    matrix.emplace_back(row.end() - static_cast<std::ptrdiff_t>(size), row.end());
    if (!std::all_of(matrix.back().begin(), matrix.back().end(), text::is_number)) return false;
  }
  return matrix.size() == size && (named || is_adjacency_matrix(matrix));
} catch (const Error&) {
  return false;  // its quotes do not close
}

Collection read_matrix(const std::string& path, std::string_view content,
                       const ReadOptions& options) {
  Table table(path, content);
  graph::Assembly assembly(path, options.keep_relations);
  graph::GraphBuilder& builder = assembly.start_graph();
  const MatrixFrame frame(table);
  if (frame.left.empty()) throw Error(path, 1, "no graph in this file");
  const std::size_t named = frame.has_names() ? 1 : 0;
  const std::size_t vertices = frame.left.size() - named;
  for (std::size_t i = 0; i < vertices; ++i)
    builder.add_vertex(named == 1 ? frame.left[i + 1] : std::to_string(i));
  if (named == 1) table.next();
  for (std::size_t i = 0; table.next(); ++i) {
    const auto& row = table.row();
    if (row.size() != vertices + named) {
      table.fail("expected " + text::counted(vertices, "number") + ", one for each row, found " +
                 std::to_string(row.size()));
    }
    for (std::size_t j = 0; j < vertices; ++j) {
      const std::string_view value = row[j + named];
      if (!text::is_number(value)) table.fail("expected a number, found " + text::shown(value));
      if (text::is_zero(value)) continue;
      assembly.add_edge(builder, static_cast<Vertex>(i), static_cast<Vertex>(j),
                        {.arc = assembly.keeps_relations()});
    }
  }
  return assembly.finish("matrix");
}

}  // namespace rlminer::io
