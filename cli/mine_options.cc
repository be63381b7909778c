#include "cli/mine_options.h"

namespace rlminer::cli {
namespace {

void add_question(Command command, MineOptions& options) {
  add_input_options(command, options.input);
  add_former_label_option(command, options.input);
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
        options.problem.occurrences = parse_count("--occurrences", text, 1, kMostAskedFor);
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
}

void add_result(Command command, MineOptions& options) {
  command.flag("--verify", options.verify,
               "Recount every reported pattern with the counting engine; exit code 3 if they "
               "disagree");
  add_answer_options(command, options.format, options.output, options.omit_timing, {"svg", "html"},
                     "text [default]; json: one object per line; svg: pictures of the patterns; "
                     "html: a report for a browser, with the graph and the occurrences in it");
  command.flag("--quiet", options.input.quiet, "No warnings and no progress line");
}

}  // namespace

void add_mine_options(Command command, MineOptions& options) {
  add_question(command, options);
  add_means(command, options);
  add_result(command, options);
}

}  // namespace rlminer::cli
