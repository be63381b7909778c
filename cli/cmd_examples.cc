#include "cli/command.h"
#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/output.h"

namespace rlminer::cli {

void add_examples(Program& program, Context&) {
  Command command = program.command("examples", "List the graphs that come with the program");
  command.examples(
      "Examples:\n"
      "  rlminer examples\n"
      "  rlminer mine example:caffeine -k 5\n"
      "  rlminer convert example:town -o town.graphml");
  command.run([] { write_output("", examples_for_people()); });
}

}  // namespace rlminer::cli
