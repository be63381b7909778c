// SIF, the simple interaction format of Cytoscape: "A pp B C" joins A to B and to C by the relation
// pp, and a line with one name is a vertex alone. Names may contain blanks where tabs separate.

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/named_graph.h"

namespace rlminer::io {
namespace {

std::vector<std::string_view> sif_values(std::string_view line, bool tabs) {
  if (!tabs) return text::words(line);
  std::vector<std::string_view> values;
  for (std::size_t start = 0; start <= line.size();) {
    const std::size_t end = std::min(line.find('\t', start), line.size());
    const std::string_view value = text::trim(line.substr(start, end - start));
    if (!value.empty()) values.push_back(value);
    start = end + 1;
  }
  return values;
}

bool is_usual_relation(std::string_view word) {
  static constexpr std::array<std::string_view, 16> kRelations = {"pp",
                                                                  "pd",
                                                                  "pr",
                                                                  "rc",
                                                                  "cr",
                                                                  "gl",
                                                                  "pm",
                                                                  "mp",
                                                                  "dp",
                                                                  "interacts",
                                                                  "interacts-with",
                                                                  "interacts_with",
                                                                  "activates",
                                                                  "inhibits",
                                                                  "binds",
                                                                  "regulates"};
  return std::find(kRelations.begin(), kRelations.end(), text::lower(word)) != kRelations.end();
}

}  // namespace

// In SIF the second values of all lines are few words that name no vertex.
bool is_sif(std::string_view content) {
  constexpr std::size_t kSample = 1000;
  const bool tabs = content.substr(0, std::size_t{1} << 16).find('\t') != std::string_view::npos;
  std::unordered_set<std::string_view> relations;
  std::unordered_set<std::string_view> vertices;
  std::unordered_set<std::string_view> thirds;
  std::size_t edges = 0;
  text::Lines lines("", content);
  for (std::size_t i = 0; i < kSample && lines.next_significant(); ++i) {
    const auto values = sif_values(lines.line(), tabs);
    if (values.size() == 2) return false;
    vertices.insert(values[0]);
    if (values.size() == 1) continue;
    ++edges;
    if (text::is_number(values[1])) return false;
    relations.insert(values[1]);
    thirds.insert(values[2]);
    for (std::size_t j = 2; j < values.size(); ++j) {
      if (text::is_number(values[j]) && !text::to_integer(values[j])) return false;  // a weight
      vertices.insert(values[j]);
    }
  }
  if (edges == 0) return false;
  const auto is_vertex = [&](std::string_view word) { return vertices.contains(word); };
  if (std::any_of(relations.begin(), relations.end(), is_vertex)) return false;
  if (std::all_of(relations.begin(), relations.end(), is_usual_relation)) return true;
  return edges > 1 && 2 * relations.size() <= edges && relations.size() < thirds.size();
}

Collection read_sif(const std::string& path, std::string_view content, const ReadOptions& options) {
  const bool tabs = content.find('\t') != std::string_view::npos;
  graph::Assembly assembly(path, options.keep_relations);
  graph::GraphBuilder& builder = assembly.start_graph();
  MentionedVertices vertices(builder);
  text::Lines lines(path, content);
  while (lines.next_significant()) {
    const auto values = sif_values(lines.line(), tabs);
    if (values.size() == 2)
      lines.fail("expected 'VERTEX RELATION VERTEX', found " + text::counted(2, "value"));
    const Vertex source = vertices.at(values[0]);
    for (std::size_t i = 2; i < values.size(); ++i) {
      assembly.add_edge(builder, source, vertices.at(values[i]),
                        {.label = values[1], .arc = options.directed});
    }
  }
  if (builder.num_vertices() == 0) throw Error(path, 1, "no graph in this file");
  return assembly.finish("sif");
}

}  // namespace rlminer::io
