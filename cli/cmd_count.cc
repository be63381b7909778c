#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/count_options.h"
#include "cli/count_pattern.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/solve_graphs.h"

#include "rlminer/base/parallel.h"
#include "rlminer/count/matcher.h"
#include "rlminer/report/count_report.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer count network.lg pattern.lg\n"
    "  rlminer count molecules.lg --labels C,C,O --edges 0-1,1-2 --occurrences 10\n"
    "  rlminer count edges.txt --edges 0-1,0-2,1-2 --mni --mappings     triangles, no labels\n"
    "  rlminer count COLLECTION pattern.lg --graph union --format json\n";

// After an early end: what looking for one occurrence to show may still take.
constexpr double kGraceSeconds = 0.5;
// Smaller graphs are not worth several threads.
constexpr std::size_t kFewestForThreads = 1000;

CountReport count_in(const Graph& graph, const PatternToCount& wanted, const CountOptions& options,
                     const Deadline& deadline, int threads) {
  const Stopwatch watch;
  CountReport report(graph);
  report.pattern = wanted.pattern;
  report.labels = wanted.labels;
  if (wanted.missing_label) {
    report.exact = true;
    report.note = "the input has no label '" + *wanted.missing_label + "'";
    if (options.mni) report.mni = 0;
    report.mni_exact = true;
  } else {
    Matcher matcher(graph);
    const MatchCount counted = matcher.count_on(
        graph.num_vertices() < kFewestForThreads ? 1 : threads, wanted.pattern, deadline);
    report.frequency = counted.exact_frequency();
    report.exact = counted.exact();
    if (!counted.complete) report.note = "stopped before all occurrences were counted";
    if (options.mni) {
      const MniSupport mni = matcher.mni(wanted.pattern, deadline);
      report.mni = mni.support;
      report.mni_exact = mni.complete;
    }
    if (options.occurrences > 0 && (counted.frequency > 0 || !counted.complete)) {
      report.occurrences = matcher.find(wanted.pattern, options.occurrences,
                                        deadline.expired() ? Deadline(kGraceSeconds) : deadline);
    }
  }
  if (options.mappings) report.mappings = report.frequency * wanted.automorphisms;
  report.seconds = watch.seconds();
  return report;
}

std::string render(const CountOptions& options, const CountReport& report) {
  const ReportStyle style{.all_occurrences = options.occurrences > 1,
                          .timing = !options.omit_timing};
  return options.format == "json" ? to_json_line(report, style) : to_text(report, style);
}

void check_usage(const CountOptions& options) {
  if (options.pattern_path.empty() && options.pattern.labels.empty() &&
      options.pattern.edges.empty()) {
    throw CLI::RequiredError("PATTERN, or --labels and --edges,");
  }
}

void count(const CountOptions& options, Context& context) {
  check_usage(options);
  const Deadline deadline(options.time_limit, context.cancel);
  const int threads = resolve_threads(options.threads);
  const Collection input = load_input(options.input);
  const WrittenPattern written =
      options.pattern_path.empty() ? options.pattern : read_pattern(options);
  const PatternToCount wanted = resolve_pattern(written, input.graphs.front().label_dictionary());
  refuse_output_over(options.output, {options.input.path, options.pattern_path});
  Output output(options.output);
  finish_on_interrupt();

  const bool is_union = options.input.graph.kind == GraphChoice::Kind::Union;
  const auto rendered = [&](std::size_t i, int threads_for_it) {
    CountReport report = count_in(input.graphs[i], wanted, options, deadline, threads_for_it);
    if (!is_union) report.number = input.numbers[i];
    return render(options, report);
  };
  if (side_by_side(input.graphs.size(), threads)) {
    std::vector<std::string> texts(input.graphs.size());
    parallel_for(texts.size(), threads, [&](int, std::size_t i) { texts[i] = rendered(i, 1); });
    for (const std::string& text : texts)
      output.write(text);
  } else {
    for (std::size_t i = 0; i < input.graphs.size(); ++i)
      output.write(rendered(i, threads));
  }
  output.close();
  if (context.cancel->load()) context.exit_code = 130;
}

}  // namespace

void add_count(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("count", "Count how often one given pattern occurs");
  // Shared because the callback outlives this function.
  const auto options = std::make_shared<CountOptions>();
  add_count_options(*command, *options);
  command->footer(kExamples);
  command->callback([options, &context] { count(*options, context); });
}

}  // namespace rlminer::cli
