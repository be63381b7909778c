// Edge lists: one edge per line, two vertex ids separated by white space or a comma, anything after
// them ignored. A label file beside it gives one "id label" per line and then decides which
// vertices there are.

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "rlminer/base/text.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/text_file.h"

namespace rlminer::io {
namespace {

using text::Fields;
using text::Lines;
using text::Separator;

using VertexById = std::unordered_map<std::string_view, Vertex>;

void read_labels(const std::string& path, std::string_view content, graph::GraphBuilder& builder,
                 VertexById& vertex_by_id) {
  Lines lines(path, content);
  while (lines.next_significant()) {
    const Fields fields = text::split(lines.line(), Separator::WhiteSpaceOrComma);
    if (fields.count == 0) lines.fail("expected a vertex and its label");
    if (fields.count == 1) lines.fail("vertex " + text::shown(fields[0]) + " has no label");
    if (fields.count > 2) {
      lines.fail("expected a vertex and its label, found " + text::counted(fields.count, "value"));
    }
    const auto next = static_cast<Vertex>(builder.num_vertices());
    if (!vertex_by_id.emplace(fields[0], next).second) {
      lines.fail("vertex " + text::shown(fields[0]) + " appears twice");
    }
    builder.add_vertex(std::string(fields[0]), fields[1]);
  }
}

// Whether the first line of a table names its columns instead of giving an edge.
bool is_column_header(const Fields& fields) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kHeaders = {{
      {"source", "target"},
      {"src", "dst"},
      {"from", "to"},
      {"node1", "node2"},
      {"fromnodeid", "tonodeid"},
  }};
  const auto lower = [](std::string_view token) {
    std::string result(token);
    for (char& c : result)
      c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
  };
  const std::string first = lower(fields[0]);
  const std::string second = lower(fields[1]);
  return std::find(kHeaders.begin(), kHeaders.end(),
                   std::pair<std::string_view, std::string_view>(first, second)) != kHeaders.end();
}

void read_edge_lines(const std::string& path, std::string_view content, graph::Assembly& assembly,
                     VertexById& vertex_by_id, const std::string& label_file) {
  graph::GraphBuilder& builder = assembly.graph(0);
  Lines lines(path, content);
  const auto vertex = [&](std::string_view id) {
    const auto next = static_cast<Vertex>(builder.num_vertices());
    const auto [place, is_new] = vertex_by_id.try_emplace(id, next);
    if (is_new && !label_file.empty()) {
      lines.fail("vertex " + text::shown(id) + " has no label in " + label_file);
    }
    if (is_new) builder.add_vertex(std::string(id));
    return place->second;
  };
  while (lines.next_significant()) {
    const Fields fields = text::split(lines.line(), Separator::WhiteSpaceOrComma);
    if (fields.count < 2) {
      lines.fail("an edge needs two vertices, found " + text::counted(fields.count, "value"));
    }
    if (lines.number() == 1 && is_column_header(fields)) {
      assembly.warn("line 1 names the columns and is not an edge");
      continue;
    }
    const Vertex u = vertex(fields[0]);
    builder.add_edge(u, vertex(fields[1]));
  }
}

}  // namespace

Collection read_edges(const std::string& path, std::string_view content,
                      const ReadOptions& options) {
  const std::filesystem::path& label_file = options.label_file;
  graph::Assembly assembly(path);
  graph::GraphBuilder& builder = assembly.start_graph();
  VertexById vertex_by_id;  // its keys point into the two texts
  std::string labels;
  if (!label_file.empty()) {
    labels = read_file(label_file);
    check_text(label_file.string(), labels);
    read_labels(label_file.string(), labels, builder, vertex_by_id);
  }
  read_edge_lines(path, content, assembly, vertex_by_id, label_file.string());
  if (builder.num_vertices() == 0) throw Error(path, 1, "no graph in this file");
  return assembly.finish("edges");
}

}  // namespace rlminer::io
