// Adjacency lists, in the four ways they are commonly written.
//
//   colon       0: 1 2          a vertex and its neighbours
//   plain       0 1 2           the same; every neighbour has a line of its own
//   labelled    0 A 1 2         a vertex, its label and its neighbours, each edge in both lines
//   multiline   0 2             a vertex and how many lines follow, with a neighbour in each
//               1
//               2 {'weight': 3}
//
// "plain" and "labelled" look like an edge list with further columns. They are told from one by
// what follows from the definitions: one line for each vertex, and nothing in the lists that has no
// line.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/named_graph.h"

namespace rlminer::io {
namespace {

struct ListLine {
  std::vector<std::string_view> words;
  std::size_t number;
};

enum class ListKind { Colon, Plain, Labelled, Multiline };

std::vector<ListLine> list_lines(std::string_view content, std::size_t most) {
  std::vector<ListLine> result;
  text::Lines lines("", content);
  while (result.size() < most && lines.next_significant())
    result.push_back({text::words(lines.line()), lines.number()});
  return result;
}

// "0:" or "0 :"; commas may separate the neighbours.
bool starts_with_colon(const ListLine& line) {
  const std::string_view first = line.words[0];
  return (first.size() > 1 && first.ends_with(':')) ||
         (line.words.size() > 1 && line.words[1] == ":");
}

bool is_multiline(const std::vector<ListLine>& lines, bool whole) {
  bool any_neighbour = false;
  for (std::size_t i = 0; i < lines.size();) {
    if (lines[i].words.size() != 2) return false;
    const auto count = text::to_integer(lines[i].words[1]);
    if (!count || *count < 0) return false;
    ++i;
    for (std::int64_t j = 0; j < *count; ++j, ++i) {
      if (i == lines.size()) return !whole && any_neighbour;
      const auto& words = lines[i].words;
      if (words.size() > 1 && !words[1].starts_with('{')) return false;
      any_neighbour = true;
    }
  }
  return any_neighbour;
}

using ListRows = std::unordered_map<std::string_view, std::size_t>;

// Whether all words from place `first` on name lines; and whether each pair is in both lines.
struct ListShape {
  bool closed = true;
  bool symmetric = true;
  std::size_t edges = 0;
};

ListShape shape_of(const std::vector<ListLine>& lines, const ListRows& rows, std::size_t first) {
  ListShape shape;
  std::unordered_set<std::uint64_t> pairs;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].words.size() < first) return {false, false, 0};
    for (std::size_t j = first; j < lines[i].words.size(); ++j) {
      const auto row = rows.find(lines[i].words[j]);
      if (row == rows.end()) return {false, false, 0};
      pairs.insert(static_cast<std::uint64_t>(i) << 32 | row->second);
    }
  }
  shape.edges = pairs.size();
  shape.symmetric = std::all_of(pairs.begin(), pairs.end(), [&](std::uint64_t pair) {
    return pairs.contains(pair << 32 | pair >> 32);
  });
  return shape;
}

// Plain or labelled, by a look at all lines, or neither.
std::optional<ListKind> kind_by_shape(const std::vector<ListLine>& lines) {
  constexpr std::size_t kConvincing = 4;  // lines, when all of them are equally long
  ListRows rows;
  bool ragged = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!rows.emplace(lines[i].words[0], i).second) return std::nullopt;
    ragged = ragged || lines[i].words.size() != lines[0].words.size();
  }
  const ListShape labelled = shape_of(lines, rows, 2);
  const ListShape plain = shape_of(lines, rows, 1);
  const bool enough = ragged || lines.size() >= kConvincing;
  if (labelled.closed && labelled.symmetric && labelled.edges > 0 && enough)
    return ListKind::Labelled;
  if (plain.closed && plain.edges > 0 && (ragged || (enough && plain.symmetric)))
    return ListKind::Plain;
  return std::nullopt;
}

std::optional<ListKind> kind_of_lists(std::string_view content) {
  constexpr std::size_t kSample = 200;
  const auto sample = list_lines(content, kSample);
  if (sample.empty()) return std::nullopt;
  const bool whole = sample.size() < kSample;
  if (std::all_of(sample.begin(), sample.end(), starts_with_colon)) return ListKind::Colon;
  if (is_multiline(sample, whole)) return ListKind::Multiline;
  std::unordered_set<std::string_view> first_words;
  bool any_list = false;  // which edges, one or two words in each line, have not
  for (const ListLine& line : sample) {
    if (!first_words.insert(line.words[0]).second) return std::nullopt;
    any_list = any_list || line.words.size() > 2 || line.words.size() != sample[0].words.size();
  }
  if (!any_list) return std::nullopt;
  return kind_by_shape(whole ? sample : list_lines(content, content.size()));
}

class AdjacencyReader {
 public:
  AdjacencyReader(const std::string& path, std::string_view content)
      : lines_(path, content), assembly_(path), builder_(assembly_.start_graph()) {
    // Who insists on adjacency lists has some; which kind is told by the first line.
    const auto known = kind_of_lists(content);
    kind_ = known.value_or(ListKind::Plain);
  }

  Collection read() {
    while (lines_.next_significant())
      read_line();
    finish();
    if (builder_.num_vertices() == 0) lines_.fail_at(1, "no graph in this file");
    return assembly_.finish("adjacency");
  }

 private:
  void read_line() {
    auto words = text::words(lines_.line());
    if (kind_ == ListKind::Multiline) return read_multiline(words);
    std::string_view id = words[0];
    std::size_t next = 1;
    std::string_view label = graph::kUnlabelled;
    if (kind_ == ListKind::Colon) {
      if (id.ends_with(':')) {
        id.remove_suffix(1);
      } else if (words.size() < 2 || words[next++] != ":") {
        lines_.fail("expected 'VERTEX: NEIGHBOUR NEIGHBOUR ...'");
      }
    }
    if (kind_ == ListKind::Labelled) {
      if (words.size() < 2) lines_.fail("vertex " + text::shown(id) + " has no label");
      label = words[next++];
    }
    declare(id, label);
    for (; next < words.size(); ++next) {
      std::string_view neighbour = words[next];
      while (neighbour.ends_with(','))
        neighbour.remove_suffix(1);
      if (!neighbour.empty()) edges_.push_back({id, neighbour, lines_.number()});
    }
  }

  void read_multiline(const std::vector<std::string_view>& words) {
    if (awaited_ > 0) {
      --awaited_;
      edges_.push_back({owner_, words[0], lines_.number()});
      return;
    }
    const auto count = words.size() == 2 ? text::to_integer(words[1]) : std::nullopt;
    if (!count || *count < 0) lines_.fail("expected a vertex and the number of lines that follow");
    owner_ = words[0];
    awaited_ = *count;
    declare(owner_, graph::kUnlabelled);
  }

  void declare(std::string_view id, std::string_view label) {
    const auto next = static_cast<Vertex>(builder_.num_vertices());
    if (!vertex_by_id_.emplace(id, next).second)
      lines_.fail("vertex " + text::shown(id) + " has two lists");
    builder_.add_vertex(std::string(id), label);
  }

  void finish() {
    if (awaited_ > 0) lines_.fail("the file ends in the middle of a list");
    for (const ListedEdge& edge : edges_) {
      const auto next = static_cast<Vertex>(builder_.num_vertices());
      const auto [place, is_new] = vertex_by_id_.emplace(edge.v, next);
      if (is_new && kind_ == ListKind::Labelled) {
        lines_.fail_at(edge.line, "vertex " + text::shown(edge.v) + " has no line of its own");
      }
      if (is_new) builder_.add_vertex(std::string(edge.v));
      builder_.add_edge(vertex_by_id_.at(edge.u), place->second);
    }
  }

  struct ListedEdge {
    std::string_view u, v;
    std::size_t line;
  };

  text::Lines lines_;
  graph::Assembly assembly_;
  graph::GraphBuilder& builder_;
  ListKind kind_;
  std::unordered_map<std::string_view, Vertex> vertex_by_id_;
  std::vector<ListedEdge> edges_;  // added at the end, when all vertices have their numbers
  std::string_view owner_;         // of the list being read, of several lines
  std::int64_t awaited_ = 0;       // lines of it that are still to come
};

}  // namespace

bool is_adjacency(std::string_view content) {
  return kind_of_lists(content).has_value();
}

Collection read_adjacency(const std::string& path, std::string_view content, const ReadOptions&) {
  return AdjacencyReader(path, content).read();
}

}  // namespace rlminer::io
