#include "rlminer/io/label_file.h"

#include <unordered_map>
#include <unordered_set>
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
  std::size_t rows = 0;
  std::size_t unknown = 0;
  bool first_unknown = false;
  while (table.next()) {
    const bool known = is_mentioned(table.value(id_column));
    if (rows++ == 0) first_unknown = !known;
    if (!known) ++unknown;
  }
  table.rewind();
  return first_unknown && unknown == 1 && rows > 2;
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

LabelFile read_label_file(const ReadOptions& options, const IsMentioned& is_mentioned) {
  const std::string path = options.label_file.string();
  const std::string content = read_file(options.label_file);
  check_text(path, content);
  Table table(path, content);
  const LabelColumns columns = columns_of(table, options, is_mentioned);
  LabelFile result;
  for (const std::string& guess : columns.guesses)
    result.warnings.push_back("the label file " + path + ": " + guess);
  std::unordered_set<std::string_view> ids;
  bool first = true;
  while (table.next()) {
    if (std::exchange(first, false) && columns.first_row_names) continue;
    check_row(table, columns);
    const std::string_view id = table.value(columns.id);
    if (!ids.insert(id).second) table.fail("vertex " + text::shown(id) + " appears twice");
    result.rows.push_back({std::string(id), std::string(table.value(columns.label)), table.line()});
  }
  return result;
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
  const LabelFile labels =
      read_label_file(options, [&](std::string_view id) { return vertex_by_id.contains(id); });
  std::vector<const std::string*> label_of(graph.num_vertices(), nullptr);
  for (const LabelFile::Row& row : labels.rows) {
    const auto vertex = vertex_by_id.find(row.id);
    if (vertex == vertex_by_id.end()) {
      throw Error(options.label_file.string(), row.line,
                  "vertex " + text::shown(row.id) + " is not in " + path);
    }
    label_of[vertex->second] = &row.label;
  }
  graph::GraphBuilder builder;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (label_of[v] == nullptr) {
      throw Error(path + ": vertex " + text::shown(graph.id(v)) + " has no label in " +
                  options.label_file.string());
    }
    builder.add_vertex(graph.id(v), *label_of[v]);
    for (const Vertex u : graph.neighbors(v)) {
      if (u < v) builder.add_edge(u, v);
    }
  }
  collection.graphs.front() = builder.build();
  for (const std::string& warning : labels.warnings)
    collection.warnings.push_back(path + ": " + warning);
}

}  // namespace rlminer::io
