#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string>

#include "cli/commands.h"
#include "cli/learning.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cli/study_options.h"
#include "cli/terminal.h"
#include "cli/train_run.h"

#include "rlminer/base/error.h"
#include "rlminer/base/machine.h"

namespace rlminer::cli {
namespace {

constexpr char kExamples[] =
    "Examples:\n"
    "  rlminer experiment --list\n"
    "  rlminer experiment datasets --data DIR\n"
    "  rlminer experiment main --models models -o results --threads 2\n"
    "  rlminer experiment decoding --collections COX2 --graphs 20\n"
    "Writes NAME.md, NAME.csv and NAME.svg (of trained: a list of reports only) into the folder of "
    "results.\nWhat is finished is kept in its folders parts, runs (of training) and truth (proven "
    "best frequencies),\nso the same command goes on after an interruption; remove them to measure "
    "again.";

void print_list() {
  std::string text;
  for (const study::Experiment& each : study::experiments())
    text += fmt::format("{:<21} {}\n", each.name, each.description);
  Output("").write(text);
}

// False: interrupted.
bool run(const study::Experiment& experiment, const ExperimentRequest& request, Context& context) {
  study::ExperimentOptions options = request.options;
  options.threads = resolve_threads(options.threads);
  options.cancel = context.cancel;
  options.learning = learning_for_study(options.train_options);
  TerminalLine line(!request.quiet);
  options.on_step = [&](const std::string& what, double fraction) {
    if (line.due())
      line.draw(fmt::format("{} {:3.0f} %  {}", experiment.name, 100 * fraction, what));
  };
  finish_on_interrupt();
  try {
    experiment.run(options);
  } catch (const Error&) {
    // What an interrupt left half done is no error of the user's.
    if (!context.cancel->load()) throw;
  }
  return !context.cancel->load();
}

void run_experiment(const ExperimentRequest& request, Context& context) {
  if (request.list == !request.name.empty())
    throw UsageError("NAME", "name one experiment, or ask for the --list");
  if (request.list) return print_list();
  const study::Experiment& experiment = study::experiment(request.name);
  if (experiment.trains || request.options.device == "cuda") learning::require();
  if (!run(experiment, request, context)) {
    context.exit_code = 130;
    return;
  }
  if (request.quiet) return;
  const auto path = request.options.out / (request.name + ".md");
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file) Output("").write(fmt::format("{}\n\n{}", path.string(), text));
}

}  // namespace

void add_experiment(Program& program, Context& context) {
  program.add<ExperimentRequest>(
      "experiment", "Make a table or a figure of the paper, or one of ours", kExamples,
      add_experiment_options,
      [&](const ExperimentRequest& request) { run_experiment(request, context); });
}

}  // namespace rlminer::cli
