#include <CLI/CLI.hpp>

#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/output.h"

namespace rlminer::cli {

void add_examples(CLI::App& app, Context&) {
  CLI::App* command = app.add_subcommand("examples", "List the graphs that come with the program");
  command->footer(
      "Examples:\n"
      "  rlminer examples\n"
      "  rlminer mine example:caffeine -k 5\n"
      "  rlminer convert example:town -o town.graphml");
  command->callback([] {
    Output output("");
    output.write(examples_for_people());
    output.close();
  });
}

}  // namespace rlminer::cli
