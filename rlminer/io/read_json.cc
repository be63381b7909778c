// Our own JSON: {"graphs": [{"vertices": [{"id": ID, "label": LABEL}, ...], "edges": [[ID, ID],
// ...]}, ...]}, or one such graph alone. IDs and labels are strings or whole numbers; 7 and "7" are
// the same id. Unknown keys are ignored.
//
// The parser reports values one after another; a stack of what is open says what each value is for.
// The parser pulls characters through an iterator of ours, so its place in the text is known when a
// value does not fit.

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/builder.h"
#include "rlminer/io/io.h"
#include "rlminer/io/named_graph.h"

namespace rlminer::io {
namespace {

using nlohmann::json;

// An iterator over the text that keeps count of the characters read, for all copies of it.
class TrackingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
  reference operator*() const { return *at_; }
  TrackingIterator& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  TrackingIterator operator++(int) {
    const TrackingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackingIterator& a, const TrackingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const TrackingIterator& a, const TrackingIterator& b) {
    return a.at_ != b.at_;
  }

 private:
  const char* at_;
  std::size_t* consumed_;
};

enum class Scope { Root, Graphs, Graph, Vertices, Vertex, Edges, Edge, Ignored };

// Receives the values in the shape nlohmann's parser calls for.
class JsonReader final : public nlohmann::json_sax<json> {
 public:
  JsonReader(std::string path, std::string_view content)
      : path_(std::move(path)), content_(content), assembly_(path_) {}

  Collection read() {
    const TrackingIterator begin(content_.data(), &consumed_);
    const TrackingIterator end(content_.data() + content_.size(), &consumed_);
    json::sax_parse(begin, end, this);
    if (assembly_.num_graphs() == 0) fail("neither 'graphs' nor 'vertices' in this file");
    return assembly_.finish("json");
  }

  bool null() override { return scalar(nullptr); }
  bool boolean(bool) override { return scalar(nullptr); }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& written) override {
    // A whole number too large for 64 bits arrives here too, and is a fine id.
    const bool whole = written.find_first_not_of("-0123456789") == std::string::npos;
    return whole ? number(written) : scalar(nullptr);
  }
  bool string(string_t& value) override { return scalar(&value); }
  bool binary(binary_t&) override { return false; }  // never called: JSON text holds none

  bool start_object(std::size_t) override {
    if (scopes_.empty()) return push(Scope::Root);
    if (is_ignored()) return push(Scope::Ignored);
    if (top() == Scope::Graphs) return push(Scope::Graph);
    if (top() != Scope::Vertices) fail_expected();
    vertex_ = {"", "", false, consumed_};
    has_id_ = false;
    return push(Scope::Vertex);
  }

  bool end_object() override {
    const Scope scope = pop();
    if (scope == Scope::Vertex) {
      if (!has_id_) fail("a vertex has no 'id'");
      graph_.vertices.push_back(std::move(vertex_));
    } else if (scope == Scope::Graph || (scope == Scope::Root && has_own_graph_)) {
      finish_graph();
    }
    return true;
  }

  bool start_array(std::size_t) override {
    if (is_ignored()) return push(Scope::Ignored);
    if (top() == Scope::Edges) {
      ends_.clear();
      return push(Scope::Edge);
    }
    if (!in_graph()) fail_expected();
    if (key_ == "graphs" && top() == Scope::Root) {
      if (has_graphs_ || has_own_graph_)
        fail("'graphs' beside another list of vertices, edges or graphs");
      has_graphs_ = true;
      return push(Scope::Graphs);
    }
    if (top() == Scope::Root) {
      if (has_graphs_) fail("'" + key_ + "' beside 'graphs'");
      has_own_graph_ = true;
    }
    return push(key_ == "vertices" ? Scope::Vertices : Scope::Edges);
  }

  bool end_array() override {
    if (pop() == Scope::Edge) {
      if (ends_.size() != 2)
        fail("an edge is [ID, ID], found " + text::counted(ends_.size(), "value"));
      graph_.edges.push_back({std::move(ends_[0]), std::move(ends_[1]), consumed_});
    }
    return true;
  }

  bool key(string_t& name) override {
    key_ = name;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const json::exception& error) override {
    // The message reads "[json.exception...] parse error at line 1, column 2: what - more; last
    // read: ..."
    std::string reason = error.what();
    const std::size_t start = reason.find(": ");
    if (start != std::string::npos) reason.erase(0, start + 2);
    // What was read last may be as long as the file.
    reason.erase(std::min(reason.find("; last read: "), reason.size()));
    // Its position counts the character it choked on as read.
    throw Error(path_, text::line_of(content_, position == 0 ? 0 : position - 1),
                "bad JSON: " + one_line(std::move(reason)));
  }

 private:
  static std::string one_line(std::string reason) {
    for (char& c : reason) {
      if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    }
    return reason;
  }

  Scope top() const { return scopes_.empty() ? Scope::Root : scopes_.back(); }
  bool in_graph() const {
    return !scopes_.empty() && (top() == Scope::Root || top() == Scope::Graph);
  }
  // Whether the value to come belongs to a key that is none of ours.
  bool is_ignored() const {
    if (top() == Scope::Ignored) return true;
    if (top() == Scope::Vertex) return key_ != "id" && key_ != "label";
    if (!in_graph()) return false;
    return key_ != "vertices" && key_ != "edges" && !(key_ == "graphs" && top() == Scope::Root);
  }
  bool push(Scope scope) {
    scopes_.push_back(scope);
    return true;
  }
  Scope pop() {
    const Scope scope = scopes_.back();
    scopes_.pop_back();
    return scope;
  }

  bool number(std::string digits) { return scalar(&digits); }

  // A value that is no list and no object; nothing to read (null, true, 1.5) is a null pointer.
  bool scalar(std::string* value) {
    if (is_ignored()) return true;
    const Scope scope = top();
    if (scope != Scope::Vertex && scope != Scope::Edge) fail_expected();
    if (value == nullptr) fail("ids and labels are strings or whole numbers");
    if (scope == Scope::Edge) {
      if (ends_.size() < 3) ends_.push_back(std::move(*value));
    } else if (key_ == "id") {
      vertex_.id = std::move(*value);
      has_id_ = true;
    } else {
      vertex_.label = std::move(*value);
      vertex_.has_label = true;
    }
    return true;
  }

  void finish_graph() {
    graph_.finish(assembly_.start_graph(), [this](std::size_t place, const std::string& reason) {
      throw Error(path_, line_before(place), reason);
    });
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw Error(path_, line_before(consumed_), reason);
  }
  [[noreturn]] void fail_expected() const {
    switch (top()) {
      case Scope::Graphs:
        fail("expected a graph: {\"vertices\": [...], \"edges\": [...]}");
      case Scope::Vertices:
        fail("expected a vertex: {\"id\": ..., \"label\": ...}");
      case Scope::Vertex:
        fail("'" + text::shown(key_) + "' of a vertex is a string or a whole number");
      case Scope::Edges:
      case Scope::Edge:
        fail("expected an edge: [ID, ID]");
      default:
        break;
    }
    if (scopes_.empty()) fail("expected an object: {\"vertices\": [...], \"edges\": [...]}");
    fail("'" + text::shown(key_) + "' must be a list");
  }

  // The line of the value just read. After a number the parser has looked one character further.
  std::size_t line_before(std::size_t consumed) const {
    return text::line_of(content_, consumed == 0 ? 0 : consumed - 1);
  }

  std::string path_;
  std::string_view content_;
  std::size_t consumed_ = 0;
  graph::Assembly assembly_;
  std::vector<Scope> scopes_;
  std::string key_;  // the last key read
  bool has_graphs_ = false;
  bool has_own_graph_ = false;
  NamedGraph graph_;
  NamedGraph::NamedVertex vertex_;
  bool has_id_ = false;
  std::vector<std::string> ends_;  // of the edge being read
};

}  // namespace

bool is_json(std::string_view content) {
  const std::size_t start = content.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && (content[start] == '{' || content[start] == '[');
}

Collection read_json(const std::string& path, std::string_view content, const ReadOptions&) {
  return JsonReader(path, content).read();
}

}  // namespace rlminer::io
