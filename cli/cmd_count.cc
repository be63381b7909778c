#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/count_graph.h"
#include "cli/count_options.h"
#include "cli/count_pattern.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/signals.h"

#include "rlminer/base/machine.h"
#include "rlminer/engine/solve_graphs.h"
#include "rlminer/report/count_report.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer count network.lg pattern.lg\n"
    "  rlminer count molecules.lg --labels C,C,O --edges 0-1,1-2 --occurrences 10\n"
    "  rlminer count edges.txt --edges 0-1,0-2,1-2 --mni --mappings     triangles, no labels\n"
    "  rlminer count COLLECTION pattern.lg --graph union --format json\n"
    "  rlminer count network.lg pattern.lg --time-limit 10     counted or estimated in ten "
    "seconds\n";

std::string render(const CountOptions& options, const report::CountReport& report) {
  const report::ReportStyle style{.all_occurrences = options.occurrences > 1,
                                  .timing = !options.omit_timing};
  return options.format == "json" ? report::to_json_line(report, style)
                                  : report::to_text(report, style);
}

// Writes what is found in each graph, in their order, each as soon as those before it are done.
void write_reports(const Collection& input, const PatternToCount& wanted,
                   const CountOptions& options, const Deadline& deadline, Output& output) {
  const std::size_t graphs = input.graphs.size();
  const int threads = resolve_threads(options.threads);
  const int at_once = engine::side_by_side(graphs, threads) ? threads : 1;
  const bool is_union = options.input.graph.kind == GraphChoice::Kind::Union;
  const std::vector<std::size_t> order = engine::smallest_first(input.graphs);
  const bool limited = deadline.remaining() < Deadline::kForever;
  engine::TimeShares shares(graphs, at_once, deadline);
  engine::InOrder<std::string> texts(
      graphs, [&](std::size_t, const std::string& text) { output.write(text); });
  parallel_for(graphs, at_once, [&](int, std::size_t turn) {
    const std::size_t i = limited ? order[turn] : turn;
    report::CountReport report =
        count_in(input.graphs[i], wanted, options, threads / at_once, shares.next());
    if (!is_union) report.number = input.numbers[i];
    texts.put(i, render(options, report));
  });
}

void count(const CountOptions& options, Context& context) {
  require_pattern(options.pattern_path, options.pattern);
  const Deadline deadline(options.time_limit, context.cancel);
  const Collection input = load_input(options.input);
  const WrittenPattern written =
      options.pattern_path.empty() ? options.pattern : read_pattern(options);
  const PatternToCount wanted = resolve_pattern(written, input.graphs.front().label_dictionary());
  refuse_output_over(options.output, {options.input.path, options.pattern_path});
  Output output(options.output);
  finish_on_interrupt();

  write_reports(input, wanted, options, deadline, output);
  output.close();
  if (context.cancel->load()) context.exit_code = 130;
}

}  // namespace

void add_count(Program& program, Context& context) {
  program.add<CountOptions>("count", "Count how often one given pattern occurs", kExamples,
                            add_count_options,
                            [&](const CountOptions& options) { count(options, context); });
}

}  // namespace rlminer::cli
