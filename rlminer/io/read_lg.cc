// The two dialects of line-oriented labelled graphs.
//
//   lg                            graph
//   t # 0      a graph starts     t 3 2        a graph of 3 vertices and 2 edges starts
//   v ID LABEL                    v ID LABEL [DEGREE]
//   e ID ID [EDGE LABEL]          e ID ID [EDGE LABEL]
//   t # -1     the end (optional)
//
// Some write "t 7 3" for the graph with the number 7 and 3 vertices: when the numbers of the lines
// fit that and not the other, it is what is meant.
//
// An lg file may leave out the first 't' line. Vertices may be declared after the edges that
// mention them.

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/piece_reader.h"

namespace rlminer::io {
namespace {

using text::Fields;
using text::Lines;

class LgReader final : public PieceReader {
 public:
  LgReader(const std::string& path, const ReadOptions& options, bool sized)
      : PieceReader(path, options.keep_relations),
        lines_(path, ""),
        directed_(options.directed),
        sized_(sized) {}

  void read(std::string_view piece) override {
    lines_.go_on(piece);
    while (!ended_ && lines_.next_significant())
      read_line();
    if (ended_ && lines_.next_significant()) lines_.fail("something follows the end mark 't # -1'");
    finish_graph();
  }

 private:
  struct PendingEdge {
    std::string_view u, v;
    std::optional<std::string_view> label;
    std::size_t line;
  };
  struct DeclaredDegree {
    std::size_t line;
    std::int64_t degree;  // -1: none given
  };

  void read_line() {
    const Fields fields = text::split(lines_.line());
    if (fields[0] == "v") {
      read_vertex(fields);
    } else if (fields[0] == "e") {
      read_edge(fields);
    } else if (fields[0] == "t") {
      read_header(fields);
    } else {
      lines_.fail("expected a line that starts with t, v or e, found " + text::shown(fields[0]));
    }
  }

  void read_header(const Fields& fields) {
    finish_graph();
    if (sized_) {
      if (fields.count != 3) lines_.fail("a graph starts with 't VERTICES EDGES'");
      declared_vertices_ = read_count(fields[1], "vertices");
      declared_edges_ = read_count(fields[2], "edges");
      header_line_ = lines_.number();
    } else {
      const bool marked = fields.count >= 2 && fields[1].starts_with('#');
      if (!marked && fields.count > 2) lines_.fail("a graph starts with 't # NUMBER'");
      const std::string_view number = fields.count > 2 ? fields[2] : fields[1];
      if (fields.count > 1 && (number == "-1" || fields[1] == "#-1")) {
        ended_ = true;
        return;
      }
    }
    start_graph();
  }

  std::int64_t read_count(std::string_view token, const char* what) const {
    const auto value = text::to_integer(token);
    if (!value || *value < 0) {
      lines_.fail("expected the number of " + std::string(what) + ", found " + text::shown(token));
    }
    return *value;
  }

  void start_graph() {
    builder_ = &assembly_.start_graph();
    vertex_by_id_ =
        {};  // not clear(): that would sweep the buckets of the largest graph so far every time
    pending_.clear();
    degrees_.clear();
    mentions_.clear();
    edge_lines_ = 0;
  }

  void read_vertex(const Fields& fields) {
    if (builder_ == nullptr) start_without_header();
    if (fields.count < 3) {
      lines_.fail(fields.count < 2 ? "a 'v' line needs an id and a label"
                                   : "vertex " + text::shown(fields[1]) + " has no label");
    }
    if (fields.count > (sized_ ? 4u : 3u)) {
      lines_.fail("a 'v' line has an id" +
                  std::string(sized_ ? ", a label and a degree" : " and a label") + ", found " +
                  text::counted(fields.count - 1, "value"));
    }
    check_id(fields[1]);
    const auto next = static_cast<Vertex>(builder_->num_vertices());
    if (!vertex_by_id_.emplace(fields[1], next).second) {
      lines_.fail("vertex " + text::shown(fields[1]) + " appears twice");
    }
    builder_->add_vertex(std::string(fields[1]), fields[2]);
    if (!sized_) return;
    degrees_.push_back({lines_.number(), fields.count > 3 ? read_degree(fields[3]) : -1});
    mentions_.push_back(0);
  }

  std::int64_t read_degree(std::string_view token) const {
    const auto degree = text::to_integer(token);
    if (!degree || *degree < 0) lines_.fail("expected a degree, found " + text::shown(token));
    return *degree;
  }

  void read_edge(const Fields& fields) {
    if (builder_ == nullptr) start_without_header();
    if (fields.count < 3) lines_.fail("an 'e' line needs two vertices");
    if (fields.count > 4) {
      lines_.fail("an 'e' line has two vertices and a label, found " +
                  text::counted(fields.count - 1, "value"));
    }
    check_id(fields[1]);
    check_id(fields[2]);
    const auto label = fields.count == 4 ? std::optional(fields[3]) : std::nullopt;
    ++edge_lines_;
    const auto u = vertex_by_id_.find(fields[1]);
    const auto v = vertex_by_id_.find(fields[2]);
    if (u == vertex_by_id_.end() || v == vertex_by_id_.end()) {
      pending_.push_back({fields[1], fields[2], label, lines_.number()});
    } else {
      add_edge(u->second, v->second, label);
    }
  }

  void add_edge(Vertex u, Vertex v, const std::optional<std::string_view>& label) {
    assembly_.add_edge(*builder_, u, v, {.label = label, .arc = directed_});
    if (!sized_) return;
    ++mentions_[u];
    ++mentions_[v];
  }

  void check_id(std::string_view id) const {
    if (text::is_negative_number(id)) lines_.fail("vertex id " + text::shown(id) + " is negative");
  }

  void start_without_header() {
    if (sized_) lines_.fail("a graph starts with 't VERTICES EDGES'");
    start_graph();
  }

  void finish_graph() {
    if (builder_ == nullptr) return;
    for (const PendingEdge& edge : pending_) {
      const Vertex u = resolve(edge.u, edge.line);
      add_edge(u, resolve(edge.v, edge.line), edge.label);
    }
    if (sized_) check_sizes();
    builder_ = nullptr;
  }

  Vertex resolve(std::string_view id, std::size_t line) const {
    const auto place = vertex_by_id_.find(id);
    if (place == vertex_by_id_.end()) {
      lines_.fail_at(line, "edge mentions vertex " + text::shown(id) + ", which has no 'v' line");
    }
    return place->second;
  }

  // What a graph file says about its own size tells a truncated or edited file from a whole one.
  void check_sizes() const {
    const auto check = [&](std::int64_t declared, std::size_t found, const char* noun) {
      if (declared == static_cast<std::int64_t>(found)) return;
      lines_.fail_at(header_line_, "the header promises " +
                                       text::counted(static_cast<std::size_t>(declared), noun) +
                                       ", found " + std::to_string(found));
    };
    const auto vertices = static_cast<std::int64_t>(builder_->num_vertices());
    const bool both_fit =
        declared_vertices_ == vertices && declared_edges_ == static_cast<std::int64_t>(edge_lines_);
    if (both_fit || declared_edges_ != vertices) {
      check(declared_vertices_, builder_->num_vertices(), "vertex");
      check(declared_edges_, edge_lines_, "edge");
    }
    for (Vertex v = 0; v < degrees_.size(); ++v) {
      const auto [line, degree] = degrees_[v];
      if (degree < 0 || degree == static_cast<std::int64_t>(mentions_[v])) continue;
      lines_.fail_at(line, "vertex " + text::shown(builder_->id(v)) + " has degree " +
                               std::to_string(mentions_[v]) + ", not " + std::to_string(degree));
    }
  }

  Lines lines_;
  const bool directed_;
  const bool sized_;
  bool ended_ = false;

  // The graph being read.
  graph::GraphBuilder* builder_ = nullptr;
  std::unordered_map<std::string_view, Vertex> vertex_by_id_;
  std::vector<PendingEdge> pending_;  // edges that mention a vertex not declared yet
  std::size_t edge_lines_ = 0;

  // Only for the dialect with sizes.
  std::size_t header_line_ = 0;
  std::int64_t declared_vertices_ = 0;
  std::int64_t declared_edges_ = 0;
  std::vector<DeclaredDegree> degrees_;
  std::vector<std::size_t> mentions_;  // by edge lines; a self-loop mentions its vertex twice
};

bool is_record_type(std::string_view token) {
  return token == "t" || token == "v" || token == "e";
}

// "lg", "graph", or empty when the text is in neither of the two dialects.
// One record looks much like an edge between vertices called "v" and "7"; two in a row are taken
// for records.
std::string recognise_records(std::string_view content) {
  Lines lines("", content);
  if (!lines.next_significant()) return "";
  const Fields first = text::split(lines.line());
  if (!is_record_type(first[0])) return "";
  const bool marked = first.count > 1 && first[1].starts_with('#');
  const bool numbered = first.count > 1 && text::to_integer(first[1]).has_value();
  if (first[0] != "t" && first.count < 3) return "";
  if (lines.next_significant()) {
    if (!is_record_type(text::split(lines.line())[0])) return "";
  } else if (!marked && !numbered) {
    return "";
  }
  return first[0] == "t" && first.count > 2 && !marked ? "graph" : "lg";
}

}  // namespace

bool is_lg(std::string_view content) {
  return recognise_records(content) == "lg";
}

bool is_sized_lg(std::string_view content) {
  return recognise_records(content) == "graph";
}

bool starts_lg_graph(std::string_view line) {
  return text::split(line)[0] == "t";
}

std::unique_ptr<PieceReader> lg_pieces(const std::string& path, const ReadOptions& options) {
  return std::make_unique<LgReader>(path, options, false);
}

std::unique_ptr<PieceReader> sized_lg_pieces(const std::string& path, const ReadOptions& options) {
  return std::make_unique<LgReader>(path, options, true);
}

Collection read_lg(const std::string& path, std::string_view content, const ReadOptions& options) {
  return LgReader(path, options, false).read_all(content, "lg");
}

Collection read_sized_lg(const std::string& path, std::string_view content,
                         const ReadOptions& options) {
  return LgReader(path, options, true).read_all(content, "graph");
}

}  // namespace rlminer::io
