#include "rlminer/io/label_file.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/columns.h"
#include "rlminer/io/table.h"
#include "rlminer/io/text_file.h"

namespace rlminer::io {
namespace {

using IsMentioned = std::function<bool(std::string_view id)>;

// Whether the first row is the only one that is about no vertex with edges.
bool only_first_is_unknown(Table& table, std::size_t id_column, const IsMentioned& is_mentioned) {
  bool found = table.next() && !is_mentioned(table.value(id_column));
  std::size_t known = 0;
  for (; found && table.next(); ++known)
    found = is_mentioned(table.value(id_column));
  table.rewind();
  return found && known > 1;
}

LabelColumns columns_of(Table& table, const ReadOptions& options, const IsMentioned& is_mentioned) {
  const TableSample sample = sample_of(table);
  if (table.plain()) return {};
  LabelColumns columns = label_columns(table, sample, options);
  if (!columns.first_row_names && only_first_is_unknown(table, columns.id, is_mentioned)) {
    columns.first_row_names = true;
    columns.guesses.push_back("line " + std::to_string(sample.lines[0]) +
                              " names the columns and is not a vertex: no edge mentions it");
  }
  return columns;
}

void check_row(const Table& table, const LabelColumns& columns) {
  const std::string_view id = table.value(columns.id);
  if (id.empty()) table.fail("expected a vertex and its label");
  if (table.value(columns.label).empty()) table.fail("vertex " + text::shown(id) + " has no label");
  if (!columns.named && table.row().size() > 2) {
    table.fail("expected a vertex and its label, found " +
               text::counted(table.row().size(), "value") +
               (table.by_white_space() ? "" : " (--id-column and --label-column choose)"));
  }
}

}  // namespace

LabelFile::LabelFile(const ReadOptions& options, const IsMentioned& is_mentioned)
    : content_(read_file(options.label_file)), table_(options.label_file.string(), content_) {
  check_text(table_.path(), content_);
  const LabelColumns columns = columns_of(table_, options, is_mentioned);
  for (const std::string& guess : columns.guesses)
    warnings_.push_back("the label file " + table_.path() + ": " + guess);
  bool first = true;
  while (table_.next()) {
    if (std::exchange(first, false) && columns.first_row_names) continue;
    check_row(table_, columns);
    rows_.push_back({table_.value(columns.id), table_.value(columns.label), table_.line()});
  }
}

void LabelFile::fail_repeated(const Row& row) const {
  table_.fail_at(row.line, "vertex " + text::shown(row.id) + " appears twice");
}

void apply_label_file(const std::string& path, Collection& collection, const ReadOptions& options) {
  if (!collection.single()) {
    throw Error(path + ": a label file is for one graph, and this has " +
                std::to_string(collection.graphs.size()));
  }
  const Graph& graph = collection.graphs.front();
  std::unordered_map<std::string_view, Vertex> vertex_by_id;
  for (Vertex v = 0; v < graph.num_vertices(); ++v)
    vertex_by_id.emplace(graph.id(v), v);
  const LabelFile labels(options, [&](std::string_view id) { return vertex_by_id.contains(id); });
  std::vector<std::optional<std::string_view>> label_of(graph.num_vertices());
  for (const LabelFile::Row& row : labels.rows()) {
    const auto vertex = vertex_by_id.find(row.id);
    if (vertex == vertex_by_id.end()) {
      throw Error(options.label_file.string(), row.line,
                  "vertex " + text::shown(row.id) + " is not in " + path);
    }
    if (label_of[vertex->second]) labels.fail_repeated(row);
    label_of[vertex->second] = row.label;
  }
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (!label_of[v]) {
      throw Error(path + ": vertex " + text::shown(graph.id(v)) + " has no label in " +
                  options.label_file.string());
    }
    builder.add_vertex(graph.id(v), *label_of[v]);
  }
  graph::copy_edges(graph, 0, builder);
  collection.graphs.front() = builder.build();
  for (const std::string& warning : labels.warnings())
    collection.warnings.push_back(path + ": " + warning);
}

}  // namespace rlminer::io
