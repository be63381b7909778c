#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/engine_choice.h"
#include "cli/input.h"
#include "cli/mine_page.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/terminal.h"

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/engine/solve_graphs.h"
#include "rlminer/report/graph_report.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer mine example:caffeine -k 5\n"
    "  rlminer mine network.lg -k 5\n"
    "  rlminer mine edges.txt --label-file labels.txt -k 3..6 --top 10 --format json\n"
    "  rlminer mine COLLECTION --filter paper -k 5..9 --format json -o answers.ndjson\n"
    "  rlminer mine COLLECTION --graph 7 -k 3..6 --top 5 --format svg -o answers.svg\n"
    "  rlminer mine network.lg -k 3..5 --top 10 --format html -o report.html\n"
    "  rlminer mine COLLECTION --filter paper -k 5..6 --format html -o report.html\n"
    "  rlminer mine COLLECTION --graph union -k 4 --time-limit 60\n"
    "  rlminer mine network.lg -k 5..7 --verify\n"
    "  rlminer mine network.lg -k 12 --time-limit 60 --model model.safetensors\n"
    "  rlminer mine COLLECTION --filter paper --split test -k 5..9 --engine rl --model "
    "model.safetensors\n"
    "  rlminer mine COLLECTION -k 9 --engine rl --model model.safetensors --samples 100\n";

std::string render(const MineOptions& options, const report::GraphReport& report) {
  const report::ReportStyle style{
      .rank = options.problem.top > 1,
      .all_occurrences = options.problem.occurrences > 1,
      .timing = !options.omit_timing,
      .drawings = options.output.empty() ? terminal_drawings() : report::Drawings::None};
  if (options.format == "svg") return report::to_svg_sheet(report, style);
  return options.format == "json" ? report::to_json_lines(report, style)
                                  : report::to_text(report, style);
}

// A picture shows the answers about one graph.
void check_drawable(const MineOptions& options, const Collection& input) {
  if (options.format != "svg" || input.single()) return;
  throw Error(options.input.path + ": holds " + std::to_string(input.graphs.size()) +
              " graphs, and --format svg draws the answers about one: choose it with --graph N");
}

void mine(const MineOptions& options, Context& context) {
  engine::Budget budget;
  budget.deadline = Deadline(options.time_limit, context.cancel);
  budget.threads = resolve_threads(options.threads);
  budget.memory = options.memory;
  engine::Problem problem = options.problem;
  const std::unique_ptr<engine::Engine> engine =
      choose_engine(options.engine, options.problem.sizes, budget.threads);
  const Collection input = load_input(options.input);
  if (!options.input.quiet) {
    print_warnings(sizes_beyond_training(options.engine, options.problem.sizes));
    print_warnings(too_large_sizes(options.input.path, input, options.problem.sizes));
  }
  check_drawable(options, input);
  const bool as_page = options.format == "html";
  if (as_page && !options.occurrences_given)
    problem.occurrences = MinePage::default_occurrences(input.graphs.size());
  refuse_output_over(options.output, {options.input.path, options.engine.model});
  Output output(options.output);
  finish_on_interrupt();

  MinePage page(options, input, engine->name());
  const bool is_union = options.input.graph.kind == GraphChoice::Kind::Union;
  {
    ProgressLine progress(!options.input.quiet, input.graphs.size(), budget.threads);
    const engine::GraphsJob job{.engine = *engine,
                                .graphs = input.graphs,
                                .problem = problem,
                                .budget = budget,
                                .verify = options.verify,
                                .together = options.engine.info().together,
                                .share_time = options.engine.info().fills_time,
                                .watcher = progress.shown() ? &progress : nullptr};
    engine::solve_graphs(job, [&](std::size_t i, const std::vector<engine::Answer>& answers) {
      if (as_page) return page.add(i, answers);
      report::GraphReport report{input.graphs[i], input.numbers[i], engine->name(), answers};
      if (is_union) report.number.reset();
      try {
        progress.aside([&] { output.write(render(options, report)); });
      } catch (const Error&) {
        cancel_all();  // the other threads work for nothing now
        throw;
      }
    });
  }
  if (as_page) output.write(page.html());
  output.close();
  if (context.cancel->load()) context.exit_code = 130;
}

}  // namespace

void add_mine(Program& program, Context& context) {
  program.add<MineOptions>("mine", "Find the most frequent connected induced subgraph", kExamples,
                           add_mine_options,
                           [&](const MineOptions& options) { mine(options, context); });
}

}  // namespace rlminer::cli
