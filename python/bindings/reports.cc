#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <optional>
#include <string>

#include "bindings/module.h"
#include "bindings/values.h"

#include "rlminer/pattern/canonical.h"
#include "rlminer/report/mine_report.h"
#include "rlminer/report/pattern_picture.h"

namespace rlminer::python {
namespace {

// What was written, with names in place of numbers. Throws Error for what is no pattern.
report::NamedPattern named_pattern(nb::handle labels, nb::handle edges) {
  return cli::resolve_pattern(from_pattern(labels, edges)).named;
}

// The same with the vertices in the order in which they were written.
report::NamedPattern as_written(nb::handle labels, nb::handle edges) {
  const cli::ResolvedPattern resolved = cli::resolve_pattern(from_pattern(labels, edges));
  report::NamedPattern named = resolved.named;
  std::vector<std::uint8_t> back(resolved.order.size());
  for (std::size_t i = 0; i < back.size(); ++i) {
    back[resolved.order[i]] = static_cast<std::uint8_t>(i);
    named.labels[resolved.order[i]] = resolved.named.labels[i];
  }
  named.pattern = resolved.named.pattern.permuted(back);
  return named;
}

std::string page(const report::GraphReport& report, const std::string& name,
                 const report::Facts& facts, const report::ReportStyle& style) {
  const report::MineReport pages{.name = name,
                                 .asked = facts,
                                 .footer = "Made by rlminer " RLMINER_VERSION
                                           ". This file needs no other file and no network.",
                                 .graphs = {report}};
  return report::to_html(pages, style);
}

// The answers about one graph as the program prints them: text, json, svg or html.
nb::str render(const Graph& graph, const std::string& name, const std::string& engine,
               nb::handle answers, const std::string& format, bool rank, bool all_occurrences) {
  const std::vector<engine::Answer> known = from_answers(graph, answers);
  const report::GraphReport report{graph, 0, engine, known};
  const report::ReportStyle style{.rank = rank, .all_occurrences = all_occurrences};
  if (format == "json") return to_text(report::to_json_lines(report, style));
  if (format == "svg") return to_text(report::to_svg_sheet(report, style));
  if (format == "html") {
    const report::Facts facts{{"Input", name},
                              {"Vertices", with_separators(graph.num_vertices())},
                              {"Edges", with_separators(graph.num_edges())},
                              {"Labels", with_separators(graph.num_labels())},
                              {"Engine", engine}};
    return to_text(page(report, name, facts, style));
  }
  return to_text(report::to_text(report, style));
}

}  // namespace

void add_reports(nb::module_& module) {
  module.def("render", render, nb::arg("graph"), nb::arg("name"), nb::arg("engine"),
             nb::arg("answers"), nb::arg("format"), nb::arg("rank"), nb::arg("all_occurrences"));
  // The same for patterns that are isomorphic with equal labels and kinds of edges, and the size of
  // the automorphism group; refuses what is no pattern.
  module.def("canonical", [](nb::handle labels, nb::handle edges) {
    const report::NamedPattern named = report::in_canonical_order(named_pattern(labels, edges));
    return nb::make_tuple(to_pattern(named),
                          to_int(pattern::canonicalize(named.pattern).automorphisms));
  });
  module.def("pattern_svg", [](nb::handle labels, nb::handle edges, nb::handle caption) {
    return to_text(report::pattern_svg(named_pattern(labels, edges), from_texts(caption)));
  });
  module.def("listing", [](nb::handle labels, nb::handle edges) {
    return to_text(report::listing(as_written(labels, edges)));
  });
}

}  // namespace rlminer::python
