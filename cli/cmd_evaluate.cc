#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/evaluation.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/study_options.h"
#include "cli/terminal.h"

#include "rlminer/base/atomic_file.h"
#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/study/evaluation_report.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer evaluate ENZYMES -o results\n"
    "  rlminer evaluate ENZYMES COX2 --methods exact,mni,rand -k 5..9 --split test -o results\n"
    "  rlminer evaluate graphs.lg --methods rand,rand+samples=1000 --seeds 10 --filter none -o "
    "out\n"
    "  rlminer evaluate ENZYMES --methods exact,rand,rl --model enzymes.safetensors -o results\n"
    "Writes report.html, table.md, summary.json, per_graph.csv and ratio_NAME.svg. Ctrl-C writes "
    "what is complete.";

std::vector<Collection> load_all(const EvaluateOptions& options) {
  std::vector<Collection> collections;
  for (const std::string& path : options.inputs) {
    InputOptions input;
    input.path = path;
    input.paper_filter = options.paper_filter;
    input.relations = options.relations;
    input.quiet = options.quiet;
    collections.push_back(load_input(input));
    for (std::size_t i = 0; i + 1 < collections.size(); ++i) {
      if (collections[i].name != collections.back().name) continue;
      throw Error(path + ": there are two collections named " + collections.back().name);
    }
  }
  return collections;
}

void write_results(const std::filesystem::path& folder,
                   const std::vector<study::Evaluation>& evaluations) {
  const auto write = [&](const std::string& name, const std::string& content) {
    write_output((folder / name).string(), content);
  };
  write("summary.json", study::to_summary_json(evaluations));
  write("table.md", study::to_markdown(evaluations));
  write("report.html", study::to_html(evaluations, "Made by rlminer " RLMINER_VERSION "."));
  write("per_graph.csv", study::to_csv(evaluations));
  for (const study::Evaluation& evaluation : evaluations)
    write("ratio_" + evaluation.dataset + ".svg", study::ratio_plot(evaluation));
}

void run_evaluate(const EvaluateOptions& options, Context& context) {
  study::EvaluationOptions protocol = options.protocol;
  protocol.threads = resolve_threads(protocol.threads);
  protocol.cancel = context.cancel;
  const std::vector<std::string> warnings = choose_engines(options.learned, protocol);
  if (!options.quiet) print_warnings(warnings);
  const std::vector<Collection> collections = load_all(options);
  for (const Collection& collection : collections) {
    if (!options.quiet)
      print_warnings(overlap_warnings(options.learned.model, collection, protocol));
  }
  make_folder(options.output);
  finish_on_interrupt();
  std::vector<study::Evaluation> evaluations;
  {
    TerminalLine line(!options.quiet);
    for (const Collection& collection : collections) {
      if (context.cancel->load()) break;
      protocol.on_step = [&](const study::EvaluationStep& step) {
        if (!line.due()) return;
        line.draw(fmt::format("{}  {}  {}/{} graphs", collection.name, step.what, step.done,
                              step.graphs));
      };
      evaluations.push_back(study::evaluate(collection, protocol));
      write_results(options.output, evaluations);  // what is done is safe whatever comes
    }
  }
  if (!options.quiet) {
    for (const study::Evaluation& evaluation : evaluations) {
      print_warnings(evaluation.warnings);
    }
    Output("").write(study::to_markdown(evaluations));
  }
  if (context.cancel->load()) context.exit_code = 130;
}

}  // namespace

void add_evaluate(Program& program, Context& context) {
  program.add<EvaluateOptions>(
      "evaluate", "Compare methods on a collection, as the paper's main table", kExamples,
      add_evaluate_options,
      [&](const EvaluateOptions& options) { run_evaluate(options, context); });
}

}  // namespace rlminer::cli
