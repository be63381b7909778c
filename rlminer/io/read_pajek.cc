// Pajek networks: "*Vertices N", lines with the number and the name of a vertex, then "*Edges" or
// "*Arcs" with two numbers per line, "*Edgeslist" or "*Arcslist" with a vertex and its neighbours,
// or
// "*Matrix". A second "*Vertices" or "*Network" starts another graph. Names that are all different
// are the ids of the vertices; names that repeat are labels.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/io/io.h"
#include "rlminer/io/named_graph.h"

namespace rlminer::io {
namespace {

class PajekReader {
 public:
  PajekReader(const std::string& path, std::string_view content, const ReadOptions& options)
      : lines_(path, content),
        assembly_(path, options.keep_relations),
        announced_(content.size()),
        names_are_labels_(!options.label_attribute.empty()) {}

  Collection read() {
    while (lines_.next_significant()) {
      const std::string_view line = text::trim(lines_.line());
      if (line.starts_with('*')) {
        start_section(line);
      } else {
        read_line(line);
      }
    }
    if (graphs_.empty()) lines_.fail_at(1, "no '*Vertices' in this file");
    const bool any_name = give_names();
    if (any_name && !names_are_labels_ && !labels_became_ids(graphs_)) {
      assembly_.warn("the names of the vertices repeat, so they are taken for labels");
    }
    for (NamedGraph& graph : graphs_) {
      graph.finish(assembly_, [this](std::size_t line, const std::string& reason) {
        lines_.fail_at(line, reason);
      });
    }
    return assembly_.finish("pajek");
  }

 private:
  enum class Section { None, Vertices, Pairs, Lists, Matrix, Ignored };

  void start_section(std::string_view line) {
    const text::Fields fields = text::split(line);
    const std::string name = text::lower(fields[0]);
    if (name == "*vertices") {
      start_graph(fields[1]);
      section_ = Section::Vertices;
    } else if (name == "*network") {
      section_ = Section::None;
    } else if (name == "*edges" || name == "*arcs") {
      section_ = Section::Pairs;
    } else if (name == "*edgeslist" || name == "*arcslist") {
      section_ = Section::Lists;
    } else if (name == "*matrix") {
      section_ = Section::Matrix;
      row_ = 0;
    } else if (name == "*partition" || name == "*vector" || name == "*permutation" ||
               name == "*cluster" || name == "*hierarchy") {
      lines_.fail("a project of several objects: only networks are read (" +
                  text::shown(fields[0]) + " is none)");
    } else {
      lines_.fail("unknown section " + text::shown(fields[0]));
    }
    if (section_ != Section::None && graphs_.empty())
      lines_.fail(text::shown(fields[0]) + " before '*Vertices'");
    arcs_ = name.starts_with("*arcs");
  }

  void start_graph(std::string_view token) {
    const auto vertices = text::to_integer(token);
    if (!vertices || *vertices < 0 || !announced_.accept(static_cast<std::uint64_t>(*vertices)))
      lines_.fail("expected the number of vertices, found '" + text::shown(token) + "'");
    NamedGraph& graph = graphs_.emplace_back();
    for (std::int64_t v = 1; v <= *vertices; ++v)
      graph.vertices.push_back({std::to_string(v), "", false, lines_.number()});
  }

  void read_line(std::string_view line) {
    switch (section_) {
      case Section::Vertices:
        return read_vertex(line);
      case Section::Pairs:
      case Section::Lists:
        return read_edges_of(text::words(line));
      case Section::Matrix:
        return read_matrix_row(text::words(line));
      default:
        lines_.fail("expected '*Vertices', found " + text::shown(line));
    }
  }

  void read_vertex(std::string_view line) {
    const text::Fields fields = text::split(line);
    NamedGraph::NamedVertex& vertex = graphs_.back().vertices[place(fields[0])];
    if (vertex.has_label) lines_.fail("vertex " + text::shown(fields[0]) + " appears twice");
    std::string_view rest = line;
    rest.remove_prefix(fields[0].size());
    rest = text::trim(rest);
    if (rest.empty()) return;
    std::string_view name = fields[1];
    if (rest.starts_with('"')) {
      const std::size_t end = rest.find('"', 1);
      if (end == std::string_view::npos) lines_.fail("a name starts with a quote that never ends");
      name = rest.substr(1, end - 1);
    }
    vertex.label = std::string(name);
    vertex.has_label = true;
    vertex.place = lines_.number();
  }

  void read_edges_of(const std::vector<std::string_view>& words) {
    if (words.size() < 2) lines_.fail("an edge needs two vertices");
    const std::string u = std::to_string(place(words[0]) + 1);
    const std::size_t last = section_ == Section::Pairs ? 2 : words.size();
    const std::optional<std::string> label = edge_label(words);
    for (std::size_t i = 1; i < last; ++i) {
      std::string v = std::to_string(place(words[i]) + 1);
      // Lists mark the ends of arcs against the direction by a minus sign.
      const bool back = words[i].starts_with('-');
      graphs_.back().edges.push_back({.u = back ? v : u,
                                      .v = back ? u : v,
                                      .place = lines_.number(),
                                      .label = label,
                                      .arc = arcs_});
    }
  }

  // The name behind 'l', as in '1 2 1 l "likes"'.
  static std::optional<std::string> edge_label(const std::vector<std::string_view>& words) {
    const auto mark = std::ranges::find(words, "l");
    if (mark == words.end() || mark + 1 == words.end()) return std::nullopt;
    std::string_view name = *(mark + 1);
    if (name.size() > 1 && name.starts_with('"') && name.ends_with('"'))
      name = name.substr(1, name.size() - 2);
    return std::string(name);
  }

  void read_matrix_row(const std::vector<std::string_view>& words) {
    const std::size_t vertices = graphs_.back().vertices.size();
    if (row_ == vertices) lines_.fail("more rows than vertices");
    if (words.size() != vertices)
      lines_.fail("expected " + text::counted(vertices, "number") + ", found " +
                  std::to_string(words.size()));
    ++row_;
    for (std::size_t i = 0; i < vertices; ++i) {
      if (!text::is_number(words[i]))
        lines_.fail("expected a number, found " + text::shown(words[i]));
      if (text::is_zero(words[i])) continue;
      graphs_.back().edges.push_back({.u = std::to_string(row_),
                                      .v = std::to_string(i + 1),
                                      .place = lines_.number(),
                                      .arc = assembly_.keeps_relations()});
    }
  }

  std::size_t place(std::string_view token) const {
    const auto vertices = static_cast<std::int64_t>(graphs_.back().vertices.size());
    const std::int64_t number = text::to_integer(token).value_or(0);
    if (number == 0 || number > vertices || number < -vertices) {
      lines_.fail("expected a vertex from 1 to " + std::to_string(vertices) + ", found " +
                  text::shown(token));
    }
    return static_cast<std::size_t>(number < 0 ? -number : number) - 1;
  }

  // Where some vertices have names, the others are named by their numbers.
  bool give_names() {
    bool any = false;
    for (const NamedGraph& graph : graphs_) {
      for (const auto& vertex : graph.vertices)
        any = any || vertex.has_label;
    }
    for (NamedGraph& graph : graphs_) {
      for (auto& vertex : graph.vertices) {
        if (!any || vertex.has_label) continue;
        vertex.label = vertex.id;
        vertex.has_label = true;
      }
    }
    return any;
  }

  text::Lines lines_;
  graph::Assembly assembly_;
  AnnouncedVertices announced_;
  bool names_are_labels_;
  Section section_ = Section::None;
  bool arcs_ = false;
  std::size_t row_ = 0;  // of the matrix, how many are read
  std::vector<NamedGraph> graphs_;
};

}  // namespace

bool is_pajek(std::string_view content) {
  text::Lines lines("", content);
  if (!lines.next_significant()) return false;
  const std::string word = text::lower(text::split(lines.line())[0]);
  return word == "*vertices" || word == "*network";
}

Collection read_pajek(const std::string& path, std::string_view content,
                      const ReadOptions& options) {
  return PajekReader(path, content, options).read();
}

}  // namespace rlminer::io
