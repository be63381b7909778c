#include "cli/mine_options.h"

#include <CLI/CLI.hpp>

namespace rlminer::cli {
namespace {

constexpr std::size_t kMostReported = 1'000'000'000;

void add_question(CLI::App& command, MineOptions& options) {
  command
      .add_option("INPUT", options.input.path,
                  "Graph file, folder of a collection, or example:NAME")
      ->required()
      ->type_name("");
  add_parsed(
      command, "-k", "SIZES",
      [&](const std::string& text) { options.problem.sizes = parse_sizes(text); },
      "Pattern sizes: 7, 5..9, 3,5,7")
      ->required();
  add_label_file_option(command, options.input);
  add_former_label_option(command, options.input);
  add_format_option(command, options.input);
  add_parsed(
      command, "--graph", "I|all|union",
      [&](const std::string& text) { options.input.graph = parse_graph_choice(text); },
      "Number of one graph of the input, all [default], or union: the input as one graph");
  add_parsed(
      command, "--filter", "paper|none",
      [&](const std::string& name) { options.input.paper_filter = name == "paper"; },
      "paper: only connected graphs with 10 < |V| < 500; none [default]: every graph")
      ->check(CLI::IsMember({"paper", "none"}).description(""));
  add_split_options(command, options.input.part, options.input.split_seed,
                    "Of the graphs that pass the filter: a fifth at random (test), the others "
                    "(train), or all [default]");
  add_parsed(
      command, "--top", "N",
      [&](const std::string& text) {
        options.problem.top = parse_count("--top", text, 1, kMostReported);
      },
      "Patterns to report per size [1]");
  add_parsed(
      command, "--occurrences", "N",
      [&](const std::string& text) {
        options.problem.occurrences = parse_count("--occurrences", text, 1, kMostReported);
        options.occurrences_given = true;
      },
      "Occurrences to report per pattern [1; html: 200, 50 for each of many graphs]");
}

void add_means(CLI::App& command, MineOptions& options) {
  command.add_option("--engine", options.engine.name, engine_help())
      ->check(check_engine)
      ->type_name("NAME");
  add_model_options(command, options.engine);
  add_parsed(
      command, "--time-limit", "SECONDS",
      [&](const std::string& text) { options.time_limit = parse_time_limit(text); },
      "For the whole run; the best so far is printed when it is over [none; auto: 10 s for each "
      "graph]");
  add_parsed(
      command, "--memory-limit", "AMOUNT",
      [&](const std::string& text) { options.memory = parse_memory(text); },
      "4G, 500M, or a share of the machine's memory [70%]");
  add_threads_option(command, options.threads, "0 [default]: one per core");
  command.add_option("--seed", options.problem.seed, "Of what is drawn at random [0]")
      ->type_name("S");
  add_search_options(command, options.engine.settings);
}

void add_result(CLI::App& command, MineOptions& options) {
  command.add_flag("--verify", options.verify,
                   "Recount every reported pattern with the counting engine; exit code 3 if they "
                   "disagree");
  add_answer_options(command, options.format, options.output, options.omit_timing, {"svg", "html"});
  command.get_option("--format")
      ->description(
          "text [default]; json: one object per line; svg: pictures of the patterns; html: a "
          "report "
          "for a browser, with the graph and the occurrences in it");
  command.add_flag("--quiet", options.input.quiet, "No warnings and no progress line");
}

}  // namespace

void add_mine_options(CLI::App& command, MineOptions& options) {
  add_question(command, options);
  add_means(command, options);
  add_result(command, options);
}

}  // namespace rlminer::cli
