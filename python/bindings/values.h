#pragma once

#include <nanobind/nanobind.h>
#include <string>
#include <string_view>
#include <vector>

#include "cli/written_pattern.h"

#include "rlminer/base/frequency.h"
#include "rlminer/engine/engine.h"
#include "rlminer/graph/collection.h"
#include "rlminer/graph/graph.h"
#include "rlminer/report/parts.h"

// Values of the library as values of Python, and back.
namespace rlminer::python {

namespace nb = nanobind;

// Text of a file may be anything: bytes that are not UTF-8 become lone surrogates, as Python's own
// file names do, and become the same bytes again.
nb::str to_text(std::string_view text);
std::string from_text(nb::handle text);
std::vector<std::string> from_texts(nb::handle texts);
nb::list to_texts(const std::vector<std::string>& texts);

// Copies of the graphs in a tuple, numbered from 0.
Collection to_collection(const std::string& name, const nb::tuple& graphs);

// Integers of any size.
nb::int_ to_int(const BigCount& count);
BigCount from_int(nb::handle number);

// A tuple of the two ends, or None.
nb::object to_interval(const Frequency& frequency);

// ((label, ...), ((u, v), ...)) with u < v, sorted: all that Python knows of a pattern. Where edges
// are told apart an edge is (from, to, label, whether it is an arc), and the label may be None.
nb::tuple to_pattern(const report::NamedPattern& named);
// As a user would write it.
cli::WrittenPattern from_pattern(nb::handle labels, nb::handle edges);

// (k, proven, sets, sets_exact, seconds, note, upper_bound, findings), where a finding is (pattern,
// frequency, exact, interval, occurrences) and an occurrence a tuple of vertex numbers. The names
// of the labels are those of the graph.
nb::tuple to_answer(const Graph& graph, const engine::Answer& answer);
engine::Answer from_answer(const Graph& graph, nb::handle answer);
nb::list to_answers(const Graph& graph, const std::vector<engine::Answer>& answers);
std::vector<engine::Answer> from_answers(const Graph& graph, nb::handle answers);

}  // namespace rlminer::python
