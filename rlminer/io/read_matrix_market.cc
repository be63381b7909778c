// Matrix Market: an adjacency matrix as a list of its entries.
//
//   %%MatrixMarket matrix coordinate pattern symmetric
//   % comments
//   3 3 2            rows, columns, entries
//   2 1              row, column, and the value unless it is a pattern
//   3 2
//
// In the layout "array" all values follow, column by column (of a symmetric matrix the lower
// triangle alone). Files without the first line are recognised when their sizes fit.

#include <cstdint>
#include <string>
#include <vector>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/named_graph.h"

namespace rlminer::io {
namespace {

constexpr std::string_view kBanner = "%%matrixmarket";

bool has_banner(std::string_view content) {
  return text::lower(content.substr(0, kBanner.size())) == kBanner;
}

class MatrixMarketReader {
 public:
  MatrixMarketReader(const std::string& path, std::string_view content, const ReadOptions& options)
      : lines_(path, content),
        assembly_(path, options.keep_relations),
        builder_(assembly_.start_graph()),
        size_(content.size()) {
    if (has_banner(content)) {
      lines_.next();
      read_banner();
    } else {
      assembly_.warn(
          "read as Matrix Market, though its first line '%%MatrixMarket ...' is missing");
    }
  }

  Collection read() {
    read_sizes();
    if (array_) {
      read_array();
    } else {
      read_entries();
    }
    if (lines_.next_significant()) lines_.fail("more entries than the sizes promise");
    return assembly_.finish("matrix-market");
  }

 private:
  void read_banner() {
    const std::string banner = text::lower(lines_.line());
    const auto named = text::words(banner);
    if (named.size() < 4 || named[1] != "matrix")
      lines_.fail("expected '%%MatrixMarket matrix coordinate|array FIELD [SYMMETRY]'");
    array_ = named[2] == "array";
    if (!array_ && named[2] != "coordinate")
      lines_.fail("the layout is 'coordinate' or 'array', not " + text::shown(named[2]));
    pattern_ = named[3] == "pattern";
    lower_half_ = named.size() > 4 && named[4] != "general";
  }

  void read_sizes() {
    if (!lines_.next_significant()) lines_.fail_at(1, "no graph in this file");
    const auto words = text::words(lines_.line());
    if (words.size() != (array_ ? 2u : 3u))
      lines_.fail("expected the numbers of rows, columns" +
                  std::string(array_ ? "" : " and entries"));
    std::vector<std::int64_t> sizes;
    for (const std::string_view word : words) {
      const auto size = text::to_integer(word);
      if (!size || *size < 0) lines_.fail("expected a size, found " + text::shown(word));
      sizes.push_back(*size);
    }
    if (sizes[0] != sizes[1]) {
      lines_.fail("a matrix of " + std::to_string(sizes[0]) + " rows and " +
                  std::to_string(sizes[1]) + " columns is no graph");
    }
    vertices_ = sizes[0];
    entries_ = array_ ? 0 : sizes[2];
    if (!AnnouncedVertices(size_).accept(static_cast<std::uint64_t>(vertices_))) {
      lines_.fail(std::to_string(vertices_) + " vertices in so small a file are a mistake");
    }
    for (std::int64_t v = 1; v <= vertices_; ++v)
      builder_.add_vertex(std::to_string(v));
  }

  void read_entries() {
    for (std::int64_t i = 0; i < entries_; ++i) {
      if (!lines_.next_significant()) {
        lines_.fail("the sizes promise " + std::to_string(entries_) + " entries, found " +
                    std::to_string(i));
      }
      const text::Fields fields = text::split(lines_.line());
      if (fields.count < 2) lines_.fail("expected a row and a column");
      const Vertex u = vertex(fields[0]);
      const Vertex v = vertex(fields[1]);
      if (fields.count > 2 && !text::is_number(fields[2]))
        lines_.fail("expected a number, found " + text::shown(fields[2]));
      const bool zero = fields.count > 2 && !pattern_ && text::is_zero(fields[2]) &&
                        (fields.count < 4 || text::is_zero(fields[3]));
      if (!zero) add_edge(u, v);
    }
  }

  void read_array() {
    for (std::int64_t column = 0; column < vertices_; ++column) {
      for (std::int64_t row = lower_half_ ? column : 0; row < vertices_; ++row) {
        if (!lines_.next_significant()) lines_.fail("the file ends before the matrix does");
        const text::Fields fields = text::split(lines_.line());
        if (!text::is_number(fields[0]))
          lines_.fail("expected a number, found " + text::shown(fields[0]));
        if (!text::is_zero(fields[0]))
          add_edge(static_cast<Vertex>(row), static_cast<Vertex>(column));
      }
    }
  }

  // Many a file without symmetry has both of its halves: an edge is then two arcs. Where directions
  // are ignored nothing is said, since that may lose none.
  void add_edge(Vertex u, Vertex v) {
    assembly_.add_edge(builder_, u, v, {.arc = !lower_half_ && assembly_.keeps_relations()});
  }

  Vertex vertex(std::string_view token) const {
    const auto number = text::to_integer(token);
    if (!number || *number < 1 || *number > vertices_) {
      lines_.fail("expected a number from 1 to " + std::to_string(vertices_) + ", found " +
                  text::shown(token));
    }
    return static_cast<Vertex>(*number - 1);
  }

  text::Lines lines_;
  graph::Assembly assembly_;
  graph::GraphBuilder& builder_;
  std::size_t size_;  // of the file, in bytes
  bool array_ = false;
  bool pattern_ = false;
  bool lower_half_ = false;
  std::int64_t vertices_ = 0;
  std::int64_t entries_ = 0;
};

}  // namespace

// Without the banner: a square size and a number of entries that is the number of lines to come.
bool is_matrix_market(std::string_view content) {
  if (has_banner(content)) return true;
  text::Lines lines("", content);
  if (!lines.next_significant()) return false;
  const auto sizes = text::words(lines.line());
  if (sizes.size() != 3 || sizes[0] != sizes[1]) return false;
  const auto vertices = text::to_integer(sizes[0]);
  const auto entries = text::to_integer(sizes[2]);
  if (!vertices || !entries || *entries < 1) return false;
  std::int64_t found = 0;
  while (lines.next_significant()) {
    const text::Fields fields = text::split(lines.line());
    for (const std::size_t i : {0, 1}) {
      const auto number = text::to_integer(fields[i]);
      if (!number || *number < 1 || *number > *vertices) return false;
    }
    if (++found > *entries) return false;
  }
  return found == *entries;
}

Collection read_matrix_market(const std::string& path, std::string_view content,
                              const ReadOptions& options) {
  return MatrixMarketReader(path, content, options).read();
}

}  // namespace rlminer::io
