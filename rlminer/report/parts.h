#pragma once

#include <nlohmann/json_fwd.hpp>
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
void append_line(std::string& lines, const Json& line);

// Names come from files; control characters in them must not reach the terminal.
std::string printable(std::string_view name);
// The pattern as `0:C  1:C  2:O | 0-1 1-2`, given the name of each vertex's label.
std::string listing(const Pattern& pattern, const std::vector<std::string>& labels);
std::string occurrence_text(const Graph& graph, std::span<const Vertex> occurrence);

// "about 1.0604e+15 (95 %: 1.0571e+15 to 1.0637e+15)".
std::string estimate_text(double value, const Interval& interval);
// The number, "at least" the number, or such an estimate.
std::string known_text(const Frequency& frequency);

// "21.7 %", or "< 0.001 %".
std::string percent_text(Count part, Count whole);

// The name of each vertex's label in the dictionary of the graph.
std::vector<std::string> label_names(const Graph& graph, const Pattern& pattern);

}  // namespace rlminer::report
