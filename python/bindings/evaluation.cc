#include "cli/evaluation.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <string>
#include <vector>

#include "bindings/calls.h"
#include "bindings/module.h"
#include "bindings/values.h"
#include "cli/input.h"
#include "cli/study_options.h"

#include "rlminer/base/machine.h"
#include "rlminer/study/evaluation_report.h"

namespace rlminer::python {
namespace {

graph::Part parse_part(const std::string& word) {
  for (const graph::Part part : {graph::Part::Test, graph::Part::Train, graph::Part::All}) {
    if (graph::to_string(part) == word) return part;
  }
  throw cli::UsageError("--split", word + " not in {test,train,all}");
}

bool parse_filter(const std::string& word) {
  if (word != "paper" && word != "none")
    throw cli::UsageError("--filter", word + " not in {paper,none}");
  return word == "paper";
}

std::filesystem::path parse_cache(nb::handle cache) {
  if (cache.is(nb::handle(Py_True))) return cli::default_cache();
  return cache.is(nb::handle(Py_False)) ? std::string() : from_text(cache);
}

study::EvaluationOptions protocol_of(const nb::dict& asked, const Limits& limits) {
  study::EvaluationOptions protocol;
  protocol.methods = cli::parse_methods(from_texts(asked["methods"]));
  protocol.sizes = nb::cast<std::vector<int>>(asked["sizes"]);
  protocol.part = parse_part(nb::cast<std::string>(asked["split"]));
  protocol.split_seed = nb::cast<std::uint64_t>(asked["split_seed"]);
  protocol.first_seed = nb::cast<std::uint64_t>(asked["seed"]);
  protocol.seeds = nb::cast<std::size_t>(asked["seeds"]);
  protocol.threads = resolve_threads(nb::cast<int>(asked["threads"]));
  protocol.time_limit = nb::cast<double>(asked["time_limit"]);
  protocol.memory = limits.memory.bytes();
  protocol.cache = parse_cache(asked["cache"]);
  protocol.cancel = &limits.cancelled;
  return protocol;
}

// (summary.json, per_graph.csv, table.md, report.html, the table of the latter, the plot), as the
// program writes them.
nb::tuple to_reports(const study::Evaluation& evaluation) {
  return nb::make_tuple(
      to_text(study::to_summary_json({evaluation})), to_text(study::to_csv({evaluation})),
      to_text(study::to_markdown({evaluation})),
      to_text(study::to_html({evaluation}, "Made by rlminer " RLMINER_VERSION ".")),
      to_text(study::main_table_html(evaluation)), to_text(study::ratio_plot(evaluation)));
}

// (reports, warnings, whether it was interrupted).
nb::tuple evaluate(const std::string& name, const nb::tuple& graphs, const nb::dict& asked,
                   const std::string& memory_limit, const nb::object& progress) {
  Limits limits(Deadline::kForever, memory_limit);
  study::EvaluationOptions protocol = protocol_of(asked, limits);
  const cli::EngineChoice learned{
      .name = "rl", .model = nb::cast<std::string>(asked["model"]), .device = "cpu"};
  std::vector<std::string> warnings = cli::choose_engines(learned, protocol);
  const Collection collection = cli::chosen_graphs(
      to_collection(name, graphs),
      {.path = name, .paper_filter = parse_filter(nb::cast<std::string>(asked["filter"]))});
  for (std::string& warning : cli::overlap_warnings(learned.model, collection, protocol))
    warnings.push_back(std::move(warning));
  ProgressFunction function(progress, limits.cancelled);
  protocol.on_step = [&](const study::EvaluationStep& step) {
    function.tell(step.what, step.done, step.graphs);
  };
  study::Evaluation evaluation;
  const bool interrupted =
      without_interpreter(limits, [&] { evaluation = study::evaluate(collection, protocol); });
  function.raise_failure();
  warnings.insert(warnings.end(), evaluation.warnings.begin(), evaluation.warnings.end());
  return nb::make_tuple(to_reports(evaluation), to_texts(warnings), interrupted);
}

}  // namespace

void add_evaluation(nb::module_& module) {
  module.def("evaluate", evaluate, nb::arg("name"), nb::arg("graphs"), nb::arg("asked"),
             nb::arg("memory_limit"), nb::arg("progress").none());
}

}  // namespace rlminer::python
