#include <cstdio>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/graph_source.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/resume.h"
#include "cli/signals.h"
#include "cli/written_pattern.h"

#include "rlminer/base/deadline.h"
#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/count/counter.h"
#include "rlminer/count/measurement.h"
#include "rlminer/engine/solve_graphs.h"
#include "rlminer/report/graph_report.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer count network.lg pattern.lg\n"
    "  rlminer count molecules.lg --labels C,C,O --edges 0-1,1-2 --occurrences 10\n"
    "  rlminer count edges.txt --edges 0-1,0-2,1-2 --mni --mappings     triangles, no labels\n"
    "  rlminer count example:caffeine-bonds --labels C,O --edges 0-1:double\n"
    "  rlminer count links.csv --directed --edges '0>1,1>2,0>2'     feed-forward loops\n"
    "  rlminer count COLLECTION pattern.lg --graph union --format json\n"
    "  rlminer count network.lg pattern.lg --time-limit 10     counted or estimated in ten "
    "seconds\n";

struct CountOptions {
  InputOptions input;
  std::string pattern_path;  // empty: the pattern is given inline
  std::string pattern_label_file;
  WrittenPattern pattern;
  std::size_t occurrences = 1;
  bool mappings = false;
  bool mni = false;
  count::Estimating estimating = count::Estimating::Auto;
  std::uint64_t seed = 0;
  double time_limit = Deadline::kForever;
  int threads = 0;
  std::string format;  // empty: as the output file is called
  std::string output;
  std::string resume;  // an output to go on with; empty: none
  bool omit_timing = false;
};

void add_pattern(Command command, CountOptions& options) {
  const Option file = command
                          .value("PATTERN", options.pattern_path,
                                 "Graph file whose first graph is the pattern; or give it inline:")
                          .type("");
  add_inline_pattern(command, file, options.pattern, " when the input has one label");
  command
      .value("--pattern-label-file", options.pattern_label_file,
             "Vertex labels for a PATTERN that is an edge list")
      .type("FILE")
      .needs(file);
}

void add_question(Command command, CountOptions& options) {
  command.flag("--mni", options.mni,
               "Also the MNI support: the fewest distinct images of any pattern vertex");
  command.flag("--mappings", options.mappings,
               "Also the number of mappings: frequency times automorphisms");
  add_number(command, "--occurrences", options.occurrences, 0, kMostAskedFor,
             "Occurrences to report [1]");
}

void add_effort(Command command, CountOptions& options) {
  using count::Estimating;
  command.choice<Estimating>(
      "--estimate",
      {{"auto", Estimating::Auto}, {"never", Estimating::Never}, {"always", Estimating::Always}},
      options.estimating,
      "Estimate, with a 95 % interval, what cannot be counted in time (without a time limit: in a "
      "minute) [auto]");
  command.value("--seed", options.seed, "Of estimates [0]").type("S");
  add_time_limit(command, options.time_limit,
                 "For the whole run; what was not counted by then is estimated");
  add_threads_option(command, options.threads, "0 [default]: one per core");
}

void declare(Command command, CountOptions& options) {
  add_input_options(command, options.input);
  add_pattern(command, options);
  add_relation_options(command, options.input.relations);
  add_question(command, options);
  add_effort(command, options);
  add_collection_options(command, options.input);
  add_answer_options(command, options.format, options.output, options.omit_timing);
  add_resume_option(command, options.resume);
  command.flag("--quiet", options.input.quiet, "No warnings");
}

// Looking for occurrences of a pattern that could not be counted.
constexpr double kFindSeconds = 5.0;
// Smaller graphs are not worth several threads.
constexpr std::size_t kFewestForThreads = 1000;

std::string note_of(const count::Measurement& measured) {
  return measured.note + (measured.left_uncounted ? " (--estimate never counts to the end)" : "");
}

// Where the pattern occurs: after an early end, what can still be found or was met in passing.
std::vector<std::vector<Vertex>> occurrences_of(count::Counter& counter, const Pattern& pattern,
                                                std::size_t wanted,
                                                const count::Measurement& counted,
                                                const engine::TimeShare& share) {
  const bool met = !counted.occurrence.empty();
  if (met && wanted == 1) return {counted.occurrence};
  // What is too hard to count may be too hard to find.
  const Deadline until =
      counted.frequency.exact() ? share.deadline : share.deadline.at_most(kFindSeconds);
  auto found = counter.find(pattern, wanted, until.expired() ? until.grace(share.grace) : until);
  if (found.empty() && met) found.push_back(counted.occurrence);
  return found;
}

// Counts the pattern in one graph, which must outlive the report, and answers what else was asked.
report::CountReport count_in(const Graph& graph, const ResolvedPattern& wanted,
                             const CountOptions& options, int threads,
                             const engine::TimeShare& share) {
  const Stopwatch watch(share.deadline.clock());
  report::CountReport report(graph);
  report.finding.pattern = wanted.pattern;
  report.pattern = wanted.named;
  if (options.mappings) report.automorphisms = wanted.automorphisms;
  if (!wanted.missing.empty()) {
    report.finding.frequency = Frequency::exactly(Count{0});
    report.note = wanted.missing;
    if (options.mni) report.mni = 0;
    report.mni_exact = true;
    report.seconds = watch.seconds();
    return report;
  }
  count::Counter counter(graph, graph.num_vertices() < kFewestForThreads ? 1 : threads);
  const count::Measurement counted = count::measure(counter, wanted.pattern,
                                                    {.deadline = share.deadline,
                                                     .seed = options.seed,
                                                     .estimating = options.estimating,
                                                     .grace = share.grace});
  report.finding.frequency = counted.frequency;
  report.note = note_of(counted);
  if (options.mni) {
    const count::MniSupport mni = counter.with_matcher(
        [&](count::Matcher& matcher) { return matcher.mni(wanted.pattern, share.deadline); });
    report.mni = mni.support;
    report.mni_exact = mni.complete;
  }
  if (options.occurrences > 0 &&
      (!report.finding.frequency.exact() || report.finding.frequency > 0))
    report.finding.occurrences =
        occurrences_of(counter, wanted.pattern, options.occurrences, counted, share);
  report.seconds = watch.seconds();
  return report;
}

std::string render(const CountOptions& options, const report::CountReport& report) {
  const report::ReportStyle style{.all_occurrences = options.occurrences > 1,
                                  .timing = !options.omit_timing};
  return answer_format(options.format, options.output) == "json"
             ? report::to_json_line(report, style)
             : report::to_text(report, style);
}

// Writes what is found in each graph, in their order, each as soon as those before it are done.
void write_reports(const Collection& input, const ResolvedPattern& wanted,
                   const CountOptions& options, engine::TimeShares& shares, Output& output) {
  const std::size_t graphs = input.graphs.size();
  const int threads = resolve_threads(options.threads);
  const int at_once = engine::side_by_side(graphs, threads) ? threads : 1;
  const bool is_union = options.input.graph.kind == GraphChoice::Kind::Union;
  const std::vector<std::size_t> order = engine::smallest_first(input.graphs);
  const bool limited = options.time_limit < Deadline::kForever;
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

// The first graph of the file, with the names of its labels.
WrittenPattern read_pattern(const CountOptions& options, const Graph& input) {
  io::ReadOptions read{.label_file = options.pattern_label_file, .format = {}};
  options.input.relations.apply_to(read);
  const Collection collection = read_input(options.pattern_path, read);
  if (!options.input.quiet) print_warnings(collection.warnings);
  if (collection.graphs.empty()) throw Error(options.pattern_path + ": there is no graph in it");
  const Graph& graph = collection.graphs.front();
  const WrittenPattern written = written_pattern(graph);
  // A label that all edges have says nothing to somebody who does not tell edges apart.
  return graph.distinguishes_edges() || input.distinguishes_edges() ? written : written.plain();
}

ResolvedPattern wanted_pattern(const CountOptions& options, const Graph& input) {
  WrittenPattern written =
      options.pattern_path.empty() ? options.pattern : read_pattern(options, input);
  if (!options.input.relations.labels.value_or(true)) {
    // What is ignored in the input is ignored in the pattern.
    for (WrittenEdge& edge : written.edges)
      edge.label.reset();
    if (!options.input.relations.directed) written = written.plain();
  }
  ResolvedPattern wanted = resolve_pattern(written, input);
  for (const std::string& note : wanted.notes) {
    if (!options.input.quiet) std::fprintf(stderr, "note: %s\n", note.c_str());
  }
  return wanted;
}

void count(CountOptions options, Context& context) {
  if (!options.resume.empty()) {
    options.output = options.resume;
    check_resumable(answer_format(options.format, options.output), options.input);
  }
  require_pattern(options.pattern_path, options.pattern);
  const Deadline deadline(options.time_limit, context.cancel);
  GraphSource source(options.input);
  const ResolvedPattern wanted = wanted_pattern(options, source.blank());
  refuse_output_over(options.output, {options.input.path, options.pattern_path});
  Output output = options.resume.empty() ? Output(options.output)
                                         : resumed_output(options.resume, source,
                                                          {.engine = "count",
                                                           .sizes = {wanted.pattern.size()},
                                                           .top = 1,
                                                           .timing = !options.omit_timing});
  finish_on_interrupt();

  const int threads = resolve_threads(options.threads);
  const int at_once = engine::side_by_side(source.graphs(), threads) ? threads : 1;
  engine::TimeShares shares(source.graphs(), at_once, deadline);
  for (Collection graphs = source.next(); !graphs.graphs.empty(); graphs = source.next()) {
    write_reports(graphs, wanted, options, shares, output);
    if (output.stopped()) break;
  }
  output.close();
  if (context.cancel->load()) context.exit_code = 130;
}

}  // namespace

void add_count(Program& program, Context& context) {
  program.add<CountOptions>("count", "Count how often one given pattern occurs", kExamples, declare,
                            [&](const CountOptions& options) { count(options, context); });
}

}  // namespace rlminer::cli
