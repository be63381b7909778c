// JSON in three dialects, which differ in names and can be read by one reader. IDs and labels are
// strings or whole numbers; 7 and "7" are the same id. Unknown keys are ignored.
//
//   ours        {"graphs": [{"vertices": [{"id": ID, "label": LABEL}, ...], "edges": [[ID, ID],
//               ...]}, ...]}, or one such graph alone
//   node-link   {"nodes": [{"id": ID, ...}, ...], "links": [{"source": ID, "target": ID}, ...]}, as
//               networkx and D3 have it; also "edges" for "links"; without ids, the links give
//               places in the list of nodes
//   Cytoscape   {"elements": {"nodes": [{"data": {"id": ID, ...}}, ...],
//                             "edges": [{"data": {"source": ID, "target": ID}}, ...]}}, or one list
//
// The parser reports values one after another; a stack of what is open says what each value is for.
// The parser pulls characters through an iterator of ours, so its place in the text is known when a
// value does not fit.

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
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

// An Element is what has the keys of a vertex or of an edge; an Edge is a pair of ids.
enum class Scope {
  Root,
  Graphs,
  Graph,
  Vertices,
  Edges,
  Elements,
  Element,
  Data,
  Edge,
  EdgeLabels,
  Ignored
};

// Receives the values in the shape nlohmann's parser calls for.
class JsonReader final : public nlohmann::json_sax<json> {
 public:
  JsonReader(std::string path, std::string_view content, const ReadOptions& options)
      : path_(std::move(path)),
        content_(content),
        assembly_(path_, options.keep_relations),
        label_(options.label_attribute),
        edge_label_(edge_label_attribute(options)) {}

  Collection read() {
    const TrackingIterator begin(content_.data(), &consumed_);
    const TrackingIterator end(content_.data() + content_.size(), &consumed_);
    json::sax_parse(begin, end, this);
    if (assembly_.num_graphs() == 0) fail("neither 'graphs' nor 'vertices' in this file");
    label_.report(path_, assembly_);
    return assembly_.finish("json");
  }

  bool null() override { return scalar(nullptr); }
  bool boolean(bool value) override {
    if (value && key_ == "directed" && in_graph()) graph_.directed = true;
    std::string written = value ? "true" : "false";
    return scalar(is_other_label() ? &written : nullptr);
  }
  bool number_integer(number_integer_t value) override { return number(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& written) override {
    // A whole number too large for 64 bits arrives here too, and is a fine id.
    const bool whole = written.find_first_not_of("-0123456789") == std::string::npos;
    return whole || is_other_label() ? number(written) : scalar(nullptr);
  }
  bool string(string_t& value) override { return scalar(&value); }
  bool binary(binary_t&) override { return false; }  // never called: JSON text holds none

  bool start_object(std::size_t) override {
    if (scopes_.empty()) return push(Scope::Root);
    if (top() == Scope::Element && key_ == "data") return push(Scope::Data);
    if (top() == Scope::Root && key_ == "elements") {
      has_own_graph_ = true;
      return push(Scope::Graph);
    }
    if (is_ignored()) return push(Scope::Ignored);
    if (top() == Scope::Graphs) return push(Scope::Graph);
    if (top() != Scope::Vertices && top() != Scope::Edges && top() != Scope::Elements)
      fail_expected();
    element_ = {};
    element_.vertex.place = consumed_;
    return push(Scope::Element);
  }

  bool end_object() override {
    const Scope scope = pop();
    if (scope == Scope::Element) {
      finish_element();
    } else if ((scope == Scope::Graph && top() == Scope::Graphs) ||
               (scope == Scope::Root && has_own_graph_)) {
      finish_graph();
    }
    return true;
  }

  bool start_array(std::size_t) override {
    if (key_ == "adjacency" && in_graph() && node_link_)
      fail("an adjacency list in JSON is not read: networkx.node_link_data writes what is");
    if (is_ignored()) return push(Scope::Ignored);
    if (top() == Scope::Edges) {
      ends_.clear();
      return push(Scope::Edge);
    }
    if (!in_graph()) fail_expected();
    if (key_ == "elements") {
      has_own_graph_ = true;
      return push(Scope::Elements);
    }
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
    if (key_ == "edge_labels") return push(Scope::EdgeLabels);
    node_link_ = node_link_ || key_ == "nodes";
    return push(key_ == "vertices" || key_ == "nodes" ? Scope::Vertices : Scope::Edges);
  }

  bool end_array() override {
    if (pop() == Scope::Edge) {
      if (ends_.size() != 2)
        fail("an edge is [ID, ID], found " + text::counted(ends_.size(), "value"));
      graph_.edges.push_back(
          {.u = std::move(ends_[0]), .v = std::move(ends_[1]), .place = consumed_});
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
  bool in_element() const { return top() == Scope::Element || top() == Scope::Data; }
  bool in_edge() const { return scopes_of_element() == Scope::Edges; }
  // The list that the element being read is in.
  Scope scopes_of_element() const {
    const std::size_t depth = scopes_.size() - (top() == Scope::Data ? 2 : 1);
    return depth == 0 ? Scope::Root : scopes_[depth - 1];
  }
  // Whether the value to come is a label that the user has chosen: it may be any value.
  bool is_other_label() const {
    return in_element() && !in_edge() && label_.given() && key_ == label_.name();
  }
  // Whether the value to come belongs to a key that is none of ours.
  bool is_ignored() const {
    if (top() == Scope::Ignored) return true;
    if (in_element())
      return !is_end_key() && (in_edge() || (key_ != "id" && key_ != label_.name()));
    if (!in_graph()) return false;
    return key_ != "vertices" && key_ != "edges" && key_ != "nodes" && key_ != "links" &&
           key_ != "edge_labels" &&
           !((key_ == "graphs" || key_ == "elements") && top() == Scope::Root);
  }
  bool is_end_key() const {
    const Scope list = scopes_of_element();
    return (key_ == "source" || key_ == "target") &&
           (list == Scope::Edges || list == Scope::Elements);
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
    if (in_element() && !in_edge() && key_ != "id" && !is_end_key()) label_.is(key_);
    if (top() == Scope::EdgeLabels) {
      if (value == nullptr) fail("edge labels are strings or whole numbers");
      edge_labels_.push_back(std::move(*value));
      return true;
    }
    if (in_element() && key_ == edge_label_ && value != nullptr) element_.edge_label = *value;
    if (is_ignored()) return true;
    if (!in_element() && top() != Scope::Edge) fail_expected();
    if (value == nullptr) fail("ids and labels are strings or whole numbers");
    if (top() == Scope::Edge) {
      if (ends_.size() < 3) ends_.push_back(std::move(*value));
    } else if (is_end_key()) {
      (key_ == "source" ? element_.source : element_.target) = std::move(*value);
    } else if (key_ == "id") {
      element_.vertex.id = std::move(*value);
      element_.has_id = true;
    } else {
      element_.vertex.label = std::move(*value);
      element_.vertex.has_label = true;
    }
    return true;
  }

  void finish_element() {
    const Scope list = top();
    const bool edge = element_.source.has_value() || element_.target.has_value();
    if (list == Scope::Edges || (list == Scope::Elements && edge)) {
      if (!element_.source) fail("an edge has no 'source'");
      if (!element_.target) fail("an edge has no 'target'");
      graph_.edges.push_back({.u = std::move(*element_.source),
                              .v = std::move(*element_.target),
                              .place = consumed_,
                              .label = std::move(element_.edge_label)});
      return;
    }
    // D3 does without ids: the links then give places.
    if (!element_.has_id && node_link_ && graph_.vertices.size() == numbered_) {
      element_.vertex.id = std::to_string(numbered_++);
    } else if (!element_.has_id || numbered_ > 0) {
      fail("a vertex has no 'id'");
    }
    graph_.vertices.push_back(std::move(element_.vertex));
  }

  void finish_graph() {
    if (!edge_labels_.empty()) give_edge_labels();
    graph_.finish(assembly_, [this](std::size_t place, const std::string& reason) {
      throw Error(path_, line_before(place), reason);
    });
    numbered_ = 0;
  }

  // Those of a list beside the edges.
  void give_edge_labels() {
    if (edge_labels_.size() != graph_.edges.size()) {
      fail(text::counted(graph_.edges.size(), "edge") + ", but " +
           text::counted(edge_labels_.size(), "edge label"));
    }
    for (std::size_t i = 0; i < edge_labels_.size(); ++i)
      graph_.edges[i].label = std::move(edge_labels_[i]);
    edge_labels_.clear();
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
      case Scope::Element:
      case Scope::Data:
        fail("'" + text::shown(key_) + "' is a string or a whole number");
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
  bool node_link_ = false;
  LabelAttribute label_;
  std::string edge_label_;  // attribute of edges
  NamedGraph graph_;
  std::size_t numbered_ = 0;  // vertices of the graph that have a number for want of an id
  struct {
    NamedGraph::NamedVertex vertex;
    bool has_id = false;
    std::optional<std::string> source;
    std::optional<std::string> target;
    std::optional<std::string> edge_label;
  } element_;                      // being read
  std::vector<std::string> ends_;  // of the edge being read
  std::vector<std::string> edge_labels_;
};

}  // namespace

bool is_json(std::string_view content) {
  const std::size_t start = content.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && (content[start] == '{' || content[start] == '[');
}

Collection read_json(const std::string& path, std::string_view content,
                     const ReadOptions& options) {
  return JsonReader(path, content, options).read();
}

}  // namespace rlminer::io
