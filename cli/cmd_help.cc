#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/commands.h"
#include "cli/output.h"

namespace rlminer::cli {

void add_help(Program& program, Context&) {
  std::vector<std::string> names = {"help"};
  for (const CommandInfo& each : program.info().commands)
    names.push_back(each.name);
  Command command = program.command("help", "Show the commands, or the options of one");
  const auto chosen = std::make_shared<std::string>();
  command.value("COMMAND", *chosen, "Whose options to show, with examples").one_of(names);
  command.examples(
      "Examples:\n"
      "  rlminer help\n"
      "  rlminer help mine      the same as rlminer mine --help");
  command.run([chosen, &program] { write_output("", program.help(*chosen)); });
}

}  // namespace rlminer::cli
