#include <cmath>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/engine_choice.h"
#include "cli/graph_source.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/ranks.h"
#include "cli/resume.h"
#include "cli/signals.h"
#include "cli/terminal.h"

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"
#include "rlminer/engine/solve_graphs.h"
#include "rlminer/report/mine_report.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer mine example:caffeine -k 5\n"
    "  rlminer mine network.lg -k 5\n"
    "  rlminer mine edges.txt --label-file labels.txt -k 3..6 --top 10 --format json\n"
    "  rlminer mine COLLECTION --filter paper -k 5..9 --format json -o answers.ndjson\n"
    "  rlminer mine molecules.lg.gz -k 5..7 --resume answers.ndjson     goes on where it was "
    "ended\n"
    "  rlminer mine COLLECTION -k 5 --shard 2/8 -o answers.2.ndjson\n"
    "  rlminer mine COLLECTION --graph 7 -k 3..6 --top 5 --format svg -o answers.svg\n"
    "  rlminer mine network.lg -k 3..5 --top 10 --format html -o report.html\n"
    "  rlminer mine COLLECTION --filter paper -k 5..6 --format html -o report.html\n"
    "  rlminer mine COLLECTION --graph union -k 4 --time-limit 60\n"
    "  rlminer mine network.lg -k 5..7 --verify\n"
    "  rlminer mine network.lg -k 12 --time-limit 60 --model model.safetensors\n"
    "  rlminer mine COLLECTION --filter paper --split test -k 5..9 --engine rl --model "
    "model.safetensors\n"
    "  rlminer mine COLLECTION -k 9 --engine rl --model model.safetensors --samples 100\n";

struct MineOptions {
  InputOptions input;
  EngineChoice engine;
  std::string format;  // empty: as the output file is called
  std::string output;
  std::string resume;  // an output to go on with; empty: none
  engine::Problem problem;
  bool occurrences_given = false;  // the user says how many; otherwise the format decides
  double time_limit = Deadline::kForever;
  std::size_t memory = parse_memory("70%");
  int threads = 0;
  std::string checkpoint;  // of a walk that the processes of mpirun share; empty: none
  bool verify = false;
  bool omit_timing = false;
};

void add_question(Command command, MineOptions& options) {
  add_input_options(command, options.input);
  add_more_inputs(command, options.input);
  add_relation_options(command, options.input.relations);
  add_former_label_option(command, options.input);
  add_collection_options(command, options.input);
  command
      .parsed(
          "-k", "SIZES",
          [&](const std::string& text) { options.problem.sizes = parse_sizes(text); },
          "Pattern sizes: 7, 5..9, 3,5,7")
      .required();
  add_split_options(command, options.input.part, options.input.split_seed,
                    "Of the graphs that pass the filter: a fifth at random (test), the others "
                    "(train), or all [default]");
  add_number(command, "--top", options.problem.top, 1, kMostAskedFor,
             "Patterns to report per size [1]");
  command.parsed(
      "--occurrences", "N",
      [&](const std::string& text) {
        options.problem.occurrences = parse_count("--occurrences", text, 0, kMostAskedFor);
        options.occurrences_given = true;
      },
      "Occurrences to report per pattern [1; html: 200, 50 for each of many graphs]");
}

void add_means(Command command, MineOptions& options) {
  command.value("--engine", options.engine.name, engine_help()).check(check_engine).type("NAME");
  add_model_options(command, options.engine);
  add_time_limit(
      command, options.time_limit,
      "For the whole run; the best so far is printed when it is over [none; auto: 10 s for each "
      "graph]");
  add_memory_limit(command, options.memory);
  add_threads_option(command, options.threads, "0 [default]: one per core");
  command.value("--seed", options.problem.seed, "Of what is drawn at random [0]").type("S");
  add_search_options(command, options.engine.settings);
  command
      .value("--checkpoint", options.checkpoint,
             "With mpirun: keep what was counted here every few seconds, and go on with it")
      .type("FILE");
}

void add_result(Command command, MineOptions& options) {
  command.flag("--verify", options.verify,
               "Recount every reported pattern with the counting engine; exit code 3 if they "
               "disagree");
  add_answer_options(
      command, options.format, options.output, options.omit_timing, {"svg", "html"},
      "text [default; else as FILE is called]; json: one object per line; svg: pictures of the "
      "patterns; html: a report for a browser, with the graph and the occurrences in it");
  add_resume_option(command, options.resume);
  command.flag("--quiet", options.input.quiet, "No warnings and no progress line");
}

void declare(Command command, MineOptions& options) {
  add_question(command, options);
  add_means(command, options);
  add_result(command, options);
}

// The place of a graph in the input; the union of all has none.
std::optional<std::size_t> number_of(const MineOptions& options, const Collection& input,
                                     std::size_t i) {
  if (options.input.graph.kind == GraphChoice::Kind::Union) return std::nullopt;
  return input.numbers[i];
}

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

// Which graphs of the input; nothing where it holds just one.
std::string graphs_text(const MineOptions& options, const Collection& input) {
  using Kind = GraphChoice::Kind;
  std::string text;
  if (options.input.graph.kind == Kind::Union) {
    text = "all of them as one graph";
  } else if (options.input.graph.kind == Kind::One) {
    text = fmt::format("graph {}", input.numbers.front());
  } else if (!input.single()) {
    text = with_separators(input.graphs.size());
  }
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (options.input.paper_filter) add("connected, 10 < |V| < 500");
  if (options.input.part != graph::Part::All) add(graph::to_string(options.input.part) + " part");
  return text;
}

// By what the edges of a graph are told apart; empty: they are not.
std::string edges_told_apart(const Graph& graph) {
  if (!graph.distinguishes_edges()) return {};
  const graph::RelationDictionary& kinds = graph.relation_dictionary();
  std::string text;
  if (kinds.labelled()) text = fmt::format("by label ({})", kinds.labels().size());
  if (kinds.directed()) text += text.empty() ? "by direction" : " and direction";
  return text;
}

report::Facts facts_of(const MineOptions& options, const Collection& input,
                       const std::string& engine) {
  const auto one = [&](auto&& value) { return input.single() ? value() : std::string(); };
  const Graph& graph = input.graphs.front();
  return {
      {"Input", options.input.path},
      {"Graphs", graphs_text(options, input)},
      {"Vertices", one([&] { return with_separators(graph.num_vertices()); })},
      {"Edges", one([&] { return with_separators(graph.num_edges()); })},
      {"Labels", with_separators(graph.num_labels())},
      {"Edges told apart", edges_told_apart(graph)},
      {"Sizes k", size_list(options.problem.sizes)},
      {"Patterns per size", with_separators(options.problem.top)},
      {"Engine", engine},
      {"Model", options.engine.model},
      {"Time limit", std::isfinite(options.time_limit) ? fmt::format("{:g} s", options.time_limit)
                                                       : std::string("none")},
      {"Seed", std::to_string(options.problem.seed)},
      {"Recounted", options.verify ? "every pattern, by the counting engine" : ""}};
}

// The page of `--format html`, which is written when the answers about all graphs are there.
std::string page_of(const MineOptions& options, const Collection& input, const std::string& engine,
                    const std::vector<std::vector<engine::Answer>>& answers) {
  report::MineReport report{.name = input.name,
                            .asked = facts_of(options, input, engine),
                            .footer = "Made by rlminer " RLMINER_VERSION
                                      ". This file needs no other file and no network.",
                            .graphs = {}};
  for (std::size_t i = 0; i < answers.size(); ++i)
    report.graphs.push_back({input.graphs[i], number_of(options, input, i), engine, answers[i]});
  return report::to_html(report, {.timing = !options.omit_timing});
}

// A picture shows the answers about one graph.
void check_drawable(const MineOptions& options, const GraphSource& input) {
  if (options.format != "svg" || input.single()) return;
  throw Error(options.input.path + ": holds " + std::to_string(input.graphs()) +
              " graphs, and --format svg draws the answers about one: choose it with --graph N");
}

// Reading the input has taken its part already.
void require_memory(std::size_t limit) {
  constexpr std::size_t kLeastToWork = std::size_t{16} << 20;
  const std::size_t needed = resident_memory() + kLeastToWork;
  if (limit >= needed) return;
  throw Error(
      fmt::format("--memory-limit: {} MB is too little: the program and this input need {} MB",
                  limit >> 20, (needed >> 20) + 1));
}

// Asks the engine about some of the graphs and writes the answers, in their order.
class Mining {
 public:
  Mining(const MineOptions& options, const engine::Engine& engine, const engine::Budget& budget,
         const GraphSource& source, Output& output)
      : options_(options),
        engine_(engine),
        budget_(budget),
        output_(output),
        problem_(options.problem),
        of_many_(!source.single()),
        as_page_(options.format == "html"),
        progress_(!options.input.quiet, source.graphs(), budget.threads) {
    if (as_page_ && !options.occurrences_given) problem_.occurrences = source.single() ? 200 : 50;
  }

  void run(const Collection& graphs) {
    std::vector<std::vector<engine::Answer>> for_page(graphs.graphs.size());
    const engine::GraphsJob job{.engine = engine_,
                                .graphs = graphs.graphs,
                                .problem = problem_,
                                .budget = budget_,
                                .verify = options_.verify,
                                .together = options_.engine.info().together,
                                .share_time = options_.engine.info().fills_time,
                                .of_many = of_many_,
                                .watcher = progress_.shown() ? &progress_ : nullptr};
    engine::solve_graphs(job, [&](std::size_t i, std::vector<engine::Answer> answers) {
      if (options_.omit_timing) {
        count::Counter counter(graphs.graphs[i]);
        for (engine::Answer& answer : answers)
          answer = engine::without_clock(std::move(answer), problem_, counter);
      }
      if (as_page_) {
        for_page[i] = answers;
        return;
      }
      const report::GraphReport report{graphs.graphs[i], number_of(options_, graphs, i),
                                       engine_.name(), answers};
      write([&] { return render(options_, report); });
    });
    if (as_page_) write([&] { return page_of(options_, graphs, engine_.name(), for_page); });
  }

 private:
  template <typename Text>
  void write(const Text& text) {
    try {
      progress_.aside([&] { output_.write(text()); });
    } catch (const Error&) {
      cancel_all();  // the other threads work for nothing now
      throw;
    }
  }

  const MineOptions& options_;
  const engine::Engine& engine_;
  const engine::Budget& budget_;
  Output& output_;
  engine::Problem problem_;
  const bool of_many_;
  const bool as_page_;
  ProgressLine progress_;
};

// Works for the process that leads.
void help(const MineOptions& options, const engine::Budget& budget, Ranks& ranks) {
  try {
    InputOptions input = options.input;
    input.quiet = true;
    GraphSource source(input, false);
    const Collection graphs = source.next();
    if (!graphs.single()) return;  // which the one that leads complains about
    finish_on_interrupt();
    ranks.serve(graphs.graphs.front(), budget);
  } catch (const std::exception& error) {
    ranks.refuse(error.what());
  }
}

std::unique_ptr<engine::Engine> engine_for(const MineOptions& options, int threads, Ranks* ranks) {
  if (ranks == nullptr && !options.checkpoint.empty())
    throw UsageError("--checkpoint", "belongs to a run by mpirun (see make mpi)");
  if (ranks == nullptr) return choose_engine(options.engine, options.problem.sizes, threads);
  if (options.engine.name != "exact")
    throw UsageError("--engine", "the processes of mpirun share the work of --engine exact");
  return ranks->exact_engine(options.checkpoint);
}

void mine_with(MineOptions options, Context& context, Ranks* ranks) {
  if (!options.resume.empty()) options.output = options.resume;
  options.format = answer_format(options.format, options.output);
  if (!options.resume.empty()) check_resumable(options.format, options.input);
  engine::Budget budget;
  const MemoryLimit memory(options.memory);
  budget.deadline =
      Deadline(options.time_limit - seconds_since_start(), context.cancel).within(memory);
  budget.threads = resolve_threads(options.threads);
  if (ranks != nullptr && !ranks->leads()) return help(options, budget, *ranks);
  const std::unique_ptr<engine::Engine> engine = engine_for(options, budget.threads, ranks);
  GraphSource source(options.input,
                     ranks == nullptr && (options.format == "json" || options.format == "text"));
  if (ranks != nullptr && !source.single())
    throw Error(options.input.path + ": mpirun is for one graph; --shard shares many of them");
  if (!options.input.quiet) {
    const std::vector<int>& sizes = options.problem.sizes;
    print_warnings(sizes_beyond_training(options.engine, sizes));
    const auto greatest = static_cast<std::size_t>(sizes.back());
    print_warnings(too_large_sizes(options.input.path, source.graphs(),
                                   source.largest_component(greatest), sizes));
  }
  require_memory(options.memory);
  check_drawable(options, source);
  refuse_output_over(options.output, {options.input.path, options.engine.model});
  for (const std::string& path : options.input.more)
    refuse_output_over(options.output, {path});
  Output output = options.resume.empty() ? Output(options.output)
                                         : resumed_output(options.resume, source,
                                                          {.engine = engine->name(),
                                                           .sizes = options.problem.sizes,
                                                           .top = options.problem.top,
                                                           .timing = !options.omit_timing});
  finish_on_interrupt();

  {
    Mining mining(options, *engine, budget, source, output);
    for (Collection graphs = source.next(); !graphs.graphs.empty(); graphs = source.next()) {
      mining.run(graphs);
      if (output.stopped()) break;
    }
  }
  output.close();
  if (context.cancel->load()) context.exit_code = 130;
}

void mine(const MineOptions& options, Context& context) {
  const std::unique_ptr<Ranks> ranks = Ranks::join();
  try {
    mine_with(options, context, ranks.get());
  } catch (const std::exception& error) {
    if (!ranks) throw;
    // The others wait for work that will not come.
    std::fprintf(stderr, "%s\n", error.what());
    ranks->abort();
  }
}

}  // namespace

void add_mine(Program& program, Context& context) {
  program.add<MineOptions>("mine", "Find the most frequent connected induced subgraph", kExamples,
                           declare, [&](const MineOptions& options) { mine(options, context); });
}

}  // namespace rlminer::cli
