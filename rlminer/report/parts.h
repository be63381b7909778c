#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rlminer/base/frequency.h"
#include "rlminer/engine/engine.h"
#include "rlminer/graph/graph.h"
#include "rlminer/pattern/pattern.h"

// What the printed forms of the various reports have in common.
namespace rlminer::report {

using Json = nlohmann::ordered_json;  // keeps the order of the fields

Json to_json(Count count);  // a number, or a decimal string above 2^63
Json to_json(const BigCount& count);
Json to_json(const Interval& interval);  // [low, high]
Json id_to_json(const std::string& id);
Json vertices_to_json(const Graph& graph, std::span<const Vertex> vertices);
double to_microseconds(double seconds);

// The characters of a UTF-8 text.
std::vector<std::string> letters_of(std::string_view text);

// What the numbers of a pattern's relations stand for, where edges are told apart.
struct EdgeNames {
  graph::RelationDictionary kinds;  // those of the pattern, and no others
  bool labelled = false;            // some edges of the graph it is from have labels
  bool directed = false;            // some have directions
};

// A pattern and the names of its labels and of the kinds of its edges, which is all that people
// want to see of it.
struct NamedPattern {
  Pattern pattern;
  std::vector<std::string> labels;
  std::optional<EdgeNames> edges = {};  // none: all edges are alike
};
// With the names that the dictionaries of the graph have for labels and kinds of edges.
NamedPattern named(const Graph& graph, const Pattern& pattern);
// The same, the pattern being in the numbers of these kinds. What a pattern of its own says does
// not tell whether others have labels or directions.
NamedPattern named(const Pattern& pattern, std::vector<std::string> labels,
                   const graph::RelationDictionary& kinds, bool labelled, bool directed);

// An edge as it is written. In a directed graph it is an arc, and an edge without direction, or one
// with arcs both ways, is two of them.
struct NamedEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool arc = false;
  std::string label = {};  // empty: none
};
// Ascending by their ends; without directions the smaller end comes first.
std::vector<NamedEdge> edges_of(const NamedPattern& named);

// The pattern as `0:C  1:C  2:O | 0-1 1-2`, with edges such as `0-1:double`, `0>1`, `1>0:owns`.
std::string listing(const NamedPattern& named);
// Adds "edges", and what there is to say about them: "edge_labels" in the same order, "directed".
void add_edges(Json& json, const NamedPattern& named);
std::string occurrence_text(const Graph& graph, std::span<const Vertex> occurrence);

// "", "at least" or "about": what the number is.
std::string_view frequency_kind(const Frequency& frequency);
// "1,234", "at least 1,234" or "about 1,234".
std::string frequency_phrase(const Frequency& frequency);
// The same with the interval: "about 1.0604e+15 (95 %: 1.0571e+15 to 1.0637e+15)".
std::string frequency_text(const Frequency& frequency);

// The finding among all connected sets of its size, where both are counted or estimated.
std::optional<double> share_of_sets(const engine::Answer& answer, const Frequency& frequency);
// "21.7 %", or "< 0.001 %".
std::string percent_text(double share);
// "5,678 connected sets", or "at least ...".
std::string sets_text(const engine::Answer& answer);

// "k = 5: proven (0.1 s)", "k = 5: NOT proven: the reason".
std::string answer_heading(const engine::Answer& answer, bool timing);
// What stands for the patterns when there are none.
std::string_view nothing_text(const engine::Answer& answer);

// "graph 4", or "union of all graphs" for no number.
std::string graph_name(const std::optional<std::size_t>& number);
// "14 vertices, 15 edges".
std::string graph_size(const Graph& graph);

}  // namespace rlminer::report
