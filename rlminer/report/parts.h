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
Json edges_to_json(const Pattern& pattern);
double to_microseconds(double seconds);

// The characters of a UTF-8 text.
std::vector<std::string> letters_of(std::string_view text);

// A pattern and the name of each vertex's label, which is all that people want to see of it.
struct NamedPattern {
  Pattern pattern;
  std::vector<std::string> labels;
};
// With the names that the dictionary of the graph has for the labels.
NamedPattern named(const Graph& graph, const Pattern& pattern);

// The pattern as `0:C  1:C  2:O | 0-1 1-2`.
std::string listing(const NamedPattern& named);
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
