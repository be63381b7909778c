// GraphML through expat. Read: key (to find the node attribute that is the label), graph, node,
// edge, data, default and, without such an attribute, the y:NodeLabel of yEd. Several graphs in one
// file are a collection. Everything else is passed over,
// except what would change the graph (nested graphs, hyperedges), which is refused.

#include "rlminer/io/io.h"

#ifdef RLMINER_EXPAT

#include <algorithm>
#include <exception>
#include <expat.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rlminer/base/text.h"
#include "rlminer/graph/assembly.h"
#include "rlminer/io/named_graph.h"

namespace rlminer::io {
namespace {

struct FreeParser {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

// The name without its namespace prefix.
std::string_view local_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::optional<std::string> attribute(const XML_Char** attributes, std::string_view name) {
  for (; *attributes != nullptr; attributes += 2) {
    if (name == attributes[0]) return std::string(attributes[1]);
  }
  return std::nullopt;
}

class GraphmlReader {
 public:
  GraphmlReader(std::string path, std::string_view content, const ReadOptions& options)
      : path_(std::move(path)),
        content_(content),
        assembly_(path_, options.keep_relations),
        label_(options.label_attribute),
        edge_label_(edge_label_attribute(options)),
        parser_(XML_ParserCreate(nullptr)) {
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const XML_Char* name, const XML_Char** attributes) {
          guarded(self, [&](GraphmlReader& reader) { reader.open(local_name(name), attributes); });
        },
        [](void* self, const XML_Char* name) {
          guarded(self, [&](GraphmlReader& reader) { reader.close(local_name(name)); });
        });
    XML_SetCharacterDataHandler(parser_.get(), [](void* self, const XML_Char* data, int size) {
      guarded(self, [&](GraphmlReader& reader) {
        if (reader.text_) reader.text_->append(data, static_cast<std::size_t>(size));
      });
    });
    // What stands in another file would otherwise be nothing at all.
    XML_SetExternalEntityRefHandler(
        parser_.get(),
        [](XML_Parser parser, const XML_Char*, const XML_Char*, const XML_Char*, const XML_Char*) {
          guarded(XML_GetUserData(parser), [&](GraphmlReader& reader) {
            reader.fail("an entity that is in another file is not read");
          });
          return static_cast<int>(XML_STATUS_ERROR);
        });
    XML_SetSkippedEntityHandler(parser_.get(), [](void* self, const XML_Char* name, int) {
      guarded(self, [&](GraphmlReader& reader) {
        reader.fail("the entity &" + text::shown(name) + "; is not declared in this file");
      });
    });
  }

  Collection read() {
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    std::string_view rest = content_;
    do {
      const std::size_t size = std::min(rest.size(), kChunk);
      const bool last = size == rest.size();
      const auto status =
          XML_Parse(parser_.get(), rest.data(), static_cast<int>(size), last ? 1 : 0);
      if (failure_) std::rethrow_exception(failure_);
      if (status != XML_STATUS_OK) {
        fail(std::string("bad XML: ") + XML_ErrorString(XML_GetErrorCode(parser_.get())));
      }
      rest.remove_prefix(size);
    } while (!rest.empty());
    if (graphs_.empty()) fail_at(1, "no <graph> in this file");
    choose_labels();
    for (NamedGraph& graph : graphs_) {
      graph.finish(assembly_,
                   [this](std::size_t line, const std::string& reason) { fail_at(line, reason); });
    }
    return assembly_.finish("graphml");
  }

 private:
  // Exceptions must not cross expat, which is C: they wait here until it has returned.
  template <typename Action>
  static void guarded(void* self, Action&& action) {
    auto& reader = *static_cast<GraphmlReader*>(self);
    if (reader.failure_) return;
    try {
      action(reader);
    } catch (...) {
      reader.failure_ = std::current_exception();
      XML_StopParser(reader.parser_.get(), XML_FALSE);
    }
  }

  // Without the attribute, yEd's labels are taken: those that are all different for names.
  void choose_labels() {
    if (!label_key_.empty() || !any_drawn_label_ || label_.given())
      return label_.report(path_, assembly_);
    for (NamedGraph& graph : graphs_) {
      for (NamedGraph::NamedVertex& vertex : graph.vertices)
        vertex.has_label = true;
    }
    assembly_.warn(labels_became_ids(graphs_)
                       ? "the y:NodeLabel of all vertices differ, so they are taken for their names"
                       : "the labels are those that yEd draws (y:NodeLabel)");
  }

  void open(std::string_view name, const XML_Char** attributes) {
    if (depth_++ == 0 && name != "graphml") {
      fail("XML, but not GraphML: it starts with <" + text::shown(name) + ">" +
           (name == "gexf" ? " (Gephi and networkx write GraphML as well)" : ""));
    }
    if (name == "key") {
      open_key(attributes);
    } else if (name == "graph") {
      if (in_graph_) fail("a graph inside a graph is not supported");
      in_graph_ = true;
      graphs_.emplace_back();
      graphs_.back().directed = attribute(attributes, "edgedefault") == "directed";
    } else if (name == "node") {
      open_node(attributes);
    } else if (name == "edge") {
      open_edge(attributes);
    } else if (name == "hyperedge") {
      fail("hyperedges are not supported");
    } else if (starts_label(name, attributes)) {
      text_.emplace();
    }
  }

  // Whether the text of the element is a label, or the one of vertices that say nothing else.
  bool starts_label(std::string_view name, const XML_Char** attributes) const {
    if (name == "default") return in_label_key_;
    if (in_edge_)
      return !edge_key_.empty() && name == "data" && attribute(attributes, "key") == edge_key_;
    if (!in_node_) return false;
    if (label_key_.empty()) return name == "NodeLabel" && !text_;
    return name == "data" && attribute(attributes, "key") == label_key_;
  }

  void close(std::string_view name) {
    --depth_;
    if (name == "data" && text_ && in_edge_) {
      graphs_.back().edges.back().label = std::move(*text_);
      text_.reset();
    } else if (name == "data" && text_ && in_node_) {
      graphs_.back().vertices.back().label = std::move(*text_);
      graphs_.back().vertices.back().has_label = true;
      text_.reset();
    } else if (name == "NodeLabel" && text_ && in_node_) {
      close_drawn_label();
    } else if (name == "default" && text_ && in_label_key_) {
      default_label_ = std::move(*text_);
      text_.reset();
    } else if (name == "node") {
      in_node_ = false;
    } else if (name == "edge") {
      in_edge_ = false;
    } else if (name == "key") {
      in_label_key_ = false;
    } else if (name == "graph" && in_graph_) {
      in_graph_ = false;
    }
  }

  // A vertex may have several; the first is taken. Whether they are the labels is decided at the
  // end.
  void close_drawn_label() {
    std::string& drawn = graphs_.back().vertices.back().label;
    if (drawn.empty()) drawn = std::string(text::trim(*text_));
    any_drawn_label_ = any_drawn_label_ || !drawn.empty();
    text_.reset();
  }

  void open_key(const XML_Char** attributes) {
    const std::string applies_to = attribute(attributes, "for").value_or("all");
    const auto name = attribute(attributes, "attr.name");
    if (name == edge_label_ && (applies_to == "edge" || applies_to == "all"))
      edge_key_ = attribute(attributes, "id").value_or("");
    if (!name || (applies_to != "node" && applies_to != "all") || !label_.is(*name)) return;
    const auto id = attribute(attributes, "id");
    if (!id || id->empty()) fail("a <key> has no 'id'");
    if (!label_key_.empty()) fail("a second <key> for the label of nodes");
    label_key_ = *id;
    in_label_key_ = true;
  }

  void open_node(const XML_Char** attributes) {
    if (!in_graph_) fail("a <node> outside of a <graph>");
    if (in_node_) fail("a <node> inside a <node>");
    auto id = attribute(attributes, "id");
    if (!id) fail("a <node> has no 'id'");
    in_node_ = true;
    graphs_.back().vertices.push_back(
        {std::move(*id), default_label_.value_or(""), default_label_.has_value(), line()});
  }

  void open_edge(const XML_Char** attributes) {
    if (!in_graph_) fail("an <edge> outside of a <graph>");
    auto source = attribute(attributes, "source");
    auto target = attribute(attributes, "target");
    if (!source) fail("an <edge> has no 'source'");
    if (!target) fail("an <edge> has no 'target'");
    in_edge_ = true;
    const auto directed = attribute(attributes, "directed");
    graphs_.back().edges.push_back(
        {.u = std::move(*source),
         .v = std::move(*target),
         .place = line(),
         .arc = directed ? std::optional(*directed == "true") : std::nullopt});
  }

  std::size_t line() const { return XML_GetCurrentLineNumber(parser_.get()); }
  [[noreturn]] void fail(const std::string& reason) const { fail_at(line(), reason); }
  [[noreturn]] void fail_at(std::size_t line, const std::string& reason) const {
    throw Error(path_, line, reason);
  }

  std::string path_;
  std::string_view content_;
  graph::Assembly assembly_;
  LabelAttribute label_;
  std::string edge_label_;  // attribute of edges
  std::unique_ptr<XML_ParserStruct, FreeParser> parser_;
  std::exception_ptr failure_;

  std::size_t depth_ = 0;
  bool in_graph_ = false;
  bool in_node_ = false;
  bool in_edge_ = false;
  bool in_label_key_ = false;
  std::string label_key_;
  std::string edge_key_;  // of the label of edges
  std::optional<std::string> default_label_;
  std::optional<std::string> text_;  // what a label or default that is open has said so far
  std::vector<NamedGraph> graphs_;
  bool any_drawn_label_ = false;
};

}  // namespace

Collection read_graphml(const std::string& path, std::string_view content,
                        const ReadOptions& options) {
  return GraphmlReader(path, content, options).read();
}

}  // namespace rlminer::io

#else

#include "rlminer/base/error.h"

namespace rlminer::io {

Collection read_graphml(const std::string& path, std::string_view, const ReadOptions&) {
  throw Error(path + ": this program was built without expat, so it cannot read GraphML");
}

}  // namespace rlminer::io

#endif

namespace rlminer::io {

bool is_xml(std::string_view content) {
  const std::size_t start = content.find_first_not_of(" \t\r\n");
  return (start != std::string_view::npos && content[start] == '<') ||
         content.starts_with(std::string_view("\xff\xfe<\0", 4)) ||  // UTF-16
         content.starts_with(std::string_view("\xfe\xff\0<", 4));
}

}  // namespace rlminer::io
