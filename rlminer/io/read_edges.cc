// Edge lists: a table with one edge per row, its two vertices in two of the columns. A label file
// beside it is a table too, with the id of a vertex and its label in each row, and then decides
// which vertices there are.

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/columns.h"
#include "rlminer/io/io.h"
#include "rlminer/io/label_file.h"
#include "rlminer/io/named_graph.h"
#include "rlminer/io/table.h"

namespace rlminer::io {
namespace {

using Ids = std::unordered_set<std::string_view>;

// The most words in a line of an edge list that nobody has named the columns of, unless all lines
// have as many: two vertices and, for instance, a weight and a time.
constexpr std::size_t kMostColumns = 4;

// How many values there are before the attributes that networkx writes: "0 1 {'weight': 3}".
template <typename Row>
std::size_t values_before_attributes(const Row& row) {
  const auto brace = std::find_if(row.begin(), row.end(),
                                  [](const auto& value) { return value.starts_with('{'); });
  return static_cast<std::size_t>(brace - row.begin());
}

class EdgeReader {
 public:
  EdgeReader(const std::string& path, std::string_view content, const ReadOptions& options)
      : options_(options),
        assembly_(path, options.keep_relations),
        builder_(assembly_.start_graph()),
        vertices_(builder_),
        edges_(path, content) {}

  Collection read() {
    find_columns();
    if (!options_.label_file.empty()) read_labels();
    read_edges();
    if (builder_.num_vertices() == 0) throw Error(edges_.path(), 1, "no graph in this file");
    return assembly_.finish("edges");
  }

 private:
  void find_columns() {
    const TableSample sample = sample_of(edges_);
    if (edges_.plain()) {  // as write_edges() has written it, with labels or without
      if (edges_.comment_values().size() > 2) columns_.label = 2;
      return;
    }
    columns_ = edge_columns(edges_, sample, options_);
    for (const std::string& guess : columns_.guesses)
      assembly_.warn(guess);
    named_ = columns_.first_row_names || !columns_.guesses.empty() || !options_.source.empty() ||
             !options_.target.empty() || !options_.edge_label_column.empty();
    if (!named_ && options_.format.empty()) check_unnamed(sample);
    if (!named_ && first_row_counts(sample)) {
      columns_.first_row_names = true;
      assembly_.warn("line " + std::to_string(sample.lines[0]) +
                     " gives the numbers of vertices and edges and is not an edge");
    }
  }

  // "5 7", then 7 rows of numbers up to 5.
  bool first_row_counts(const TableSample& sample) {
    if (sample.rows.size() < 3 || sample.rows[0].size() != 2) return false;
    const auto vertices = text::to_integer(sample.rows[0][0]);
    const auto edges = text::to_integer(sample.rows[0][1]);
    if (!vertices || !edges || (sample.whole && *edges != std::ssize(sample.rows) - 1))
      return false;
    const auto is_vertex = [&](std::string_view id) {
      const auto number = text::to_integer(id);
      return number && *number >= 0 && *number <= *vertices;
    };
    edges_.next();  // the counts themselves
    std::int64_t rows = 0;
    bool fits = true;
    for (; fits && edges_.next(); ++rows)
      fits = rows < *edges && is_vertex(edges_.value(0)) && is_vertex(edges_.value(1));
    edges_.rewind();
    return fits && rows == *edges;
  }

  // Without names of columns, all that tells an edge list from prose is that nothing but numbers
  // follows the two vertices, or one column of words that repeat.
  void check_unnamed(const TableSample& sample) {
    checked_ = edges_.by_white_space();
    width_ = common_width(sample);
    std::size_t most = 0;
    std::size_t worded = 0;  // rows with a word in the third column
    std::unordered_set<std::string> kinds;
    Ids ends;
    for (std::size_t i = 0; i < sample.rows.size(); ++i) {
      const auto& row = sample.rows[i];
      const std::size_t values = values_before_attributes(row);
      most = std::max(most, row.size());
      if (values > 2 && !row[2].empty() && !text::is_number(row[2])) {
        ++worded;
        kinds.insert(row[2]);
      }
      ends.insert(row.begin(),
                  row.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, values)));
      if (checked_) check_width(row, sample.lines[i]);
    }
    if (worded > 0) {
      const bool repeat = worded == sample.rows.size() && 2 * kinds.size() <= worded;
      const bool labels = repeat && std::none_of(kinds.begin(), kinds.end(), [&](const auto& kind) {
                            return ends.contains(kind);
                          });
      if (!labels && checked_) fail_unclear(sample.lines[0], sample.rows[0].size());
      if (labels) columns_.label = 2;
    }
    if (most > (columns_.label ? 3u : 2u))
      assembly_.warn("the columns after the second are ignored");
  }

  // How many values each of several rows has; 0 when they differ. Lists of neighbours differ.
  static std::size_t common_width(const TableSample& sample) {
    if (sample.rows.size() < 2) return 0;
    const std::size_t width = sample.rows[0].size();
    const auto has_width = [&](const auto& row) { return row.size() == width; };
    return std::all_of(sample.rows.begin(), sample.rows.end(), has_width) ? width : 0;
  }

  // Nothing but numbers may follow the third value.
  template <typename Row>
  void check_width(const Row& row, std::size_t line) const {
    const std::size_t values = values_before_attributes(row);
    bool fits = values <= kMostColumns || values == width_;
    for (std::size_t i = 3; i < values && fits; ++i)
      fits = text::is_number(row[i]);
    if (!fits) fail_unclear(line, row.size());
  }

  [[noreturn]] void fail_unclear(std::size_t line, std::size_t values) const {
    edges_.fail_at(line, "this is no edge list that could be understood: a line has " +
                             text::counted(values, "value") +
                             "; --source and --target say which columns are the vertices, --from "
                             "says which format it is");
  }

  void read_labels() {
    labels_.emplace(options_, [this](std::string_view id) { return is_mentioned(id); });
    for (const LabelFile::Row& row : labels_->rows()) {
      if (!vertices_.add(row.id, row.label)) labels_->fail_repeated(row);
    }
    for (const std::string& warning : labels_->warnings())
      assembly_.warn(warning);
  }

  // One question, which is the rule, is answered by looking for the id; for more, all are kept.
  bool is_mentioned(std::string_view id) {
    if (!ends_.empty()) return ends_.contains(id);
    const bool keep = std::exchange(asked_, true);
    bool found = false;
    while ((keep || !found) && edges_.next()) {
      for (const std::string_view end :
           {edges_.value(columns_.source), edges_.value(columns_.target)}) {
        found = found || end == id;
        if (keep) ends_.insert(end);
      }
    }
    edges_.rewind();
    return found;
  }

  void read_edges() {
    bool first = true;
    while (edges_.next()) {
      if (std::exchange(first, false) && columns_.first_row_names) continue;
      const auto& row = edges_.row();
      if (checked_ && row.size() > 3) check_width(row, edges_.line());
      const std::string_view u = edges_.value(columns_.source);
      const std::string_view v = edges_.value(columns_.target);
      if (u.empty() || v.empty()) {
        edges_.fail("an edge needs two vertices, found " +
                    text::counted((u.empty() ? 0 : 1) + (v.empty() ? 0 : 1), "value"));
      }
      const Vertex source = vertex(u);
      const auto label =
          columns_.label ? std::optional(edges_.value(*columns_.label)) : std::nullopt;
      assembly_.add_edge(builder_, source, vertex(v), {.label = label, .arc = options_.directed});
    }
  }

  Vertex vertex(std::string_view id) {
    if (options_.label_file.empty()) return vertices_.at(id);
    if (const auto known = vertices_.find(id)) return *known;
    edges_.fail("vertex " + text::shown(id) + " has no label in " + options_.label_file.string());
  }

  const ReadOptions& options_;
  graph::Assembly assembly_;
  graph::GraphBuilder& builder_;
  MentionedVertices vertices_;  // its keys point into the edges and the labels
  Table edges_;
  EdgeColumns columns_;
  bool named_ = false;    // whether somebody or the file says which columns they are
  bool checked_ = false;  // whether further columns must be such that an edge list has them
  std::size_t width_ = 0;
  std::optional<LabelFile> labels_;
  bool asked_ = false;  // whether the label file has asked for an id
  Ids ends_;            // of all edges, once it asks for more
};

}  // namespace

Collection read_edges(const std::string& path, std::string_view content,
                      const ReadOptions& options) {
  return EdgeReader(path, content, options).read();
}

}  // namespace rlminer::io
