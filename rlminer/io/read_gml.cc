// GML: nested lists of keys and values.
//
//   graph [
//     node [ id 0 label "C" ]
//     edge [ source 0 target 1 ]
//   ]
//
// The label of a node is its name for many programs: labels that are all different become the ids
// of the vertices, unless the user names the attribute that is the label.

#include <algorithm>
#include <charconv>
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

struct GmlToken {
  enum class Kind { Word, String, Open, Close, End };
  Kind kind = Kind::End;
  std::string_view text;
  std::size_t line = 0;
};

class GmlTokens {
 public:
  GmlTokens(const std::string& path, std::string_view content) : path_(path), content_(content) {}

  GmlToken next() {
    skip_space();
    GmlToken token;
    token.line = line_;
    if (at_ == content_.size()) return token;
    const char c = content_[at_];
    if (c == '[' || c == ']') {
      token.kind = c == '[' ? GmlToken::Kind::Open : GmlToken::Kind::Close;
      token.text = content_.substr(at_++, 1);
    } else if (c == '"') {
      token.kind = GmlToken::Kind::String;
      const std::size_t end = content_.find('"', at_ + 1);
      if (end == std::string_view::npos) fail("a text starts with a quote that never ends");
      token.text = content_.substr(at_ + 1, end - at_ - 1);
      for (const char inside : token.text)
        line_ += inside == '\n' ? 1 : 0;
      at_ = end + 1;
    } else {
      token.kind = GmlToken::Kind::Word;
      const std::size_t end =
          std::min(content_.find_first_of(" \t\r\n\v\f[]\"", at_), content_.size());
      token.text = content_.substr(at_, end - at_);
      at_ = end;
    }
    return token;
  }

  [[noreturn]] void fail(const std::string& reason) const { throw Error(path_, line_, reason); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& reason) const {
    throw Error(path_, line, reason);
  }

 private:
  // Blanks and, from '#' at the start of a line, comments.
  void skip_space() {
    while (at_ < content_.size()) {
      const char c = content_[at_];
      const bool line_start = at_ == 0 || content_[at_ - 1] == '\n';
      if (c == '#' && line_start) {
        at_ = std::min(content_.find('\n', at_), content_.size());
      } else if (c == '\n') {
        ++line_;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
        ++at_;
      } else {
        return;
      }
    }
  }

  std::string path_;
  std::string_view content_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

// The character that an entity such as "amp" or "#233" stands for; false when there is none.
bool append_entity(std::string& text, std::string_view name) {
  static constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"quot", '"'}, {"lt", '<'}, {"gt", '>'}, {"apos", '\''}};
  for (const auto& [known, character] : kNamed) {
    if (name == known) {
      text += character;
      return true;
    }
  }
  if (!name.starts_with('#')) return false;
  std::uint32_t code = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), code);
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (error != std::errc() || end != name.data() + name.size() || code < 0x20 || code > 0x10ffff ||
      surrogate)
    return false;
  text::append_utf8(text, code);
  return true;
}

std::string without_entities(std::string_view spelled) {
  std::string result;
  for (std::size_t i = 0; i < spelled.size(); ++i) {
    const std::size_t end = spelled[i] == '&' ? spelled.find(';', i) : std::string_view::npos;
    if (end != std::string_view::npos &&
        append_entity(result, spelled.substr(i + 1, end - i - 1))) {
      i = end;
    } else {
      result += spelled[i];
    }
  }
  return result;
}

class GmlReader {
 public:
  GmlReader(const std::string& path, std::string_view content, const ReadOptions& options)
      : path_(path),
        tokens_(path, content),
        assembly_(path, options.keep_relations),
        label_(options.label_attribute),
        edge_label_(edge_label_attribute(options)) {}

  Collection read() {
    for (GmlToken key = tokens_.next(); key.kind != GmlToken::Kind::End; key = tokens_.next()) {
      expect_key(key);
      const GmlToken value = tokens_.next();
      if (text::lower(key.text) == "graph" && value.kind == GmlToken::Kind::Open) {
        read_graph();
      } else {
        skip(value);
      }
    }
    if (graphs_.empty()) tokens_.fail_at(1, "no graph in this file");
    name_vertices();
    for (NamedGraph& graph : graphs_) {
      graph.finish(assembly_, [this](std::size_t line, const std::string& reason) {
        tokens_.fail_at(line, reason);
      });
    }
    return assembly_.finish("gml");
  }

 private:
  void name_vertices() {
    label_.report(path_, assembly_);
    if (label_.given()) return give_chosen_labels();
    if (!labels_became_ids(graphs_)) return;
    assembly_.warn("the labels are all different, so they are taken for the names of the vertices" +
                   (label_.others().empty()
                        ? std::string()
                        : "; other attributes: " + text::listed(label_.others())) +
                   " (--label-attribute NAME takes one for the labels)");
  }

  // What GML calls the labels are then names, if they are all different.
  void give_chosen_labels() {
    if (label_.name() != "label") labels_became_ids(graphs_);
    std::size_t next = 0;
    for (NamedGraph& graph : graphs_) {
      for (NamedGraph::NamedVertex& vertex : graph.vertices) {
        std::optional<std::string>& label = chosen_labels_[next++];
        vertex.has_label = label.has_value();
        vertex.label = std::move(label).value_or("");
      }
    }
  }

  void expect_key(const GmlToken& token) const {
    if (token.kind != GmlToken::Kind::Word)
      tokens_.fail_at(token.line, "expected a key, found " + text::shown(token.text));
  }

  void skip(const GmlToken& value) {
    if (value.kind == GmlToken::Kind::Close || value.kind == GmlToken::Kind::End)
      tokens_.fail_at(value.line, "a key has no value");
    if (value.kind != GmlToken::Kind::Open) return;
    for (std::size_t depth = 1; depth > 0;) {
      const GmlToken token = tokens_.next();
      if (token.kind == GmlToken::Kind::End) fail_open();
      if (token.kind == GmlToken::Kind::Open) ++depth;
      if (token.kind == GmlToken::Kind::Close) --depth;
    }
  }

  [[noreturn]] void fail_open() const {
    tokens_.fail("the file ends before a list does: ']' is missing");
  }

  // Calls use(key, value) for every pair until the list that is open ends.
  template <typename Use>
  void for_each_pair(Use&& use) {
    for (;;) {
      const GmlToken key = tokens_.next();
      if (key.kind == GmlToken::Kind::End) fail_open();
      if (key.kind == GmlToken::Kind::Close) return;
      expect_key(key);
      use(text::lower(key.text), key, tokens_.next());
    }
  }

  void read_graph() {
    graphs_.emplace_back();
    for_each_pair([this](const std::string& key, const GmlToken& at, const GmlToken& value) {
      const bool list = value.kind == GmlToken::Kind::Open;
      if (key == "node" && list) {
        read_node(at.line);
      } else if (key == "edge" && list) {
        read_edge(at.line);
      } else {
        if (key == "directed" && value.text == "1") graphs_.back().directed = true;
        skip(value);
      }
    });
  }

  void read_node(std::size_t line) {
    NamedGraph::NamedVertex vertex{"", "", false, line};
    bool has_id = false;
    std::optional<std::string> chosen;
    for_each_pair([&](const std::string& key, const GmlToken& at, const GmlToken& value) {
      const bool list = value.kind == GmlToken::Kind::Open;
      skip(value);
      if (list) return;
      if (key == "id") {
        vertex.id = std::string(value.text);
        has_id = true;
        return;
      }
      if (label_.is(std::string(at.text)) && label_.given()) chosen = without_entities(value.text);
      if (key == "label") {
        vertex.label = without_entities(value.text);
        vertex.has_label = true;
      }
    });
    if (label_.given()) chosen_labels_.push_back(std::move(chosen));
    if (!has_id) tokens_.fail_at(line, "a node has no 'id'");
    graphs_.back().vertices.push_back(std::move(vertex));
  }

  void read_edge(std::size_t line) {
    NamedGraph::NamedEdge edge{"", "", line};
    for_each_pair([&](const std::string& key, const GmlToken& at, const GmlToken& value) {
      const bool list = value.kind == GmlToken::Kind::Open;
      skip(value);
      if (list) return;
      if (key == "source") edge.u = std::string(value.text);
      if (key == "target") edge.v = std::string(value.text);
      if (at.text == edge_label_) edge.label = without_entities(value.text);
    });
    if (edge.u.empty()) tokens_.fail_at(line, "an edge has no 'source'");
    if (edge.v.empty()) tokens_.fail_at(line, "an edge has no 'target'");
    graphs_.back().edges.push_back(std::move(edge));
  }

  std::string path_;
  GmlTokens tokens_;
  graph::Assembly assembly_;
  LabelAttribute label_;
  std::string edge_label_;  // attribute of edges
  std::vector<NamedGraph> graphs_;
  std::vector<std::optional<std::string>> chosen_labels_;  // by the user, of all vertices
};

}  // namespace

// "graph [", perhaps after lines about who wrote it. "graph" may also name a vertex of an edge
// list, so the bracket must follow.
bool is_gml(std::string_view content) {
  text::Lines lines("", content);
  for (int i = 0; i < 20 && lines.next_significant(); ++i) {
    const text::Fields fields = text::split(lines.line());
    const std::string word = text::lower(fields[0]);
    if (word == "graph[") return true;
    if (word == "graph") {
      return fields[1].starts_with('[') || (fields.count == 1 && lines.next_significant() &&
                                            text::trim(lines.line()).starts_with('['));
    }
    if (word != "creator" && word != "version" && word != "comment" && word != "directed") break;
  }
  return false;
}

Collection read_gml(const std::string& path, std::string_view content, const ReadOptions& options) {
  return GmlReader(path, content, options).read();
}

}  // namespace rlminer::io
