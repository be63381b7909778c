#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/io/io.h"

namespace rlminer::io {
namespace {

bool is_directed(const Graph& graph) {
  return graph.has_relations() && graph.relation_dictionary().directed();
}

bool has_edge_labels(const Graph& graph) {
  return graph.has_relations() && graph.relation_dictionary().labelled();
}

// Calls visit(u, v, label) for every edge, u < v, in ascending order; where there are arcs, for
// each of these, from u to v. A label that is not known is empty.
template <typename Visit>
void for_each_edge(const Graph& graph, Visit&& visit) {
  static const std::string no_label;
  const bool directed = is_directed(graph);
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    const auto neighbors = graph.neighbors(u);
    for (std::size_t i = 0; i < neighbors.size(); ++i) {
      if (neighbors[i] < u && !directed) continue;
      const std::optional<std::string>* label = nullptr;
      if (graph.has_relations())
        label = &graph.relation_dictionary().kind(graph.relations(u)[i]).out;
      if (label == nullptr) {
        visit(u, neighbors[i], no_label);
      } else if (*label) {
        visit(u, neighbors[i], **label);
      }
    }
  }
}

// Throws unless the name is one token of a line-oriented format, free of the separators given.
std::string_view as_token(std::string_view name, const char* what, const char* format,
                          std::string_view separators) {
  const bool breaks = std::any_of(name.begin(), name.end(), [&](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f ||
           separators.find(c) != std::string_view::npos;
  });
  if (name.empty() || breaks) {
    throw Error(std::string(what) + " '" + text::shown(name) + "' cannot be written as " + format +
                ": it is empty or contains a separator");
  }
  return name;
}

const Graph& only_graph(const Collection& collection) {
  if (collection.single()) return collection.graphs.front();
  throw Error("an edge list holds one graph, and the input has " +
              std::to_string(collection.graphs.size()) + ": choose one of them");
}

std::string_view as_edge_list_id(std::string_view id) {
  if (id.starts_with('#') || id.starts_with('%')) {
    throw Error("vertex id '" + text::shown(id) +
                "' cannot be written as edges: it starts a comment");
  }
  return as_token(id, "vertex id", "edges", ",");
}

// Text for XML, as content or in double quotes. Line ends and tabs are escaped because readers
// normalise them.
std::string xml_text(const std::string& name) {
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (c == '\t' || c == '\n' || c == '\r') {
      result += "&#" + std::to_string(byte) + ";";
    } else if (byte < 0x20) {
      throw Error("'" + text::shown(name) +
                  "' cannot be written as graphml: XML has no place for byte " +
                  std::to_string(byte));
    } else {
      result += c;
    }
  }
  if (result.find("\xef\xbf\xbe") != std::string::npos ||
      result.find("\xef\xbf\xbf") != std::string::npos) {
    throw Error("a name with U+FFFE or U+FFFF cannot be written as graphml");
  }
  return result;
}

std::string json_string(const std::string& name) {
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Ids that are whole numbers in their usual spelling, and exact in every JSON reader, are written
// as numbers.
std::string json_id(const std::string& id) {
  constexpr std::int64_t kExactInDouble = std::int64_t{1} << 53;
  const auto number = text::to_integer(id);
  const bool plain = number && std::to_string(*number) == id;
  return plain && *number<kExactInDouble&& * number> - kExactInDouble ? id : json_string(id);
}

std::string dot_string(const std::string& name) {
  std::string result = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

void write_lg(std::ostream& out, const Collection& collection) {
  for (std::size_t i = 0; i < collection.graphs.size(); ++i) {
    const Graph& graph = collection.graphs[i];
    out << "t # " << i << '\n';
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (text::is_negative_number(graph.id(v))) {
        throw Error("vertex id '" + graph.id(v) + "' cannot be written as lg: it is negative");
      }
      out << "v " << as_token(graph.id(v), "vertex id", "lg", "") << ' '
          << as_token(graph.label_name(v), "label", "lg", "") << '\n';
    }
    for_each_edge(graph, [&](Vertex u, Vertex v, const std::string& label) {
      out << "e " << graph.id(u) << ' ' << graph.id(v);
      if (!label.empty()) out << ' ' << as_token(label, "edge label", "lg", "");
      out << '\n';
    });
  }
}

void write_edges(std::ostream& out, const Collection& collection) {
  const Graph& graph = only_graph(collection);
  out << "# edges of " << text::counted(graph.num_vertices(), "vertex") << ": " << graph.num_edges()
      << '\n';
  const bool labels = has_edge_labels(graph);
  if (labels) out << "# source target label\n";  // which is how a reader knows the third column
  for_each_edge(graph, [&](Vertex u, Vertex v, const std::string& label) {
    out << as_edge_list_id(graph.id(u)) << ' ' << as_edge_list_id(graph.id(v));
    if (labels) out << ' ' << as_token(label, "edge label", "edges", ",");
    out << '\n';
  });
}

void write_graphml(std::ostream& out, const Collection& collection) {
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      << "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      << "  <key id=\"label\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>\n";
  if (std::any_of(collection.graphs.begin(), collection.graphs.end(), has_edge_labels))
    out << "  <key id=\"kind\" for=\"edge\" attr.name=\"label\" attr.type=\"string\"/>\n";
  for (std::size_t i = 0; i < collection.graphs.size(); ++i) {
    const Graph& graph = collection.graphs[i];
    out << "  <graph id=\"" << i << "\" edgedefault=\""
        << (is_directed(graph) ? "directed" : "undirected") << "\">\n";
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      out << "    <node id=\"" << xml_text(graph.id(v)) << "\"><data key=\"label\">"
          << xml_text(graph.label_name(v)) << "</data></node>\n";
    }
    for_each_edge(graph, [&](Vertex u, Vertex v, const std::string& label) {
      out << "    <edge source=\"" << xml_text(graph.id(u)) << "\" target=\""
          << xml_text(graph.id(v)) << "\"";
      if (label.empty()) {
        out << "/>\n";
      } else {
        out << "><data key=\"kind\">" << xml_text(label) << "</data></edge>\n";
      }
    });
    out << "  </graph>\n";
  }
  out << "</graphml>\n";
}

void write_json(std::ostream& out, const Collection& collection) {
  out << "{\"graphs\": [";
  for (std::size_t i = 0; i < collection.graphs.size(); ++i) {
    const Graph& graph = collection.graphs[i];
    out << (i == 0 ? "\n" : ",\n") << "{\"vertices\": [";
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      out << (v == 0 ? "\n" : ",\n") << "  {\"id\": " << json_id(graph.id(v))
          << ", \"label\": " << json_string(graph.label_name(v)) << '}';
    }
    out << "],\n \"edges\": [";
    const char* separator = "\n";
    for_each_edge(graph, [&](Vertex u, Vertex v, const std::string&) {
      out << separator << "  [" << json_id(graph.id(u)) << ", " << json_id(graph.id(v)) << ']';
      separator = ",\n";
    });
    out << ']';
    if (has_edge_labels(graph)) {
      out << ",\n \"edge_labels\": [";
      separator = "";
      for_each_edge(graph, [&](Vertex, Vertex, const std::string& label) {
        out << separator << json_string(label);
        separator = ", ";
      });
      out << ']';
    }
    out << (is_directed(graph) ? ",\n \"directed\": true}" : "}");
  }
  out << "]}\n";
}

void write_dot(std::ostream& out, const Collection& collection) {
  for (std::size_t i = 0; i < collection.graphs.size(); ++i) {
    const Graph& graph = collection.graphs[i];
    const bool directed = is_directed(graph);
    out << (directed ? "digraph g" : "graph g") << i << " {\n";
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      out << "  " << dot_string(graph.id(v)) << " [label=" << dot_string(graph.label_name(v))
          << "];\n";
    }
    for_each_edge(graph, [&](Vertex u, Vertex v, const std::string& label) {
      out << "  " << dot_string(graph.id(u)) << (directed ? " -> " : " -- ")
          << dot_string(graph.id(v));
      if (!label.empty()) out << " [label=" << dot_string(label) << ']';
      out << ";\n";
    });
    out << "}\n";
  }
}

// "graph {", "strict digraph NAME {": perhaps all in one line, or with the bracket in the next.
bool is_dot(std::string_view content) {
  text::Lines lines("", content);
  if (!lines.next_significant()) return false;
  std::string head(text::trim(lines.line()));
  if (head.find('{') == std::string::npos && lines.next_significant()) head += lines.line();
  const std::size_t bracket = head.find('{');
  if (bracket == std::string::npos) return false;
  const std::string before = head.substr(0, bracket);
  const text::Fields words = text::split(before);
  const std::string first = text::lower(words[0]);
  const std::size_t strict = first == "strict" ? 1 : 0;
  const std::string kind = text::lower(words[strict]);
  return (kind == "graph" || kind == "digraph") && words.count <= strict + 2;
}

void write_labels(std::ostream& out, const Collection& collection) {
  const Graph& graph = only_graph(collection);
  out << "# labels of " << text::counted(graph.num_vertices(), "vertex") << '\n';
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    out << as_edge_list_id(graph.id(v)) << ' '
        << as_token(graph.label_name(v), "label", "edges", ",") << '\n';
  }
}

bool says_directions(const std::string& format) {
  return format != "lg" && format != "edges";
}

std::vector<std::string> lost_in_edge_list(const Collection& collection) {
  const Graph& graph = only_graph(collection);
  std::vector<std::string> lost;
  std::size_t isolated = 0;
  bool labelled = false;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (graph.degree(v) == 0) ++isolated;
    labelled = labelled || graph.label_name(v) != graph::kUnlabelled;
  }
  if (labelled) lost.push_back("the vertex labels are not in the edge list");
  if (isolated > 0) {
    lost.push_back(text::counted(isolated, "isolated vertex") + (isolated == 1 ? " is" : " are") +
                   " not in the edge list");
  }
  return lost;
}

}  // namespace rlminer::io
