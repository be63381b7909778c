#include "cli/written_pattern.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "cli/options.h"

#include "rlminer/base/error.h"
#include "rlminer/base/text.h"
#include "rlminer/pattern/canonical.h"

namespace rlminer::cli {

WrittenPattern WrittenPattern::plain() const {
  WrittenPattern result{labels, {}};
  for (const WrittenEdge& edge : edges)
    result.edges.push_back({edge.from, edge.to});
  return result;
}

std::vector<std::string> parse_label_list(const std::string& text) {
  std::vector<std::string> labels = split_at(text, ',');
  for (const std::string& label : labels) {
    if (label.empty())
      throw UsageError("--labels", "'" + text::shown(text) + "' has an empty label");
  }
  return labels;
}

namespace {

// One of the texts between the commas, which begins at a place counted from 1.
WrittenEdge parse_edge(const std::string& text, std::size_t place) {
  const auto fail = [&](const std::string& reason) {
    throw UsageError("--edges", "'" + text::shown(text) + "' at character " +
                                    std::to_string(place) + " " + reason);
  };
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string pair = text.substr(0, colon);
  const std::size_t sign = std::min(pair.find_first_of("-><"), pair.size());
  const auto first = text::to_integer(pair.substr(0, sign));
  const auto second = text::to_integer(pair.substr(std::min(sign + 1, pair.size())));
  if (first && sign == pair.size())
    fail(
        "is one vertex, not an edge such as 0-1 (a shell takes > and < unless they are in quotes)");
  if (!first || !second || *first < 0 || *second < 0)
    fail("is not a pair of vertex numbers such as 0-1, 0-1:label or 0>1");
  WrittenEdge edge{.from = static_cast<std::size_t>(*first),
                   .to = static_cast<std::size_t>(*second),
                   .arc = pair[sign] != '-'};
  if (pair[sign] == '<') std::swap(edge.from, edge.to);
  if (colon + 1 == text.size()) fail("has no label after the colon");
  if (colon < text.size()) edge.label = text.substr(colon + 1);
  return edge;
}

}  // namespace

std::vector<WrittenEdge> parse_edge_list(const std::string& text) {
  std::vector<WrittenEdge> edges;
  std::size_t place = 1;
  for (const std::string& piece : split_at(text, ',')) {
    edges.push_back(parse_edge(piece, place));
    place += piece.size() + 1;
  }
  return edges;
}

namespace {

using graph::EdgeKind;
using graph::RelationDictionary;

Error too_large() {
  return Error("the pattern has more than " + std::to_string(pattern::kMaxPatternSize) +
               " vertices");
}

// The names to use when only edges were written: the one label of the input for every vertex.
std::vector<std::string> only_label(const WrittenPattern& written,
                                    const graph::LabelDictionary& dictionary) {
  if (dictionary.size() > 1) {
    throw Error("--labels is needed: the input has " + std::to_string(dictionary.size()) +
                " labels");
  }
  std::size_t vertices = 0;
  for (const WrittenEdge& edge : written.edges)
    vertices = std::max({vertices, edge.from, edge.to});
  if (vertices >= pattern::kMaxPatternSize) throw too_large();
  return std::vector<std::string>(
      vertices + 1, dictionary.size() == 1 ? dictionary.name(0) : std::string(graph::kUnlabelled));
}

// The edge as it is written on a command line.
std::string shown(const WrittenEdge& edge) {
  return std::to_string(edge.from) + (edge.arc ? ">" : "-") + std::to_string(edge.to) +
         (edge.label ? ":" + text::shown(*edge.label) : "");
}

void check_ends(const WrittenEdge& edge, std::size_t vertices) {
  if (std::max(edge.from, edge.to) >= vertices) {
    throw Error("the pattern has no vertex " + std::to_string(std::max(edge.from, edge.to)) +
                " for the edge " + shown(edge));
  }
  if (edge.from == edge.to) throw Error("the pattern has a self-loop: " + shown(edge));
}

// What was written about each pair of vertices, the smaller one first and seen from it. Throws
// Error when that is not one thing.
std::map<std::pair<int, int>, EdgeKind> kinds_of(const std::vector<WrittenEdge>& edges) {
  std::map<std::pair<int, int>, EdgeKind> kinds;
  for (const WrittenEdge& edge : edges) {
    const auto lower = static_cast<int>(std::min(edge.from, edge.to));
    const auto higher = static_cast<int>(std::max(edge.from, edge.to));
    const std::string label = edge.label.value_or("");
    EdgeKind kind;
    if (!edge.arc || edge.from < edge.to) kind.out = label;
    if (!edge.arc || edge.from > edge.to) kind.in = label;
    const auto [place, fresh] = kinds.try_emplace({lower, higher}, kind);
    if (fresh || place->second == kind) continue;
    EdgeKind& known = place->second;
    const bool fits = edge.arc && (kind.out ? !known.out : !known.in);
    if (!fits)
      throw Error("the pattern says two things about one edge: the second is " + shown(edge));
    if (kind.out) known.out = label;
    if (kind.in) known.in = label;
  }
  return kinds;
}

Pattern with_kinds(Pattern pattern, const std::map<std::pair<int, int>, EdgeKind>& kinds,
                   const RelationDictionary& dictionary) {
  for (const auto& [pair, kind] : kinds) {
    pattern.set_relation(pair.first, pair.second, dictionary.at(kind),
                         dictionary.at(kind.converse()));
  }
  return pattern;
}

// The kinds of edges in a graph; where nothing is known about them, edges without label and
// direction.
RelationDictionary kinds_in(const Graph& graph) {
  if (graph.has_relations()) return graph.relation_dictionary();
  return RelationDictionary({EdgeKind{"", ""}});
}

bool has_kind(const RelationDictionary& dictionary, const auto& wanted) {
  for (std::size_t i = 0; i < dictionary.size(); ++i) {
    if (wanted(dictionary.kind(static_cast<graph::Relation>(i)))) return true;
  }
  return false;
}

// Throws Error when the pattern leaves open what the input tells apart.
void require_told(const WrittenEdge& edge, const RelationDictionary& input) {
  const std::string ends = shown({edge.from, edge.to, edge.arc});
  const bool some_unlabelled = has_kind(input, [](const EdgeKind& kind) { return kind.out == ""; });
  if (!edge.label && input.labelled() && !some_unlabelled) {
    const std::vector<std::string> labels = input.labels();
    throw Error("the pattern does not say which label its edge " + ends +
                " has, and the input has " + text::listed(labels, 5) + ": write '" + ends + ":" +
                text::shown(labels.front()) + "', or ignore them with --edge-labels ignore");
  }
  const bool both_ways = has_kind(input, [](const EdgeKind& kind) { return kind.out && kind.in; });
  if (!edge.arc && input.directed() && !both_ways) {
    const std::string u = std::to_string(edge.from);
    const std::string v = std::to_string(edge.to);
    throw Error("the pattern does not say which direction its edge " + ends +
                " has, and the edges of the input have one: write '" + u + ">" + v + "' or '" + u +
                "<" + v +
                "' (--directed reads an edge list or lg file so), or ignore them with "
                "--edge-labels ignore");
  }
}

// Why no edge of the input is of that kind.
std::string why_missing(const EdgeKind& kind, const RelationDictionary& input) {
  const std::vector<std::string> labels = input.labels();
  for (const std::optional<std::string>& label : {kind.out, kind.in}) {
    if (label && !label->empty() && std::find(labels.begin(), labels.end(), *label) == labels.end())
      return "the input has no edge label '" + *label + "'";
  }
  if (!kind.symmetric() && !input.directed())
    return "the edges of the input have no directions (--directed reads an edge list or lg file "
           "so)";
  if (kind.symmetric()) {
    return kind.out->empty() ? "the input has no edge without a label"
                             : "the input has no edge '" + *kind.out + "' both ways";
  }
  return "the input has no edge of such labels and directions";
}

// The pattern's vertices, numbered by a dictionary.
struct NumberedLabels {
  std::vector<std::string> names;
  Pattern vertices;
  std::optional<std::string> unknown = {};  // the first label that the dictionary does not have
};

NumberedLabels number_labels(const WrittenPattern& written,
                             const graph::LabelDictionary& dictionary) {
  NumberedLabels result;
  result.names = written.labels.empty() && !written.edges.empty() ? only_label(written, dictionary)
                                                                  : written.labels;
  if (result.names.empty()) throw Error("the pattern has no vertices");
  if (result.names.size() > pattern::kMaxPatternSize) throw too_large();
  std::vector<std::string> unknown;
  for (const std::string& label : result.names) {
    if (!dictionary.contains(label)) unknown.push_back(label);
  }
  // Labels that the input lacks get numbers of their own, so that the pattern can still be printed.
  const graph::LabelDictionary further(unknown);
  for (const std::string& label : result.names) {
    const std::size_t number =
        dictionary.contains(label) ? dictionary.at(label) : dictionary.size() + further.at(label);
    result.vertices.add_vertex(static_cast<Label>(number));
  }
  if (!unknown.empty()) result.unknown = further.name(0);
  return result;
}

// The pattern with its edges but without their kinds. Throws Error unless it is connected.
NumberedLabels skeleton_of(const WrittenPattern& written,
                           const graph::LabelDictionary& dictionary) {
  NumberedLabels result = number_labels(written, dictionary);
  for (const WrittenEdge& edge : written.edges) {
    check_ends(edge, result.names.size());
    result.vertices.add_edge(static_cast<int>(edge.from), static_cast<int>(edge.to));
  }
  if (!result.vertices.connected()) throw Error("the pattern is not connected");
  return result;
}

// How a pattern's edges are told apart: none when all are alike.
struct EdgeVocabulary {
  RelationDictionary kinds;
  bool labelled = false;
  bool directed = false;
};

ResolvedPattern in_canonical_order(const Pattern& pattern, const std::vector<std::string>& names,
                                   const std::optional<EdgeVocabulary>& edges) {
  const pattern::CanonicalForm canonical = pattern::canonicalize(pattern);
  ResolvedPattern result{.pattern = canonical.pattern, .named = {}};
  result.automorphisms = canonical.automorphisms;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < names.size(); ++i) {
    labels.push_back(names[canonical.order[i]]);
    result.order.push_back(canonical.order[i]);
  }
  result.named = edges ? report::named(canonical.pattern, std::move(labels), edges->kinds,
                                       edges->labelled, edges->directed)
                       : report::NamedPattern{canonical.pattern, std::move(labels)};
  return result;
}

}  // namespace

void add_inline_pattern(Command command, const Option& file, WrittenPattern& pattern,
                        const std::string& when_unlabelled) {
  command
      .parsed(
          "--labels", "A,B,...",
          [&](const std::string& text) { pattern.labels = parse_label_list(text); },
          "Label of each pattern vertex (may be left out" + when_unlabelled + ")")
      .excludes(file);
  command
      .parsed(
          "--edges", "0-1,...",
          [&](const std::string& text) { pattern.edges = parse_edge_list(text); },
          "Edges of the pattern between vertices numbered from 0; with a label 0-1:double, with a "
          "direction '0>1' (in quotes)")
      .excludes(file);
}

void require_pattern(const std::string& path, const WrittenPattern& pattern) {
  if (path.empty() && pattern.empty())
    throw UsageError("PATTERN, or --labels and --edges, is required");
}

WrittenPattern written_pattern(const Graph& graph) {
  if (graph.num_vertices() > pattern::kMaxPatternSize) throw too_large();
  WrittenPattern written;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    written.labels.push_back(graph.label_name(v));
    for (const Vertex u : graph.neighbors(v)) {
      if (u > v) continue;
      const EdgeKind kind = graph.has_relations()
                                ? graph.relation_dictionary().kind(graph.relation(u, v))
                                : EdgeKind{"", ""};
      const auto add = [&](Vertex from, Vertex to, bool arc, const std::string& label) {
        written.edges.push_back(
            {from, to, arc, label.empty() ? std::nullopt : std::optional(label)});
      };
      if (kind.symmetric()) {
        add(u, v, false, *kind.out);
      } else {
        if (kind.out) add(u, v, true, *kind.out);
        if (kind.in) add(v, u, true, *kind.in);
      }
    }
  }
  return written;
}

ResolvedPattern resolve_pattern(const WrittenPattern& written, const Graph& input) {
  const NumberedLabels skeleton = skeleton_of(written, input.label_dictionary());
  const auto kinds = kinds_of(written.edges);
  const RelationDictionary known = kinds_in(input);
  const bool told_apart = input.distinguishes_edges();
  std::string missing;
  bool both_ways = false;
  for (const WrittenEdge& edge : told_apart ? written.edges : std::vector<WrittenEdge>()) {
    require_told(edge, known);
    both_ways = both_ways || (!edge.arc && known.directed());
  }
  std::vector<EdgeKind> own;
  for (const auto& [pair, kind] : kinds) {
    own.push_back(kind);
    const bool silent =
        !told_apart && kind == EdgeKind{"", ""};  // as good as the one kind there is
    const bool there = has_kind(known, [&](const EdgeKind& other) { return other == kind; });
    if (!silent && !there && missing.empty()) missing = why_missing(kind, known);
  }
  EdgeVocabulary edges{known, known.labelled(), known.directed()};
  if (!missing.empty()) {
    edges.kinds = RelationDictionary(own);
    edges.labelled = edges.labelled || edges.kinds.labelled();
    edges.directed = edges.directed || edges.kinds.directed();
  }
  const bool related = told_apart || !missing.empty();
  ResolvedPattern result = in_canonical_order(
      related ? with_kinds(skeleton.vertices, kinds, edges.kinds) : skeleton.vertices,
      skeleton.names, related ? std::optional(edges) : std::nullopt);
  result.missing =
      skeleton.unknown ? "the input has no label '" + *skeleton.unknown + "'" : missing;
  if (both_ways)
    result.notes.push_back("an edge of the pattern without > or < stands for arcs both ways");
  return result;
}

ResolvedPattern resolve_pattern(const WrittenPattern& written) {
  const NumberedLabels skeleton = skeleton_of(written, graph::LabelDictionary());
  const auto kinds = kinds_of(written.edges);
  std::vector<EdgeKind> own;
  for (const auto& [pair, kind] : kinds)
    own.push_back(kind);
  const RelationDictionary known(own);
  if (!known.labelled() && !known.directed())
    return in_canonical_order(skeleton.vertices, skeleton.names, {});
  return in_canonical_order(with_kinds(skeleton.vertices, kinds, known), skeleton.names,
                            EdgeVocabulary{known, known.labelled(), known.directed()});
}

}  // namespace rlminer::cli
