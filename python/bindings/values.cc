#include "bindings/values.h"

#include <cstdint>

#include "rlminer/base/error.h"

namespace rlminer::python {
namespace {

constexpr Count kWord = Count{1} << 64;  // numbers travel in pieces of 64 bits

nb::int_ from_python_int(PyObject* number) {
  if (number == nullptr) throw nb::python_error();
  return nb::steal<nb::int_>(number);
}

nb::tuple to_occurrence(const std::vector<Vertex>& vertices) {
  nb::list list;
  for (const Vertex v : vertices)
    list.append(v);
  return nb::tuple(list);
}

nb::tuple to_finding(const Graph& graph, const engine::Finding& finding) {
  nb::list occurrences;
  for (const auto& occurrence : finding.occurrences)
    occurrences.append(to_occurrence(occurrence));
  return nb::make_tuple(to_pattern(report::named(graph, finding.pattern)),
                        to_int(finding.frequency.value()), finding.frequency.exact(),
                        to_interval(finding.frequency), occurrences);
}

Frequency from_frequency(nb::handle value, bool exact, nb::handle interval) {
  const BigCount count = from_int(value);
  if (exact) return Frequency::exactly(count);
  if (interval.is_none()) return Frequency::at_least(count);
  return Frequency::estimated(count.to_double(),
                              {nb::cast<double>(interval[0]), nb::cast<double>(interval[1])});
}

engine::Finding from_finding(const Graph& graph, nb::handle finding) {
  engine::Finding result;
  // Patterns of answers are in canonical order already.
  const cli::ResolvedPattern resolved = cli::resolve_pattern(
      from_pattern(nb::object(finding[0][0]), nb::object(finding[0][1])), graph);
  if (!resolved.missing.empty()) throw Error(resolved.missing);
  result.pattern = resolved.pattern;
  result.frequency = from_frequency(finding[1], nb::cast<bool>(finding[2]), finding[3]);
  for (const nb::handle occurrence : nb::object(finding[4])) {
    std::vector<Vertex>& vertices = result.occurrences.emplace_back();
    for (const nb::handle vertex : occurrence)
      vertices.push_back(nb::cast<Vertex>(vertex));
  }
  return result;
}

}  // namespace

nb::str to_text(std::string_view text) {
  PyObject* const object =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (object == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(object);
}

std::string from_text(nb::handle text) {
  PyObject* const bytes = PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape");
  if (bytes == nullptr) throw nb::python_error();
  const nb::bytes owned = nb::steal<nb::bytes>(bytes);
  return {owned.c_str(), owned.size()};
}

std::vector<std::string> from_texts(nb::handle texts) {
  std::vector<std::string> result;
  for (const nb::handle text : texts)
    result.push_back(from_text(text));
  return result;
}

nb::list to_texts(const std::vector<std::string>& texts) {
  nb::list result;
  for (const std::string& text : texts)
    result.append(to_text(text));
  return result;
}

Collection to_collection(const std::string& name, const nb::tuple& graphs) {
  Collection collection;
  collection.name = name;
  for (const nb::handle graph : graphs) {
    collection.numbers.push_back(collection.graphs.size());
    collection.graphs.push_back(nb::cast<const Graph&>(graph));
  }
  return collection;
}

nb::int_ to_int(const BigCount& count) {
  if (count.fits() && count.saturated() < kWord)
    return from_python_int(
        PyLong_FromUnsignedLongLong(static_cast<std::uint64_t>(count.saturated())));
  return from_python_int(PyLong_FromString(to_string(count).c_str(), nullptr, 10));
}

BigCount from_int(nb::handle number) {
  const nb::object digits = nb::borrow(number).attr("to_bytes")(
      nb::cast<std::size_t>(nb::borrow(number).attr("bit_length")()) / 8 + 1, "big");
  const nb::bytes bytes = nb::cast<nb::bytes>(digits);
  BigCount result;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    result *= BigCount(Count{256});
    result += Count{static_cast<unsigned char>(bytes.c_str()[i])};
  }
  return result;
}

nb::object to_interval(const Frequency& frequency) {
  if (!frequency.interval()) return nb::none();
  return nb::make_tuple(frequency.interval()->low, frequency.interval()->high);
}

nb::tuple to_pattern(const report::NamedPattern& named) {
  nb::list edges;
  for (const report::NamedEdge& edge : report::edges_of(named)) {
    if (!named.edges) {
      edges.append(nb::make_tuple(edge.from, edge.to));
      continue;
    }
    const nb::object label = named.edges->labelled ? nb::object(to_text(edge.label)) : nb::none();
    edges.append(nb::make_tuple(edge.from, edge.to, label, edge.arc));
  }
  return nb::make_tuple(nb::tuple(to_texts(named.labels)), nb::tuple(edges));
}

cli::WrittenPattern from_pattern(nb::handle labels, nb::handle edges) {
  cli::WrittenPattern written{.labels = from_texts(labels), .edges = {}};
  for (const nb::handle edge : edges) {
    cli::WrittenEdge& added = written.edges.emplace_back();
    added.from = nb::cast<std::size_t>(edge[0]);
    added.to = nb::cast<std::size_t>(edge[1]);
    if (nb::len(edge) == 2) continue;
    const nb::object label = edge[2];
    if (!label.is_none()) added.label = from_text(label);
    added.arc = nb::cast<bool>(edge[3]);
  }
  return written;
}

nb::tuple to_answer(const Graph& graph, const engine::Answer& answer) {
  nb::list findings;
  for (const engine::Finding& finding : answer.findings)
    findings.append(to_finding(graph, finding));
  const nb::object bound =
      answer.upper_bound ? nb::object(to_int(*answer.upper_bound)) : nb::none();
  return nb::make_tuple(answer.size, answer.proven, to_int(answer.sets), answer.sets_exact,
                        answer.seconds, to_text(answer.note), bound, findings);
}

engine::Answer from_answer(const Graph& graph, nb::handle answer) {
  engine::Answer result{.size = nb::cast<int>(answer[0]),
                        .findings = {},
                        .proven = nb::cast<bool>(answer[1]),
                        .sets = from_int(answer[2]).saturated(),
                        .sets_exact = nb::cast<bool>(answer[3]),
                        .seconds = nb::cast<double>(answer[4]),
                        .note = from_text(answer[5])};
  if (!nb::handle(nb::object(answer[6])).is_none())
    result.upper_bound = from_int(answer[6]).saturated();
  for (const nb::handle finding : nb::object(answer[7]))
    result.findings.push_back(from_finding(graph, finding));
  return result;
}

nb::list to_answers(const Graph& graph, const std::vector<engine::Answer>& answers) {
  nb::list result;
  for (const engine::Answer& answer : answers)
    result.append(to_answer(graph, answer));
  return result;
}

std::vector<engine::Answer> from_answers(const Graph& graph, nb::handle answers) {
  std::vector<engine::Answer> result;
  for (const nb::handle answer : answers)
    result.push_back(from_answer(graph, answer));
  return result;
}

}  // namespace rlminer::python
